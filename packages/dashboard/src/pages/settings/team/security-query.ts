// What the account demands of its members, and who has two-factor sign-in. For owners.

import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export const accountSecurityQuery = queryOptions({
  queryKey: queryKeys.accountSecurity,
  queryFn: ({ signal }) => call('GET', PATHS.accountSecurity, undefined, { signal }),
  select: ({ data }) => data,
});
