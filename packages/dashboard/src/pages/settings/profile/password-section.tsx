// Changes the password and, by default, signs out everywhere else, in case somebody else knows the old one.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FormError } from '../../../components/form-error.tsx';
import { PASSWORD_ADVICE, validateFilled, validateNewPassword } from '../../../components/validate.ts';
import { refreshSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly revokeOtherSessions: boolean;
}

export function PasswordSection() {
  const queryClient = useQueryClient();
  const form = useForm<PasswordChange>({
    initialValues: { currentPassword: '', newPassword: '', revokeOtherSessions: true },
    validate: {
      currentPassword: validateFilled('your current password'),
      newPassword: validateNewPassword,
    },
  });
  const change = useMutation({
    mutationFn: async (values: PasswordChange) => {
      await call('POST', AUTH_PATHS.changePassword, values);
      await refreshSession();
    },
    onSuccess: () => {
      form.reset();
      notifications.show({ message: 'Password changed' });
      return queryClient.invalidateQueries({ queryKey: queryKeys.deviceSessions });
    },
    onError: () => form.setFieldValue('currentPassword', ''),
  });
  return (
    <Section title="Password" description={PASSWORD_ADVICE}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="sm" maw={400}>
          <FormError error={change.error} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <Checkbox
            label="Sign out everywhere else"
            {...form.getInputProps('revokeOtherSessions', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
