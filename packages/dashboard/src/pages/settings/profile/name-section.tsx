// The name others see.

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { validateFilled } from '../../../auth/validate.ts';
import { FormError } from '../../../components/form-error.tsx';
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
      await call('POST', '/api/auth/update-user', { name });
      await refreshSession();
    },
    onSuccess: (_, name) => {
      form.setValues({ name });
      form.resetDirty();
      notifications.show({ message: 'Your name is changed' });
    },
  });
  return (
    <Section title="Name" description={`Shown to your team. You sign in as ${user?.email}.`}>
      <form onSubmit={form.onSubmit(({ name }) => save.mutate(name.trim()))} noValidate>
        <Stack gap="sm" maw={400}>
          <FormError error={save.error} />
          <TextInput label="Name" autoComplete="name" maxLength={100} {...form.getInputProps('name')} />
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
