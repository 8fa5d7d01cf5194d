// Saves each change at once. Changes are sent one after the other, so that the last one wins.

import type { AlertChoices, AlertChoicesResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alertsQuery } from '../../../alerts/alerts-query.ts';
import { call } from '../../../api/call.ts';

export interface ChoicesProps {
  readonly choices: AlertChoices;
  readonly onChange: (change: Partial<AlertChoices>) => void;
}

const SCOPE = { id: 'alert-choices' };
const MUTATION_KEY = ['alert-choices'];
const NOTICE = 'alert-choices-saved';

export function useSaveChoices() {
  const queryClient = useQueryClient();
  const { queryKey } = alertsQuery;
  const save = useMutation({
    scope: SCOPE,
    mutationKey: MUTATION_KEY,
    mutationFn: (choices: AlertChoices) => call('PUT', PATHS.alerts, choices),
    onSuccess: () => notifications.show({ id: NOTICE, message: 'Saved' }),
    // Shows what is stored, whether it was saved or not. While other changes wait, that would undo them on the page.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: MUTATION_KEY }) === 1)
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  function change(changes: Partial<AlertChoices>): void {
    const stored = queryClient.getQueryData<AlertChoicesResult>(queryKey);
    if (stored === undefined) return;
    const choices = { ...stored.data, ...changes };
    // Going back to what was there before the query would undo this change on the page.
    void queryClient.cancelQueries({ queryKey }, { revert: false });
    queryClient.setQueryData<AlertChoicesResult>(queryKey, { success: true, data: choices });
    save.mutate(choices);
  }
  return { change, error: save.error };
}
