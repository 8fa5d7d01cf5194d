// The invitations to the account, as listed by better-auth.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import type { Invitation } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Owners only, because an invitation can be used by anyone who knows its ID. */
export const invitationsQuery = queryOptions({
  queryKey: queryKeys.invitations,
  queryFn: ({ signal }) => call('GET', AUTH_PATHS.invitations, undefined, { signal }),
});

export function findPending(invitations: readonly Invitation[], now: number): Invitation[] {
  return invitations.filter(({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > now);
}
