// Offers the invitations of someone who has no account yet, before they create one of their own.

import type { Invitation } from '@leadline/contract';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { FormError } from '../components/form-error.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { describeInvitation, useAcceptInvitation } from './invitations.ts';
import { SignOutLink } from './sign-out-link.tsx';

interface InvitationOfferProps {
  readonly user: { readonly name: string; readonly email: string };
  readonly invitations: readonly Invitation[];
  readonly onDecline: () => void;
}

export function InvitationOffer({ user, invitations, onDecline }: InvitationOfferProps) {
  return (
    <AuthFrame
      title={`Welcome, ${user.name}`}
      footer={
        <>
          Signed in as {user.email}. <SignOutLink />
        </>
      }
    >
      <Stack gap="lg">
        {invitations.map((invitation) => (
          <JoinButton key={invitation.invitation_id} invitation={invitation} />
        ))}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onDecline}>
          Create a company of your own instead
        </Anchor>
      </Stack>
    </AuthFrame>
  );
}

function JoinButton({ invitation }: { readonly invitation: Invitation }) {
  const accept = useAcceptInvitation(invitation.invitation_id);
  return (
    <Stack gap="sm">
      <Text>{describeInvitation(invitation)}</Text>
      <FormError error={accept.error} />
      <Button onClick={() => accept.mutate()} loading={accept.isPending || accept.isSuccess} fullWidth>
        Join {invitation.account_name}
      </Button>
    </Stack>
  );
}
