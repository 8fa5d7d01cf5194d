// Who belongs to the account, and who is invited; as better-auth tells it.

import type { Role } from '@leadline/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly user: { readonly name: string; readonly email: string };
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly expiresAt: string;
}

export const TEAM_KEY = ['team'] as const;

export const membersQuery = queryOptions({
  queryKey: [...TEAM_KEY, 'members'],
  queryFn: ({ signal }) =>
    call<{ members: Member[] }>('GET', '/api/auth/organization/list-members', undefined, { signal }),
  select: ({ members }) => members,
});

/** For owners only: whoever knows the id of an invitation can use it. */
export const invitationsQuery = queryOptions({
  queryKey: [...TEAM_KEY, 'invitations'],
  queryFn: ({ signal }) =>
    call<Invitation[]>('GET', '/api/auth/organization/list-invitations', undefined, { signal }),
});

export function findPending(invitations: readonly Invitation[], now: number): Invitation[] {
  return invitations.filter(({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > now);
}

/** `user_…` as the rest of the API writes it. */
export function toUserId({ userId }: Member): string {
  return `user_${userId.replaceAll('-', '')}`;
}
