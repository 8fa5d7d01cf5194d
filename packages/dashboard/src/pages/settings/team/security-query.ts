// Whether the account requires two-factor sign-in, and which members have it. For owners.

import type { AccountSecurityResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export const accountSecurityQuery = queryOptions({
  queryKey: queryKeys.accountSecurity,
  queryFn: ({ signal }) => call<AccountSecurityResult>('GET', PATHS.accountSecurity, undefined, { signal }),
  select: ({ data }) => data,
});
