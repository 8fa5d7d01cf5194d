// Removes a member, after showing what depends on them.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { toUserId } from '../../../api/members-query.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Duties } from './duties.tsx';

interface RemoveDialogProps {
  readonly opened: boolean;
  readonly member: Member;
  readonly onClose: () => void;
}

export function RemoveDialog({ opened, member, onClose }: RemoveDialogProps) {
  const { user } = member;
  const [heir, setHeir] = useState('');
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const query = heir === '' ? '' : `?hand_over_to=${heir}`;
      return call('DELETE', fillPath(PATHS.member, { id: toUserId(member) }) + query);
    },
    onSuccess: () => {
      close();
      notifications.show({ message: `${user.name} was removed` });
      return queryClient.invalidateQueries({ queryKey: queryKeys.team });
    },
  });
  function close(): void {
    remove.reset();
    setHeir('');
    onClose();
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Remove ${user.name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      error={remove.error}
    >
      {user.email} will lose access immediately. Everything they did is kept.
      {opened && <Duties member={member} heir={heir} onHeir={setHeir} withKeys />}
    </ConfirmDialog>
  );
}
