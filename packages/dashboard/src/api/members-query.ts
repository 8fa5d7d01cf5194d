// The members of the account, as listed by better-auth.

import type { Role } from '@leadline/contract';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly user: { readonly name: string; readonly email: string };
}

export const membersQuery = queryOptions({
  queryKey: queryKeys.members,
  queryFn: ({ signal }) => call<{ members: Member[] }>('GET', AUTH_PATHS.members, undefined, { signal }),
  select: ({ members }) => members,
});

/** Returns `user_…`, the format used everywhere else in the API. */
export function toUserId({ userId }: Member): string {
  return `user_${userId.replaceAll('-', '')}`;
}
