// One's own name, password, second factor and sessions.

import { PageHeader } from '../../../components/page-header.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" description="These are yours alone, in every account you work for." />
      <NameSection />
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
    </>
  );
}
