// Changes what the account demands of its members.

import type { AccountSecurity } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export function useSaveSecurity(describe: (changes: AccountSecurity) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: AccountSecurity) => call('PUT', PATHS.accountSecurity, changes),
    onSuccess: (_, changes) => notifications.show({ message: describe(changes) }),
    // The session knows what this user may do.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.accountSecurity }),
        queryClient.invalidateQueries({ queryKey: queryKeys.session }),
      ]),
  });
}
