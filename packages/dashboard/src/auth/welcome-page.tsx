// Creates an account for someone who doesn't have one yet.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { ApiFailure, call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { validateFilled } from '../components/validate.ts';
import { VerifyEmail } from '../components/verify-email.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SignOutLink } from './sign-out-link.tsx';

export function WelcomePage() {
  const { user, account } = useSession();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: validateFilled('your company’s name') },
  });
  const create = useMutation({
    mutationFn: async (name: string) => {
      await call('POST', PATHS.accounts, { name });
      await refreshSession();
    },
  });

  const isUnverified = create.error instanceof ApiFailure && create.error.code === 'email_not_verified';

  if (user === null) return <Navigate to={withNext(PAGES.signIn, PAGES.inbox)} replace />;
  // A new account has no leads, so start by connecting a form.
  if (account !== null) return <Navigate to={create.isSuccess ? PAGES.connect : PAGES.inbox} replace />;
  return (
    <AuthFrame
      title={`Welcome, ${user.name}`}
      description="Create an account for your company. It holds your leads, API keys and team."
      footer={
        <>
          Signed in as {user.email}. <SignOutLink />
        </>
      }
    >
      <form onSubmit={form.onSubmit(({ name }) => create.mutate(name.trim()))} noValidate>
        <Stack gap="md">
          {isUnverified ? <VerifyEmail purpose="continue" /> : <FormError error={create.error} />}
          <TextInput
            label="Company"
            description="You can invite others later."
            autoComplete="organization"
            maxLength={MAX_NAME_LENGTH}
            autoFocus
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={create.isPending} fullWidth>
            Continue
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
