// Members, roles and invitations.

import { PageHeader } from '../../../components/page-header.tsx';
import { useAccount, useCan } from '../../../session/use-session.ts';
import { InvitationsSection } from './invitations-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { MembersSection } from './members-section.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

export function TeamPage() {
  const { name } = useAccount();
  const isOwner = useCan('owner');
  return (
    <>
      <PageHeader title="Team" description={`Members of ${name}, their roles and invitations.`} />
      <MembersSection />
      {isOwner && <InvitationsSection />}
      {isOwner && <TwoFactorRule />}
      <LeaveSection />
    </>
  );
}
