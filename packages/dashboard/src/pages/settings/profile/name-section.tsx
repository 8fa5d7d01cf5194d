// Changes the name that others see.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { validateFilled } from '../../../components/validate.ts';
import { refreshSession, useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

export function NameSection() {
  const { user } = useSession();
  const form = useForm({
    initialValues: { name: user?.name ?? '' },
    validate: { name: validateFilled('your name') },
  });
  const save = useMutation({
    mutationFn: async (name: string) => {
      await call('POST', AUTH_PATHS.updateUser, { name });
      await refreshSession();
    },
    onSuccess: (_, name) => {
      form.setValues({ name });
      form.resetDirty();
      notifications.show({ message: 'Name changed' });
    },
  });
  return (
    <Section title="Name" description="Shown to your team.">
      <form onSubmit={form.onSubmit(({ name }) => save.mutate(name.trim()))} noValidate>
        <Stack gap="sm" maw={400}>
          <FormError error={save.error} />
          <TextInput
            label="Name"
            autoComplete="name"
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
