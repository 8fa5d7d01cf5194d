// Asks for the account's name and the password, then closes the account and schedules its deletion.

import type { AccountDeletionBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { formatCountOf } from '../../../components/format-number.ts';
import { refreshSession, useAccount, useSession } from '../../../session/use-session.ts';
import { ExportButton } from './export-button.tsx';

interface DeleteAccountDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeleteAccountDialog({ opened, onClose }: DeleteAccountDialogProps) {
  const { name } = useAccount();
  return (
    <Modal opened={opened} onClose={onClose} title={`Delete ${name}?`}>
      <DeleteAccount onClose={onClose} />
    </Modal>
  );
}

function DeleteAccount({ onClose }: { readonly onClose: () => void }) {
  const { name } = useAccount();
  const { user, account_deletion_days: days } = useSession();
  const form = useForm({ initialValues: { name: '', password: '' } });
  const request = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const body: AccountDeletionBody = { name, ...(password === '' ? {} : { password }) };
      await call('POST', PATHS.accountDeletion, body);
      await refreshSession();
    },
    onSuccess: () => {
      onClose();
      notifications.show({ message: 'The account is closed and will be deleted' });
    },
  });
  const isReady = form.values.name.trim() === name.trim();
  const submit = form.onSubmit((values) => {
    if (isReady) request.mutate(values);
  });
  return (
    <Stack gap="md">
      <Text component="div">
        The account is closed at once: keys stop working, new leads are rejected, and all owners are emailed.
        For {formatCountOf(days, 'day')}, members can still read everything, and any owner can cancel. Then
        all data is deleted: leads, people, imports, webhooks, keys, members and the audit log. This can’t be
        undone.
      </Text>
      <Group>
        <ExportButton />
      </Group>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError error={request.error} />
          <TextInput
            label={`Type “${name}” to confirm`}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <input type="hidden" autoComplete="username" value={user?.email ?? ''} />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep account
            </Button>
            <Button type="submit" color="red.8" disabled={!isReady} loading={request.isPending}>
              Delete account
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
