// What happens before and after the library checks a second factor: attempts are limited, codes work once, and wrong
// codes are recorded. Their sender already knew the password, so its owner should see it.

import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { fromUuid } from '../../platform/base/ids.ts';
import { countAttempts, uncountAttempt } from '../security/attempts.ts';
import { clientOf } from '../security/library-client.ts';
import { recordSecurityEvent, type SecurityEvent } from '../security/security-log.ts';
import { type MailParts, sendSecurityMail } from '../security/security-mails.ts';
import { claimCode } from './claim-code.ts';
import { CODE_PATHS } from './code-paths.ts';
import { codeCounters } from './limit-codes.ts';

/** The library's cookie for a sign-in that is waiting for its code. */
const PENDING_SIGN_IN_COOKIE = 'two_factor';

const FAILED_SIGN_IN: SecurityEvent = {
  action: 'user.sign_in_failed',
  details: { step: 'second_factor' },
};
/** Of someone who is signed in, such as while turning on two-factor sign-in. */
const WRONG_CODE: SecurityEvent = { action: 'user.wrong_code' };

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export const beforeCode = (parts: MailParts) =>
  createAuthMiddleware(async (ctx) => {
    if (!CODE_PATHS.includes(ctx.path)) return;
    const { db, publicUrl } = parts;
    const user = await findUserOfCode(ctx);
    if (user === null) return; // the library will reject the request
    if (!user.isEnrolling) {
      const counters = await codeCounters(db, user.id, ctx.headers, publicUrl);
      if ((await countAttempts(db, counters)) > 0) {
        await warnOwner(parts, user.id, ctx.headers);
        throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_CODES', message: 'Too many codes' });
      }
    }
    const { code } = (ctx.body ?? {}) as { readonly code?: unknown };
    if (ctx.path === '/two-factor/verify-totp' && !(await claimCode(db, user.id, code)))
      throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'Code used' });
  });

export const afterCode = (parts: MailParts) =>
  createAuthMiddleware(async (ctx) => {
    if (!CODE_PATHS.includes(ctx.path)) return;
    const { db, publicUrl } = parts;
    const { returned, newSession } = ctx.context;
    if (!isAPIError(returned)) {
      // The pending sign-in is gone by now.
      const userId = newSession?.user.id ?? (await findUserOfCode(ctx))?.id;
      if (userId === undefined) return;
      for (const counter of await codeCounters(db, userId, ctx.headers, publicUrl))
        await uncountAttempt(db, counter);
      return;
    }
    const user = await findUserOfCode(ctx);
    if (user === null) return;
    const client = clientOf(ctx.headers);
    await recordSecurityEvent(db, fromUuid(user.id), user.isSignedIn ? WRONG_CODE : FAILED_SIGN_IN, client);
  });

async function warnOwner(parts: MailParts, userId: string, headers: Headers | undefined): Promise<void> {
  const user = await parts.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user !== undefined)
    sendSecurityMail(parts, { ...user, id: fromUuid(user.id) }, 'wrong_codes', clientOf(headers));
}

interface UserOfCode {
  readonly id: string;
  readonly isSignedIn: boolean;
  /** Whether they are turning on two-factor sign-in, with a secret that they have just been shown. */
  readonly isEnrolling: boolean;
}

/** Finds the user the code belongs to, the same way the library does. */
async function findUserOfCode(ctx: Context): Promise<UserOfCode | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null)
    return { id: session.user.id, isSignedIn: true, isEnrolling: session.user.twoFactorEnabled !== true };
  const { name } = ctx.context.createAuthCookie(PENDING_SIGN_IN_COOKIE);
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!identifier) return null;
  const pending = await ctx.context.internalAdapter.findVerificationValue(identifier);
  return pending === null ? null : { id: pending.value, isSignedIn: false, isEnrolling: false };
}
