// Sends a link to reset the password. The response never reveals whether the email is registered.

import type { Session } from '@leadline/contract';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { TextLink } from '../components/text-link.tsx';
import { validateEmail } from '../components/validate.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';

type Mail = Session['mail'];

export function ForgotPasswordPage() {
  const { mail } = useSession();
  const form = useForm({ initialValues: { email: '' }, validate: { email: validateEmail } });
  const request = useMutation({
    mutationFn: (email: string) => call('POST', AUTH_PATHS.requestPasswordReset, { email }),
  });
  const footer = <TextLink to={PAGES.signIn}>Back to sign in</TextLink>;

  if (mail === 'none') {
    return (
      <AuthFrame title="Email isn’t set up" footer={footer}>
        <Text>Leadline can’t send you a link to reset your password. Ask your administrator for help.</Text>
      </AuthFrame>
    );
  }
  if (request.isSuccess) {
    return (
      <AuthFrame title={mail === 'sent' ? 'Check your email' : 'Link created'} footer={footer}>
        <Text role="status">{describeNextStep(mail, request.variables)}</Text>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Reset your password"
      description={
        mail === 'sent'
          ? 'We’ll email you a link.'
          : 'Email isn’t set up, so the link only appears on the server. Ask your administrator for it.'
      }
      footer={footer}
    >
      <form onSubmit={form.onSubmit(({ email }) => request.mutate(email.trim()))} noValidate>
        <Stack gap="md">
          <FormError error={request.error} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={request.isPending} fullWidth>
            {mail === 'sent' ? 'Send link' : 'Create link'}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function describeNextStep(mail: Mail, email: string): string {
  return mail === 'sent'
    ? `If ${email} has an account, a link to reset the password is on its way. It can take a minute. Check your spam folder too.`
    : `If ${email} has an account, a link to reset the password is on the server now. Ask your administrator for it.`;
}
