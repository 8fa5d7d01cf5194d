// Accepts an invitation to an account, after signing in with the invited email.

import type { InvitationSummary, Role } from '@leadline/contract';
import { AUTH_PATHS, fillPath, PATHS } from '@leadline/contract/paths';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
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
  readonly role: Role;
  readonly organizationName: string;
  readonly inviterEmail: string;
}

const ROLES: Readonly<Record<Role, string>> = { viewer: 'a viewer', rep: 'a rep', owner: 'an owner' };

export function InvitationPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user === null ? <SignInFirst id={id} /> : <Acceptance id={id} userId={user.user_id} />;
}

interface AcceptanceProps {
  readonly id: string;
  readonly userId: string;
}

function Acceptance({ id, userId }: AcceptanceProps) {
  const invitation = useQuery({
    queryKey: queryKeys.invitation(id, userId),
    queryFn: ({ signal }) =>
      call<Invitation>('GET', `${AUTH_PATHS.invitation}?${new URLSearchParams({ id })}`, undefined, {
        signal,
      }),
  });

  if (invitation.isError) return <BrokenInvitation error={invitation.error} onRetry={invitation.refetch} />;
  if (invitation.data === undefined) return <LoadingInvitation />;
  return <AcceptForm id={id} invitation={invitation.data} />;
}

interface KnownInvitation {
  readonly id: string;
  readonly invitation: Invitation;
}

function AcceptForm({ id, invitation }: KnownInvitation) {
  const { user } = useSession();
  const accept = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.acceptInvitation, { invitationId: id }),
    // A full page load, so that no data from another account stays in memory.
    onSuccess: () => loadPage(PAGES.inbox),
  });
  return (
    <AuthFrame
      title={`Join ${invitation.organizationName}`}
      description={`${invitation.inviterEmail} invited you as ${ROLES[invitation.role]}.`}
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

/** Says who invited whom to what before anyone signs up. The link is enough to know that. */
function SignInFirst({ id }: { readonly id: string }) {
  const summary = useQuery({
    queryKey: queryKeys.invitation(id, null),
    queryFn: ({ signal }) =>
      call<InvitationSummary>('GET', fillPath(PATHS.invitation, { id }), undefined, { signal }),
    select: (answer) => answer.data,
  });
  const here = PAGES.invitation.replace(':id', encodeURIComponent(id));
  if (summary.isError) return <BrokenInvitation error={summary.error} onRetry={summary.refetch} />;
  if (summary.data === undefined) return <LoadingInvitation />;
  const { account_name, inviter_name, inviter_email, role, email } = summary.data;
  const inviter = inviter_name === '' ? inviter_email : `${inviter_name} (${inviter_email})`;
  return (
    <AuthFrame
      title={`Join ${account_name}`}
      description={`${inviter} invited you to ${account_name} as ${ROLES[role]}.`}
    >
      <Stack gap="md">
        <Text>Sign in or create an account as {email}.</Text>
        <Group grow>
          <Button component={Link} to={withNext(PAGES.signIn, here)} variant="default">
            Sign in
          </Button>
          <Button component={Link} to={withNext(PAGES.signUp, here)} state={{ email }}>
            Create account
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  );
}

function LoadingInvitation() {
  return (
    <AuthFrame title="Invitation">
      <SkeletonRows rows={3} height={20} />
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
        user === null ? (
          <Anchor component={Link} to={PAGES.signIn}>
            Sign in
          </Anchor>
        ) : (
          <>
            Signed in as {user.email}. <SignOutLink />
          </>
        )
      }
    >
      <Text>
        {user === null
          ? 'It may have expired, been used or been revoked. Ask for a new invitation.'
          : 'It may have expired, been used or revoked, or been sent to a different email than the one you’re signed in with. Ask for a new invitation.'}
      </Text>
    </AuthFrame>
  );
}
