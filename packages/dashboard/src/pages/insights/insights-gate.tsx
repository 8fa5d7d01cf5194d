// Insights are made of all leads of the account, so they are for those who see them all.

import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useAccount } from '../../session/use-session.ts';
import { InsightsPage } from './insights-page.tsx';

export function InsightsGate() {
  const { name, sees_all_leads: seesAll } = useAccount();
  if (seesAll) return <InsightsPage />;
  return (
    <>
      <PageHeader title="Insights" />
      <EmptyState icon={IconLock} title="Insights are about all leads">
        In {name}, reps see their own and unassigned leads. If you need insights, ask an owner.
      </EmptyState>
    </>
  );
}
