// The plan and its usage this month.

import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const usageQuery = queryOptions({
  queryKey: queryKeys.usage,
  queryFn: ({ signal }) => call('GET', PATHS.usage, undefined, { signal }),
  select: (answer) => answer.data,
});
