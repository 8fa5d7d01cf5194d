// Creates a user. The first person to sign up becomes the owner; after that, sign-up may require an invitation.

import { MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '@leadline/contract/limits';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { TextLink } from '../components/text-link.tsx';
import { validateEmail, validateFilled, validateNewPassword } from '../components/validate.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { isInvitation } from './sign-in-page.tsx';
import { SsoButton } from './sso-button.tsx';
import { useNextPath } from './use-next-path.ts';

interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export function SignUpPage() {
  const { user, sign_up: signUp, sso } = useSession();
  const next = useNextPath();
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: validateFilled('your name'),
      email: validateEmail,
      password: validateNewPassword,
    },
  });
  const join = useMutation({
    mutationFn: async ({ name, email, password }: NewUser) => {
      await call('POST', AUTH_PATHS.signUp, { name: name.trim(), email: email.trim(), password });
      await refreshSession();
    },
  });

  if (user !== null) return <Navigate to={next} replace />;
  if (sso?.only === true) return <Navigate to={withNext(PAGES.signIn, next)} replace />;
  const toSignIn = (
    <>
      Already have an account? <TextLink to={withNext(PAGES.signIn, next)}>Sign in</TextLink>
    </>
  );
  if (signUp === 'closed' && !isInvitation(next)) {
    return (
      <AuthFrame title="Sign-up is closed" footer={toSignIn}>
        <Text>You need an invitation to join. Ask an owner of your company’s account to invite you.</Text>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={signUp === 'first' ? 'Set up Leadline' : 'Create an account'}
      description={
        signUp === 'first'
          ? 'The first person to sign up becomes the owner.'
          : isInvitation(next) && 'Use the email your invitation was sent to.'
      }
      footer={signUp !== 'first' && toSignIn}
    >
      <form onSubmit={form.onSubmit((values) => join.mutate(values))} noValidate>
        <Stack gap="md">
          {signUp !== 'first' && <SsoButton next={next} />}
          <FormError error={join.error} />
          <TextInput
            label="Name"
            autoComplete="name"
            autoFocus
            maxLength={MAX_NAME_LENGTH}
            {...form.getInputProps('name')}
          />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description={`At least ${MIN_PASSWORD_LENGTH} characters`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={join.isPending} fullWidth>
            {signUp === 'first' ? 'Set up' : 'Create account'}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
