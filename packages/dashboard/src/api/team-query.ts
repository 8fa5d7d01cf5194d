// The people leads can be assigned to. Unlike the members (members-query.ts), every role may see them.

import type { TeamMember } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const teamQuery = queryOptions({
  queryKey: queryKeys.assignees,
  queryFn: ({ signal }) => call('GET', PATHS.team, undefined, { signal }),
  select: ({ data }): readonly TeamMember[] => data,
  staleTime: 5 * 60_000,
});
