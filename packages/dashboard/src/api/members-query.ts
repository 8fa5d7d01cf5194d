// Who belongs to the account, as better-auth tells it.

import type { Role } from '@leadline/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly user: { readonly name: string; readonly email: string };
}

/** Who belongs to it and who is invited. */
export const TEAM_KEY = ['team'] as const;

export const membersQuery = queryOptions({
  queryKey: [...TEAM_KEY, 'members'],
  queryFn: ({ signal }) =>
    call<{ members: Member[] }>('GET', '/api/auth/organization/list-members', undefined, { signal }),
  select: ({ members }) => members,
});

/** `user_…` as the rest of the API writes it. */
export function toUserId({ userId }: Member): string {
  return `user_${userId.replaceAll('-', '')}`;
}
