// Changing the password or second factor replaces the session. This keeps the user's current account in the new one.

import type { GenericEndpointContext } from 'better-auth';

type Fields = Readonly<Record<string, unknown>>;

export function keepActiveAccount(session: Fields, ctx: GenericEndpointContext | null): Fields {
  const previous = ctx?.context.session?.session;
  const activeOrganizationId = previous?.activeOrganizationId ?? null;
  // The previous session may belong to a different user.
  if (previous === undefined || previous.userId !== session.userId || activeOrganizationId === null)
    return session;
  return { ...session, activeOrganizationId };
}
