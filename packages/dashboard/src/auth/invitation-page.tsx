// Accepts an invitation to an account, after signing in with the invited email.

import type { Invitation } from '@leadline/contract';
import { LeadlineError } from '@leadline/sdk/core';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ErrorState } from '../components/error-state.tsx';
import { FormError } from '../components/form-error.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import {
  describeInvitation,
  invitationQuery,
  isSentTo,
  rememberInvitation,
  useAcceptInvitation,
} from './invitations.ts';
import { SignOutLink } from './sign-out-link.tsx';

export function InvitationPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const invitation = useQuery(invitationQuery(id));
  const isOpen = invitation.data !== undefined;
  useEffect(() => {
    if (isOpen) rememberInvitation(id);
  }, [id, isOpen]);

  if (invitation.isError) return <BrokenInvitation error={invitation.error} onRetry={invitation.refetch} />;
  if (invitation.data === undefined) return <LoadingInvitation />;
  if (user === null) return <SignInFirst invitation={invitation.data} />;
  if (!isSentTo(invitation.data, user.email)) return <RejectedInvitation />;
  return <AcceptForm invitation={invitation.data} email={user.email} />;
}

interface AcceptFormProps {
  readonly invitation: Invitation;
  readonly email: string;
}

function AcceptForm({ invitation, email }: AcceptFormProps) {
  const accept = useAcceptInvitation(invitation.invitation_id);
  return (
    <AuthFrame
      title={`Join ${invitation.account_name}`}
      description={describeInvitation(invitation)}
      footer={
        <>
          Signed in as {email}. <SignOutLink />
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
function SignInFirst({ invitation }: { readonly invitation: Invitation }) {
  const { invitation_id: id, account_name, email } = invitation;
  const here = PAGES.invitation.replace(':id', encodeURIComponent(id));
  return (
    <AuthFrame title={`Join ${account_name}`} description={describeInvitation(invitation)}>
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
  const isRejected = error instanceof LeadlineError && (error.status ?? 500) < 500;
  if (!isRejected) {
    return (
      <AuthFrame title="Invitation">
        <ErrorState error={error} onRetry={() => void onRetry()} />
      </AuthFrame>
    );
  }
  return <RejectedInvitation />;
}

function RejectedInvitation() {
  const { user } = useSession();
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
