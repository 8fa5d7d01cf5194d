// Signs in with email and password. If two-factor sign-in is on, the second step follows.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { TextLink } from '../components/text-link.tsx';
import { validateEmail, validateFilled } from '../components/validate.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { hasSessionEnded } from '../session/session-end.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { readInvitationId } from './invitations.ts';
import { SsoButton } from './sso-button.tsx';
import { useNextPath } from './use-next-path.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function SignInPage() {
  const { user, sign_up: signUp, sso } = useSession();
  const isSsoOnly = sso?.only === true;
  const next = useNextPath();
  const navigate = useNavigate();
  const { search } = useLocation();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: validateEmail, password: validateFilled('your password') },
  });
  const signIn = useMutation({
    mutationFn: async ({ email, password }: Credentials) => {
      const body = { email: email.trim(), password };
      const answer = await call('POST', AUTH_PATHS.signIn, body);
      if (answer.twoFactorRedirect === true) return PAGES.twoFactor;
      await refreshSession();
      return null;
    },
    onSuccess: (step) => step !== null && navigate(withNext(step, next)),
    onError: (error) => {
      if (!isBusy(error)) form.setFieldValue('password', '');
    },
  });

  if (user !== null) return <Navigate to={next} replace />;
  // Keeps the reason why single sign-on failed.
  if (signUp === 'first') return <Navigate to={{ pathname: PAGES.signUp, search }} replace />;
  const signedOut = hasSessionEnded() && (
    <Text size="sm" role="status">
      You were signed out. Your last change may not have been saved.
    </Text>
  );
  if (isSsoOnly) {
    return (
      <AuthFrame title="Sign in">
        <Stack gap="md">
          {signedOut}
          <SsoButton next={next} />
        </Stack>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Sign in"
      footer={
        (signUp === 'open' || readInvitationId(next) !== null) && (
          <>
            New here? <TextLink to={withNext(PAGES.signUp, next)}>Create an account</TextLink>
          </>
        )
      }
    >
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack gap="md">
          {signedOut}
          <SsoButton next={next} />
          <FormError
            error={
              isBusy(signIn.error)
                ? 'Leadline is busy and has not checked your password. Try again in a moment.'
                : signIn.error
            }
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
          <Text size="sm" ta="center">
            <TextLink to={PAGES.forgotPassword}>Forgot your password?</TextLink>
          </Text>
        </Stack>
      </form>
    </AuthFrame>
  );
}

/** The password may be right. */
const isBusy = (error: unknown): boolean => error instanceof LeadlineError && (error.status ?? 0) >= 500;
