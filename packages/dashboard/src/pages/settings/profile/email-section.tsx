// Shows the user's email and whether it is verified. Shown only if email is set up.

import { Text } from '@mantine/core';
import { useMustVerifyEmail, VerifyEmail } from '../../../components/verify-email.tsx';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';

export function EmailSection() {
  const { user, mail } = useSession();
  const mustVerify = useMustVerifyEmail();
  if (mail !== 'sent' || user === null) return null;
  return (
    <Section title="Email" description="You sign in with it. A verified email is required to invite people.">
      {mustVerify ? <VerifyEmail purpose="invite people" /> : <Text>{user.email} is verified.</Text>}
    </Section>
  );
}
