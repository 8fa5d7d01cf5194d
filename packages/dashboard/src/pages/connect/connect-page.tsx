// How leads get in: where to send them, by which tool, a test, and what has come in lately.

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
        description="Send leads from your website, your forms and your tools. Each is scored as it comes in."
      />
      <Stack gap={36}>
        <section aria-labelledby="set-up">
          <Title order={2} id="set-up" mb="sm">
            Send leads here
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
