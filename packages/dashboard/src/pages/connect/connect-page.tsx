// How to send leads: setup guides, a test lead and recent requests.

import { PATHS } from '@leadline/contract/paths';
import { Button, Stack, Title } from '@mantine/core';
import { IconBook, IconListCheck } from '@tabler/icons-react';
import { PageHeader } from '../../components/page-header.tsx';
import { useCan } from '../../session/use-session.ts';
import { Checklist } from '../../setup/checklist.tsx';
import { useHiddenChecklist } from '../../setup/hidden-checklist.ts';
import { ReceivedSection } from './received-section.tsx';
import { SetUp } from './set-up.tsx';
import { TestLead } from './test-lead.tsx';

export function ConnectPage() {
  const { isHidden, show } = useHiddenChecklist();
  const canSetUp = useCan('rep');
  return (
    <>
      <PageHeader
        title="Connect"
        description="Send leads from your website, forms and tools. Each is scored as it arrives."
        actions={
          <>
            {isHidden && canSetUp && (
              <Button variant="default" leftSection={<IconListCheck size={16} aria-hidden />} onClick={show}>
                Show checklist
              </Button>
            )}
            <Button
              component="a"
              href={PATHS.docs}
              target="_blank"
              variant="default"
              leftSection={<IconBook size={16} aria-hidden />}
            >
              API reference
            </Button>
          </>
        }
      />
      <Stack gap={36}>
        <Checklist />
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
