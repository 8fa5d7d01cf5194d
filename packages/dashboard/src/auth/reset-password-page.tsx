// Sets a new password, using the link from the email.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { TextLink } from '../components/text-link.tsx';
import { PASSWORD_ADVICE, validateNewPassword } from '../components/validate.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { AuthFrame } from './auth-frame.tsx';

export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const form = useForm({ initialValues: { password: '' }, validate: { password: validateNewPassword } });
  const reset = useMutation({
    mutationFn: (newPassword: string) => call('POST', AUTH_PATHS.resetPassword, { newPassword, token }),
  });

  if (reset.isSuccess) {
    return (
      <AuthFrame title="Password changed" footer={<TextLink to={PAGES.signIn}>Sign in</TextLink>}>
        <Text role="status">Sign in with your new password.</Text>
      </AuthFrame>
    );
  }
  if (token === null || search.has('error')) {
    return (
      <AuthFrame
        title="This link doesn’t work"
        footer={<TextLink to={PAGES.forgotPassword}>Request a new link</TextLink>}
      >
        <Text>It has expired or was already used.</Text>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Choose a new password"
      footer={<TextLink to={PAGES.forgotPassword}>Request a new link</TextLink>}
    >
      <form onSubmit={form.onSubmit(({ password }) => reset.mutate(password))} noValidate>
        <Stack gap="md">
          <FormError error={reset.error} />
          <PasswordInput
            label="New password"
            description={PASSWORD_ADVICE}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={reset.isPending} fullWidth>
            Change password
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
