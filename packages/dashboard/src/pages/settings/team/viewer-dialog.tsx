// Makes a member a viewer, after showing what depends on them.

import type { MemberBody } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { toUserId } from '../../../api/members-query.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { refreshSession, useSession } from '../../../session/use-session.ts';
import { Duties } from './duties.tsx';

interface ViewerDialogProps {
  readonly opened: boolean;
  readonly member: Member;
  readonly onClose: () => void;
}

export function ViewerDialog({ opened, member, onClose }: ViewerDialogProps) {
  const { user } = member;
  const isSelf = useSession().user?.user_id === toUserId(member);
  const [heir, setHeir] = useState('');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: async () => {
      const body: MemberBody = { role: 'viewer', ...(heir === '' ? {} : { hand_over_to: heir }) };
      await call('PATCH', fillPath(PATHS.member, { id: toUserId(member) }), body);
      await queryClient.invalidateQueries({ queryKey: queryKeys.team });
      if (isSelf) await refreshSession();
    },
    onSuccess: () => {
      close();
      notifications.show({ message: `${user.name} is now a viewer` });
    },
  });
  function close(): void {
    change.reset();
    setHeir('');
    onClose();
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Make ${user.name} a viewer?`}
      confirmLabel="Make viewer"
      onConfirm={() => change.mutate()}
      isPending={change.isPending}
      error={change.error}
    >
      Viewers can see leads, but can’t work on them.
      {opened && <Duties member={member} heir={heir} onHeir={setHeir} />}
    </ConfirmDialog>
  );
}
