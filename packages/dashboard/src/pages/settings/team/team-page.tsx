// Members, roles and invitations.

import { PageHeader } from '../../../components/page-header.tsx';
import { useAccount } from '../../../session/use-session.ts';
import { ExportsRule } from './exports-rule.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MembersSection } from './members-section.tsx';
import { RepLeadsRule } from './rep-leads-rule.tsx';
import { SessionsRule } from './sessions-rule.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

export function TeamPage() {
  const { name } = useAccount();
  return (
    <>
      <PageHeader title="Team" description={`Members of ${name}, their roles and invitations.`} />
      <MembersSection />
      <InvitationsSection />
      <TwoFactorRule />
      <SessionsRule />
      <RepLeadsRule />
      <ExportsRule />
    </>
  );
}
