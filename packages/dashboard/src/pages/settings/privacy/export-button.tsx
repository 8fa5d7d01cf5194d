// Downloads all data of the account, after asking for the password. The download is a link rather than a request, so that
// the browser writes it to disk as it arrives.

import type { AccountExportBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { useAccount, useSession } from '../../../session/use-session.ts';

export function ExportButton() {
  const [isAsking, ask] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={ask.open} leftSection={<IconDownload size={16} aria-hidden />}>
        Export all data
      </Button>
      <Modal opened={isAsking} onClose={ask.close} title="Export all data?">
        <ConfirmExport onClose={ask.close} />
      </Modal>
    </>
  );
}

function ConfirmExport({ onClose }: { readonly onClose: () => void }) {
  const { account_id } = useAccount();
  const { user } = useSession();
  const form = useForm({ initialValues: { password: '' } });
  const request = useMutation({
    mutationFn: ({ password }: { password: string }) => {
      const body: AccountExportBody = password === '' ? {} : { password };
      return call('POST', PATHS.accountExport, body);
    },
    onSuccess: ({ data: { ticket } }) => {
      download(`${PATHS.accountExport}?${new URLSearchParams({ account: account_id, ticket })}`);
      onClose();
      notifications.show({ message: 'The download has started' });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values))} noValidate>
      <Stack gap="md">
        <Text>
          The file contains all leads and their personal data. The export is recorded in the audit log.
        </Text>
        <FormError error={request.error} />
        <input type="hidden" autoComplete="username" value={user?.email ?? ''} />
        <PasswordInput
          label="Your password"
          description="Leave it empty if you have none, because you sign in with single sign-on."
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={request.isPending}>
            Export
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** With the `download` attribute, a failure doesn't replace the page. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
