// The user's own name, email, password, two-factor sign-in and sessions.

import { PageHeader } from '../../../components/page-header.tsx';
import { EmailSection } from './email-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" description="Your personal settings, the same in every account." />
      <NameSection />
      <EmailSection />
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
    </>
  );
}
