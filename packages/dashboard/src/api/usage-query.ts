// The plan and what is used of it this month.

import type { UsageResult } from '@leadline/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call<UsageResult>('GET', '/api/usage', undefined, { signal }),
  select: (answer) => answer.data,
});
