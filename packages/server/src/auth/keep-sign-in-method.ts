// Marks sessions that were opened by single sign-on. They count as two-factor, because the identity provider decides how
// its users prove who they are. A session that replaces another keeps its mark.

import type { GenericEndpointContext } from 'better-auth';

type Fields = Readonly<Record<string, unknown>>;

const SSO_CALLBACK = '/callback/:id';

export function keepSignInMethod(session: Fields, ctx: GenericEndpointContext | null): Fields {
  if (ctx?.path === SSO_CALLBACK) return { ...session, signInMethod: 'sso' };
  const previous = ctx?.context.session?.session;
  const isSameUser = previous !== undefined && previous.userId === session.userId;
  return { ...session, signInMethod: (isSameUser && previous.signInMethod) || 'password' };
}
