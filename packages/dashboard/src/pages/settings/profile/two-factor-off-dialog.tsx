// Turns off two-factor sign-in.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../session/use-session.ts';
import { PasswordForm } from './password-form.tsx';
import { refreshSessions } from './sessions-query.ts';

const NAMES = new Intl.ListFormat('en-GB');

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function TwoFactorOffDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Turn off two-factor sign-in">
      <TurnOff onClose={onClose} />
    </Modal>
  );
}

function TurnOff({ onClose }: { readonly onClose: () => void }) {
  const { accounts } = useSession();
  const requiring = accounts.filter((account) => account.requires_two_factor).map(({ name }) => name);
  const turnOff = useMutation({
    mutationFn: async (proof: { readonly password: string; readonly code: string }) => {
      await call('POST', AUTH_PATHS.disableTwoFactor, proof);
      await refreshSessions();
    },
    onSuccess: () => {
      onClose();
      notifications.show({ message: 'Two-factor sign-in is off' });
    },
  });
  return (
    <PasswordForm
      submitLabel="Turn off"
      isDangerous
      asksForCode
      isPending={turnOff.isPending}
      error={turnOff.error}
      onSubmit={(password, code) => turnOff.mutate({ password, code })}
      onCancel={onClose}
    >
      You’ll sign in with just your password. Your backup codes stop working.
      {requiring.length > 0 &&
        ` ${NAMES.format(requiring)} ${requiring.length === 1 ? 'requires' : 'require'} two-factor sign-in: you won’t have access until you turn it on again.`}
    </PasswordForm>
  );
}
