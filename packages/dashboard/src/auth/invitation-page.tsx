// Accepts an invitation to an account, after signing in with the invited email.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiFailure, call } from '../api/call.ts';
import { loadPage } from '../api/load-page.ts';
import { queryKeys } from '../api/query-keys.ts';
import { ErrorState } from '../components/error-state.tsx';
import { FormError } from '../components/form-error.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SignOutLink } from './sign-out-link.tsx';

interface Invitation {
  readonly email: string;
  readonly role: string;
  readonly organizationName: string;
  readonly inviterEmail: string;
}

export function InvitationPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const invitation = useQuery({
    queryKey: queryKeys.invitation(id, user?.user_id ?? null),
    queryFn: ({ signal }) =>
      call<Invitation>('GET', `${AUTH_PATHS.invitation}?${new URLSearchParams({ id })}`, undefined, {
        signal,
      }),
  });

  // Without a session, the server may withhold the details of the invitation.
  const isHidden = user === null && invitation.error instanceof ApiFailure && invitation.error.status === 401;
  if (isHidden) return <SignInFirst id={id} invitation={null} />;
  if (invitation.isError) return <BrokenInvitation error={invitation.error} onRetry={invitation.refetch} />;
  if (invitation.data === undefined) {
    return (
      <AuthFrame title="Invitation">
        <SkeletonRows rows={3} height={20} />
      </AuthFrame>
    );
  }
  if (user === null) return <SignInFirst id={id} invitation={invitation.data} />;
  return <Acceptance id={id} invitation={invitation.data} />;
}

interface KnownInvitation {
  readonly id: string;
  readonly invitation: Invitation;
}

function Acceptance({ id, invitation }: KnownInvitation) {
  const { user } = useSession();
  const accept = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.acceptInvitation, { invitationId: id }),
    // A full page load, so that no data from another account stays in memory.
    onSuccess: () => loadPage(PAGES.inbox),
  });
  return (
    <AuthFrame
      title={`Join ${invitation.organizationName}`}
      description={`${invitation.inviterEmail} invited you as ${invitation.role}.`}
      footer={
        <>
          Signed in as {user?.email}. <SignOutLink />
        </>
      }
    >
      <Stack gap="md">
        <FormError error={accept.error} />
        <Button onClick={() => accept.mutate()} loading={accept.isPending || accept.isSuccess} fullWidth>
          Accept invitation
        </Button>
      </Stack>
    </AuthFrame>
  );
}

function SignInFirst({ id, invitation }: { readonly id: string; readonly invitation: Invitation | null }) {
  const here = PAGES.invitation.replace(':id', encodeURIComponent(id));
  return (
    <AuthFrame
      title={invitation === null ? 'You’re invited' : `Join ${invitation.organizationName}`}
      description={invitation !== null && `${invitation.inviterEmail} invited you as ${invitation.role}.`}
    >
      <Stack gap="md">
        <Text>
          {invitation === null
            ? 'Sign in or create an account with the email your invitation was sent to.'
            : `Sign in or create an account as ${invitation.email}.`}
        </Text>
        <Group grow>
          <Button component={Link} to={withNext(PAGES.signIn, here)} variant="default">
            Sign in
          </Button>
          <Button component={Link} to={withNext(PAGES.signUp, here)}>
            Create account
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  );
}

function BrokenInvitation({ error, onRetry }: { readonly error: Error; readonly onRetry: () => unknown }) {
  const { user } = useSession();
  const isRejected = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  if (!isRejected) {
    return (
      <AuthFrame title="Invitation">
        <ErrorState error={error} onRetry={() => void onRetry()} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="This invitation doesn’t work"
      footer={
        user !== null && (
          <>
            Signed in as {user.email}. <SignOutLink />
          </>
        )
      }
    >
      <Text>
        It may have expired, been used or revoked, or been sent to a different email than the one you’re
        signed in with. Ask for a new invitation.
      </Text>
    </AuthFrame>
  );
}
