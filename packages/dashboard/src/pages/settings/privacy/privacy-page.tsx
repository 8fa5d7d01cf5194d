// Privacy requests and data retention.

import { PageHeader } from '../../../components/page-header.tsx';
import { DeleteSection, ExportSection } from './account-section.tsx';
import { PersonSection } from './person-section.tsx';
import { RetentionSection } from './retention-section.tsx';

export function PrivacyPage() {
  return (
    <>
      <PageHeader
        title="Privacy"
        description="Export or erase data of a person or of the whole account, and choose how long to keep leads."
      />
      <PersonSection />
      <RetentionSection />
      <ExportSection />
      <DeleteSection />
    </>
  );
}
