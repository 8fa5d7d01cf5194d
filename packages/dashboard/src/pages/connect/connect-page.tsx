// How to send leads: setup guides, a test lead and recent requests.

import { Stack, Title } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { ReceivedSection } from './received-section.tsx';
import { SetUp } from './set-up.tsx';
import { TestLead } from './test-lead.tsx';

export function ConnectPage() {
  return (
    <>
      <PageHeader
        title="Connect"
        description="Send leads from your website, forms and tools. Each is scored as it arrives."
      />
      <Stack gap={36}>
        <section aria-labelledby="set-up">
          <Title order={2} id="set-up" mb="sm">
            Set up
          </Title>
          <SetUp />
        </section>
        <section aria-labelledby="test-lead">
          <Title order={2} id="test-lead" mb="sm">
            Send a test lead
          </Title>
          <TestLead />
        </section>
        <ReceivedSection />
      </Stack>
    </>
  );
}
