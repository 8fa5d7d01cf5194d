// The account's scoring settings: what is live, the draft and the defaults.

import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => call('GET', PATHS.settings, undefined, { signal }),
  select: ({ data }) => data,
});
