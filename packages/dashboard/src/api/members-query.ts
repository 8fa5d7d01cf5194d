// The members of the account, as listed by better-auth.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import type { Member } from './auth-answers.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const membersQuery = queryOptions({
  queryKey: queryKeys.members,
  queryFn: ({ signal }) => call('GET', AUTH_PATHS.members, undefined, { signal }),
  select: ({ members }) => members,
});

/** Returns `user_…`, the format used everywhere else in the API. */
export function toUserId({ userId }: Member): string {
  return `user_${userId.replaceAll('-', '')}`;
}
