// The active API keys.

import type { KeyList } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const keysQuery = queryOptions({
  queryKey: queryKeys.apiKeys,
  queryFn: ({ signal }) => call<KeyList>('GET', PATHS.keys, undefined, { signal }),
  select: (answer) => answer.data,
});
