// What is known of a person, handing it over, erasing it; and how long leads are kept.

import { PageHeader } from '../../../components/page-header.tsx';
import { PersonSection } from './person-section.tsx';
import { RetentionSection } from './retention-section.tsx';

export function PrivacyPage() {
  return (
    <>
      <PageHeader
        title="Privacy"
        description="Answer people who ask what you have stored about them, and decide how long you keep leads."
      />
      <PersonSection />
      <RetentionSection />
    </>
  );
}
