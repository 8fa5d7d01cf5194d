// Shown instead of every other page while the account requires two-factor sign-in and the user hasn't turned it on, or has
// signed in without it.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { loadPage } from '../../../api/load-page.ts';
import { AuthFrame } from '../../../auth/auth-frame.tsx';
import { CodeForm } from '../../../auth/code-form.tsx';
import { SignOutLink } from '../../../auth/sign-out-link.tsx';
import { useNextPath } from '../../../auth/use-next-path.ts';
import { FormError } from '../../../components/form-error.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { withNext } from '../../../session/next-path.ts';
import { useSession } from '../../../session/use-session.ts';
import { TwoFactorSteps } from './two-factor-steps.tsx';

export function SetUpTwoFactorPage() {
  const { user, account, needs_two_factor: needsTwoFactor } = useSession();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const next = useNextPath();
  const navigate = useNavigate();

  if (user === null) return <Navigate to={withNext(PAGES.signIn, next)} replace />;
  // After the last step, the backup codes still have to be saved.
  if (!needsTwoFactor && !isConfirmed) return <Navigate to={next} replace />;
  if (user.has_two_factor && !isConfirmed)
    return (
      <AuthFrame
        title="Two-factor sign-in"
        description={`${account?.name} requires it, and you signed in here with your password alone.`}
        footer={
          <>
            Signed in as {user.email}. <SignOutLink />
          </>
        }
      >
        <Stack gap="lg">
          <CodeForm />
          <OtherAccounts />
        </Stack>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={isConfirmed ? 'Save your backup codes' : 'Turn on two-factor sign-in'}
      description={!isConfirmed && `${account?.name} requires it from all members.`}
      footer={
        !isConfirmed && (
          <>
            Signed in as {user.email}. <SignOutLink />
          </>
        )
      }
    >
      <Stack gap="lg">
        <TwoFactorSteps
          isConfirmed={isConfirmed}
          onConfirmed={() => setIsConfirmed(true)}
          onClose={() => void navigate(next, { replace: true })}
          onCancel={null}
        />
        {!isConfirmed && <OtherAccounts />}
      </Stack>
    </AuthFrame>
  );
}

function OtherAccounts() {
  const { account, accounts } = useSession();
  const others = accounts.filter(
    ({ account_id, requires_two_factor }) => account_id !== account?.account_id && !requires_two_factor,
  );
  const switching = useMutation({
    mutationFn: (accountId: string) =>
      call('POST', AUTH_PATHS.setActiveAccount, { organizationId: accountId.slice('acct_'.length) }),
    onSuccess: () => loadPage(PAGES.inbox),
  });
  if (others.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Or use another account for now:
      </Text>
      <FormError error={switching.error} />
      {others.map(({ account_id, name }) => (
        <Button
          key={account_id}
          variant="default"
          onClick={() => switching.mutate(account_id)}
          loading={switching.isPending && switching.variables === account_id}
        >
          {name}
        </Button>
      ))}
    </Stack>
  );
}
