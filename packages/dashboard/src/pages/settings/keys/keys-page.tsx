// The account's keys, and what it uses of its plan.

import { PageHeader } from '../../../components/page-header.tsx';
import { KeysSection } from './keys-section.tsx';
import { UsageSection } from './usage-section.tsx';

export function KeysPage() {
  return (
    <>
      <PageHeader
        title="Keys"
        description="What lets your website and your tools send leads to this account and read them."
      />
      <KeysSection />
      <UsageSection />
    </>
  );
}
