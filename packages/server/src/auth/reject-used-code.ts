// Makes authenticator codes work only once (RFC 6238, section 5.2), since someone may have read one over the user's
// shoulder. The library doesn't do this. We claim the code before the library verifies it, so that only one of two
// simultaneous requests succeeds.

import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Installation } from '../db/installation.ts';
import { type AttemptLimit, countAttempts } from './attempts.ts';

/** A code is valid for 90 seconds: its own 30, plus the 30 before and after. */
const ONCE: AttemptLimit = { max: 1, windowSeconds: 120 };
/** The library's cookie for a sign-in that is waiting for its code. */
const PENDING_SIGN_IN_COOKIE = 'two_factor';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export const rejectUsedCode = (db: Installation) =>
  createAuthMiddleware(async (ctx) => {
    if (ctx.path !== '/two-factor/verify-totp') return;
    const { code } = (ctx.body ?? {}) as { readonly code?: unknown };
    if (typeof code !== 'string' || !/^\d{6}$/.test(code)) return;
    const userId = await findUserOfCode(ctx);
    if (userId === null) return; // the library will reject the request
    if ((await countAttempts(db, [{ subject: `code ${code} of ${userId}`, limit: ONCE }])) > 0)
      throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'Code used' });
  });

/** Finds the user the code belongs to, the same way the library does. */
export async function findUserOfCode(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null) return session.user.id;
  const { name } = ctx.context.createAuthCookie(PENDING_SIGN_IN_COOKIE);
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!identifier) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value ?? null;
}
