// Renames the account.

import type { AccountBody } from '@leadline/contract';
import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { validateFilled } from '../../../components/validate.ts';
import { refreshSession, useAccount } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

export function AccountNameSection() {
  const account = useAccount();
  const form = useForm({
    initialValues: { name: account.name },
    validate: { name: validateFilled('the name of your business') },
  });
  const save = useMutation({
    mutationFn: async (body: AccountBody) => {
      await call('PUT', PATHS.accountName, body);
      await refreshSession();
    },
    onSuccess: () => {
      form.resetDirty();
      notifications.show({ message: 'Name changed' });
    },
  });
  return (
    <Section title="Name" description="Your team sees it, and so do the people you invite.">
      <form onSubmit={form.onSubmit(({ name }) => save.mutate({ name: name.trim() }))} noValidate>
        <Stack gap="sm" maw={400}>
          <FormError error={save.error} />
          <TextInput
            label="Name"
            autoComplete="organization"
            maxLength={MAX_NAME_LENGTH}
            {...form.getInputProps('name')}
          />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
