// Shows the user's email and whether it is verified. It can't be changed, because invitations and
// sign-ins belong to it.

import { Text } from '@mantine/core';
import { useMustVerifyEmail, VerifyEmail } from '../../../components/verify-email.tsx';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

export function EmailSection() {
  const { user, mail } = useSession();
  const mustVerify = useMustVerifyEmail();
  if (user === null) return null;
  return (
    <Section
      title="Email"
      description={
        mail === 'sent'
          ? 'You sign in with it. A verified email is required to invite people.'
          : 'You sign in with it.'
      }
    >
      {mustVerify ? (
        <VerifyEmail purpose="invite people" />
      ) : (
        <Text>{mail === 'sent' ? `${user.email} is verified.` : user.email}</Text>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        An email can’t be changed. To use another one, ask an owner to invite it, accept, and then delete this
        profile.
      </Text>
    </Section>
  );
}
