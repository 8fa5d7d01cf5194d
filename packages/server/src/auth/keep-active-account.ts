// Changing a password or the second factor replaces the session. The new one keeps the account the user was working in.

import type { GenericEndpointContext } from 'better-auth';

type Fields = Readonly<Record<string, unknown>>;

export async function keepActiveAccount(
  session: Fields,
  ctx: GenericEndpointContext | null,
): Promise<{ data: Fields } | undefined> {
  const previous = ctx?.context.session?.session;
  const activeOrganizationId = previous?.activeOrganizationId ?? null;
  // A different user may have been signed in before.
  if (previous === undefined || previous.userId !== session.userId || activeOrganizationId === null) return;
  return { data: { ...session, activeOrganizationId } };
}
