// Verifies the user's email, using the link that was sent to it. The link works only for the person who signed up with
// that email, so it asks people to sign in first.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { call } from '../api/call.ts';
import { FormError } from '../components/form-error.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { VerifyEmail } from '../components/verify-email.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SignOutLink } from './sign-out-link.tsx';

export function VerifyEmailPage() {
  const { user } = useSession();
  const { pathname, hash } = useLocation();
  if (user === null) return <Navigate to={withNext(PAGES.signIn, pathname + hash)} replace />;
  if (user.email_verified) {
    return (
      <AuthFrame title="Email verified">
        <Stack gap="md">
          <Text role="status">{user.email} is verified.</Text>
          <Button component={Link} to={PAGES.inbox} fullWidth>
            Continue
          </Button>
        </Stack>
      </AuthFrame>
    );
  }
  return <Verification token={new URLSearchParams(hash.slice(1)).get('token') ?? ''} email={user.email} />;
}

function Verification({ token, email }: { readonly token: string; readonly email: string }) {
  const verify = useMutation({
    mutationFn: async () => {
      await call('GET', `${AUTH_PATHS.verifyEmail}?${new URLSearchParams({ token })}`);
      await refreshSession();
    },
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    verify.mutate();
  }, [verify]);
  return (
    <AuthFrame
      title={verify.isError ? 'This link doesn’t work' : 'Verifying your email'}
      footer={
        <>
          Signed in as {email}. <SignOutLink />
        </>
      }
    >
      {verify.isError ? (
        <Stack gap="md">
          <FormError error={verify.error} />
          <VerifyEmail purpose="continue" />
        </Stack>
      ) : (
        <SkeletonRows rows={2} height={20} label="Verifying" />
      )}
    </AuthFrame>
  );
}
