// Records wrong second factors. The sender already knew the password, so its owner should see it.

import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { fromUuid } from '../base/ids.ts';
import type { Installation } from '../db/installation.ts';
import { clientOf } from './library-client.ts';
import { findUserOfCode } from './reject-used-code.ts';
import { recordSecurityEvent, type SecurityEvent } from './security-log.ts';

const PATHS = ['/two-factor/verify-totp', '/two-factor/verify-backup-code'];

const FAILED_SIGN_IN: SecurityEvent = {
  action: 'user.sign_in_failed',
  details: { step: 'second_factor' },
};
/** Of someone who is signed in, such as while turning on two-factor sign-in. */
const WRONG_CODE: SecurityEvent = { action: 'user.wrong_code' };

export const noteWrongCode = (db: Installation) =>
  createAuthMiddleware(async (ctx) => {
    if (!PATHS.includes(ctx.path) || !isAPIError(ctx.context.returned)) return;
    const userId = await findUserOfCode(ctx);
    if (userId === null) return;
    const isSignedIn = (await getSessionFromCtx(ctx)) !== null;
    await recordSecurityEvent(
      db,
      fromUuid(userId),
      isSignedIn ? WRONG_CODE : FAILED_SIGN_IN,
      clientOf(ctx.headers),
    );
  });
