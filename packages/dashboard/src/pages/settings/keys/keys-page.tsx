// API keys and plan usage.

import { PageHeader } from '../../../components/page-header.tsx';
import { KeysSection } from './keys-section.tsx';
import { UsageSection } from './usage-section.tsx';

export function KeysPage() {
  return (
    <>
      <PageHeader title="Keys" description="Keys let your website and tools send and read leads." />
      <KeysSection />
      <UsageSection />
    </>
  );
}
