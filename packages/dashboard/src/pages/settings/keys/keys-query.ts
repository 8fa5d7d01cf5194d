// The keys that still work.

import type { KeyList } from '@leadline/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** All that is asked about keys is under it. */
export const KEYS_KEY = ['keys'] as const;

export const keysQuery = queryOptions({
  queryKey: [...KEYS_KEY, 'all'],
  queryFn: ({ signal }) => call<KeyList>('GET', '/api/keys', undefined, { signal }),
  select: (answer) => answer.data,
});
