// A session that takes the place of another one works for the same account: who changes their password, or their second
// factor, goes on where they were.

import type { GenericEndpointContext } from 'better-auth';

type Fields = Readonly<Record<string, unknown>>;

export async function keepActiveAccount(
  made: Fields,
  ctx: GenericEndpointContext | null,
): Promise<{ data: Fields } | undefined> {
  const former = ctx?.context.session?.session;
  const activeOrganizationId = former?.activeOrganizationId ?? null;
  // Somebody else may have been signed in before.
  if (former === undefined || former.userId !== made.userId || activeOrganizationId === null) return;
  return { data: { ...made, activeOrganizationId } };
}
