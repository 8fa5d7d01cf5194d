// The keys that still work.

import type { KeyList } from '@leadline/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => call<KeyList>('GET', '/api/keys', undefined, { signal }),
  select: (answer) => answer.data,
});
