// Creates a user. The first person needs a setup token, which Leadline shows to the operator, and becomes the owner;
// after that, sign-up may require an invitation.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation } from 'react-router';
import { call } from '../api/call.ts';
import { describeFailure } from '../components/describe-failure.ts';
import { FormError } from '../components/form-error.tsx';
import { TextLink } from '../components/text-link.tsx';
import {
  PASSWORD_ADVICE,
  validateEmail,
  validateFilled,
  validateNewPassword,
} from '../components/validate.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { readInvitationId } from './invitations.ts';
import { SetupTokenInput } from './setup-token-input.tsx';
import { SsoButton } from './sso-button.tsx';
import { SsoSetUp } from './sso-set-up.tsx';
import { useNextPath } from './use-next-path.ts';

interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Only for the first person. */
  readonly setupToken: string;
}

export function SignUpPage() {
  const { user, account, sign_up: signUp, sso } = useSession();
  const next = useNextPath();
  const linkedToken = useLinkedToken();
  const invitedEmail = useInvitedEmail();
  const invitationId = readInvitationId(next);
  const isFirst = signUp === 'first';
  const form = useForm({
    initialValues: { name: '', email: invitedEmail, password: '', setupToken: linkedToken },
    validate: {
      name: validateFilled('your name'),
      email: validateEmail,
      password: validateNewPassword,
      setupToken: (token) => (isFirst ? validateFilled('the setup token')(token) : null),
    },
  });
  const join = useMutation({
    mutationFn: async ({ name, email, password, setupToken }: NewUser) => {
      await call('POST', AUTH_PATHS.signUp, {
        name: name.trim(),
        email: email.trim(),
        password,
        ...(isFirst ? { setupToken: setupToken.trim() } : {}),
        ...(invitationId === null ? {} : { invitationId }),
      });
      await refreshSession();
    },
    onError: (error) => {
      if (isWeakPassword(error)) form.setFieldError('password', describeFailure(error));
    },
  });

  // A link that is opened in a tab with this page only changes the fragment.
  const takeToken = useEffectEvent(() => {
    form.setFieldValue('setupToken', linkedToken);
    if (!join.isPending) join.reset();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only runs when the token changes
  useEffect(() => takeToken(), [linkedToken]);

  const isTokenRejected = join.error instanceof LeadlineError && join.error.code === 'invalid_setup_token';

  // Signing up with an invitation accepts it, so that its page has nothing left to show.
  const hasJoined = !join.isIdle && account !== null && invitationId !== null;
  if (user !== null) return <Navigate to={hasJoined ? PAGES.inbox : next} replace />;
  if (sso?.only === true && isFirst)
    return <SsoSetUp key={linkedToken} next={next} linkedToken={linkedToken} />;
  if (sso?.only === true) return <Navigate to={withNext(PAGES.signIn, next)} replace />;
  const toSignIn = (
    <>
      Already have an account? <TextLink to={withNext(PAGES.signIn, next)}>Sign in</TextLink>
    </>
  );
  if (signUp === 'closed' && invitationId === null) {
    return (
      <AuthFrame title="Sign-up is closed" footer={toSignIn}>
        <Text>You need an invitation to join. Ask an owner of your company’s account to invite you.</Text>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={isFirst ? 'Set up Leadline' : 'Create an account'}
      description={
        isFirst
          ? 'You’ll own this installation’s first account.'
          : invitationId !== null && 'Use the email your invitation was sent to.'
      }
      footer={!isFirst && toSignIn}
    >
      <form onSubmit={form.onSubmit((values) => join.mutate(values))} noValidate>
        <Stack gap="md">
          {signUp !== 'first' && <SsoButton next={next} />}
          {!isWeakPassword(join.error) && <FormError error={join.error} />}
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
            description={PASSWORD_ADVICE}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {isFirst && (linkedToken === '' || isTokenRejected) && (
            <SetupTokenInput {...form.getInputProps('setupToken')} />
          )}
          <Button type="submit" loading={join.isPending} fullWidth>
            {isFirst ? 'Set up' : 'Create account'}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

const isWeakPassword = (error: unknown): boolean =>
  error instanceof LeadlineError && error.code === 'weak_password';

/** From the page of an invitation. The history state can contain anything. */
function useInvitedEmail(): string {
  const { state } = useLocation();
  const { email } = (state ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' ? email : '';
}

/** The setup token in `/sign-up#setup=…`, which is the link that Leadline prints. */
function useLinkedToken(): string {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get('setup') ?? '';
}
