// Marks sessions that were opened by single sign-on. They count as two-factor, because the identity provider decides how
// its users prove who they are, and it has to confirm them every hour; see sso/sso-checks.ts. A session that replaces another
// keeps its mark.

import type { GenericEndpointContext } from 'better-auth';

type Fields = Readonly<Record<string, unknown>>;

const SSO_CALLBACK = '/callback/:id';

export function keepSignInMethod(session: Fields, ctx: GenericEndpointContext | null): Fields {
  if (ctx?.path === SSO_CALLBACK) return { ...session, signInMethod: 'sso', ssoCheckedAt: new Date() };
  const previous = ctx?.context.session?.session;
  if (previous === undefined || previous.userId !== session.userId)
    return { ...session, signInMethod: 'password' };
  const { signInMethod, ssoCheckedAt } = previous;
  return { ...session, signInMethod: signInMethod || 'password', ssoCheckedAt: ssoCheckedAt ?? null };
}
