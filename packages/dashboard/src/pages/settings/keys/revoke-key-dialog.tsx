// Confirms revoking a key.

import type { ApiKey } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { keysQuery } from '../../../api/keys-query.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';

interface RevokeKeyDialogProps {
  readonly opened: boolean;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ opened, apiKey, onClose }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call('DELETE', fillPath(PATHS.key, { id: apiKey.key_id })),
    onSuccess: () => {
      close();
      notifications.show({ message: 'Key revoked' });
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  function close(): void {
    revoke.reset();
    onClose();
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Revoke “${apiKey.name}”?`}
      confirmLabel="Revoke key"
      onConfirm={() => revoke.mutate()}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      Within seconds, leads sent with the key ending in {apiKey.hint} will be rejected and lost. This can’t be
      undone.{' '}
      {apiKey.last_used_at !== null && (
        <>
          It was last used <RelativeTime at={apiKey.last_used_at} />.
        </>
      )}
    </ConfirmDialog>
  );
}
