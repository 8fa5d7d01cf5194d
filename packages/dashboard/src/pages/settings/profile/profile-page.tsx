// The user's own name, email, password, two-factor sign-in, sessions and recent activity, and the ways out.

import { PageHeader } from '../../../components/page-header.tsx';
import { useSession } from '../../../session/use-session.ts';
import { ActivitySection } from './activity-section.tsx';
import { DeleteUserSection } from './delete-user-section.tsx';
import { EmailSection } from './email-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export function ProfilePage() {
  // The identity provider takes care of passwords and second factors.
  const isSsoOnly = useSession().sso?.only === true;
  return (
    <>
      <PageHeader title="Profile" description="Your name, sign-in and sessions, the same in every account." />
      <NameSection />
      <EmailSection />
      {!isSsoOnly && <PasswordSection />}
      {!isSsoOnly && <TwoFactorSection />}
      <SessionsSection />
      <ActivitySection />
      <LeaveSection />
      <DeleteUserSection />
    </>
  );
}
