// Makes new backup codes, for example when most of them are used.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { BackupCodes } from './backup-codes.tsx';
import { PasswordForm } from './password-form.tsx';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewCodesDialog({ opened, onClose }: DialogProps) {
  const [isMade, setMade] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setMade(false)}
      title={isMade ? 'Save your backup codes' : 'Make new backup codes'}
      // The codes are only shown once, so a stray click or keypress must not close the dialog.
      closeOnClickOutside={!isMade}
      closeOnEscape={!isMade}
      withCloseButton={!isMade}
    >
      <NewCodes onMade={() => setMade(true)} onClose={onClose} />
    </Modal>
  );
}

interface NewCodesProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

function NewCodes({ onMade, onClose }: NewCodesProps) {
  const renew = useMutation({
    mutationFn: (proof: { readonly password: string; readonly code: string }) =>
      call('POST', AUTH_PATHS.renewBackupCodes, proof),
    onSuccess: () => {
      onMade();
      void queryClient.invalidateQueries({ queryKey: queryKeys.backupCodes });
      void queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
  if (renew.data !== undefined) {
    return (
      <BackupCodes
        intro="Your old backup codes no longer work."
        codes={renew.data.backupCodes}
        onDone={onClose}
      />
    );
  }
  return (
    <PasswordForm
      submitLabel="Make new codes"
      asksForCode
      isPending={renew.isPending}
      error={renew.error}
      onSubmit={(password, code) => renew.mutate({ password, code })}
      onCancel={onClose}
    >
      You get ten new codes. The ones you have now stop working.
    </PasswordForm>
  );
}
