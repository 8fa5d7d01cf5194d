// Records wrong second factors. The sender already knew the password, so its owner should see it.

import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { fromUuid } from '../base/ids.ts';
import type { Installation } from '../db/installation.ts';
import { clientOf } from './library-client.ts';
import { findUserOfCode } from './reject-used-code.ts';
import { recordSecurityEvent } from './security-log.ts';

const PATHS = ['/two-factor/verify-totp', '/two-factor/verify-backup-code'];

export const noteWrongCode = (db: Installation) =>
  createAuthMiddleware(async (ctx) => {
    if (!PATHS.includes(ctx.path) || !isAPIError(ctx.context.returned)) return;
    const userId = await findUserOfCode(ctx);
    if (userId === null) return;
    const event = { action: 'user.sign_in_failed', details: { step: 'second_factor' } } as const;
    await recordSecurityEvent(db, fromUuid(userId), event, clientOf(ctx.headers));
  });
