// The invitations to the account, as listed by better-auth.

import type { Role } from '@leadline/contract';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly expiresAt: string;
}

/** Owners only, because an invitation can be used by anyone who knows its ID. */
export const invitationsQuery = queryOptions({
  queryKey: queryKeys.invitations,
  queryFn: ({ signal }) => call<Invitation[]>('GET', AUTH_PATHS.invitations, undefined, { signal }),
});

export function findPending(invitations: readonly Invitation[], now: number): Invitation[] {
  return invitations.filter(({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > now);
}
