// Sends a link to choose a new password. The answer is the same whether or not the address is known.

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
  const ask = useMutation({
    mutationFn: (email: string) => call('POST', AUTH_PATHS.requestPasswordReset, { email }),
  });
  const footer = <TextLink to={PAGES.signIn}>Back to sign in</TextLink>;

  if (mail === 'none') {
    return (
      <AuthFrame title="Email is not set up here" footer={footer}>
        <Text>So no link for a new password can be sent. Ask whoever runs Leadline for you.</Text>
      </AuthFrame>
    );
  }
  if (ask.isSuccess) {
    return (
      <AuthFrame title={mail === 'sent' ? 'Check your email' : 'The link is in the log'} footer={footer}>
        <Text role="status">{tellWhereLinkIs(mail, ask.variables)}</Text>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Choose a new password"
      description={
        mail === 'sent'
          ? 'We send you a link for it.'
          : 'Email is not set up here: whoever runs Leadline for you finds the link in its log.'
      }
      footer={footer}
    >
      <form onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))} noValidate>
        <Stack gap="md">
          <FormError error={ask.error} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={ask.isPending} fullWidth>
            {mail === 'sent' ? 'Send link' : 'Make link'}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function tellWhereLinkIs(mail: Mail, email: string): string {
  return mail === 'sent'
    ? `If ${email} is known here, a link to choose a new password is on its way. It can take a minute; look into the spam folder too.`
    : `If ${email} is known here, the link to choose a new password is printed where Leadline was started. Whoever runs it can give it to you.`;
}
