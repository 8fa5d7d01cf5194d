// A code of an authenticator app is good once (RFC 6238, section 5.2): whoever looks over a shoulder has half a minute too.
// The library takes it as often as it comes. It is claimed before it is looked at, so that of two who send it at once one gets
// in; a wrong one is no loss.

import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Installation } from '../db/installation.ts';
import { type AttemptLimit, countAttempts } from './attempts.ts';

/** A code is right for 90 s: in its own half minute, the one before and the one after. */
const ONCE: AttemptLimit = { most: 1, windowSeconds: 120 };
/** As the library names what a sign-in that still lacks its code is known by. */
const HALF_SIGNED_IN_COOKIE = 'two_factor';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export const rejectUsedCode = (db: Installation) =>
  createAuthMiddleware(async (ctx) => {
    if (ctx.path !== '/two-factor/verify-totp') return;
    const { code } = (ctx.body ?? {}) as { readonly code?: unknown };
    if (typeof code !== 'string' || !/^\d{6}$/.test(code)) return;
    const userId = await findUserId(ctx);
    if (userId === null) return; // the library refuses them
    if ((await countAttempts(db, [{ subject: `code ${code} of ${userId}`, limit: ONCE }])) > 0)
      throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'Code used' });
  });

/** Whose code it is, found as the library finds it. */
async function findUserId(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null) return session.user.id;
  const { name } = ctx.context.createAuthCookie(HALF_SIGNED_IN_COOKIE);
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!identifier) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value ?? null;
}
