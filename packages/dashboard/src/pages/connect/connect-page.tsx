// How to send leads: the tools to choose from, or the guide of the chosen one alone, and what has arrived.

import { PATHS } from '@leadline/contract/paths';
import { Alert, Button, Stack, Title } from '@mantine/core';
import { IconBook, IconInfoCircle, IconListCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { Checklist } from '../../setup/checklist.tsx';
import { useHiddenChecklist } from '../../setup/hidden-checklist.ts';
import { INTEGRATIONS } from './integrations.ts';
import { ReceivedSection } from './received-section.tsx';
import { SetUp } from './set-up.tsx';
import { TestLead } from './test-lead.tsx';
import { ToolList } from './tool-list.tsx';
import { useChosenKeys } from './use-keys.ts';

export function ConnectPage() {
  const [search] = useSearchParams();
  const wanted = search.get('with');
  const integration = INTEGRATIONS.find(({ id }) => id === wanted);
  // Here, because keys that can't be shown again stay known while people look at other tools.
  const chosen = useChosenKeys();
  useFocusOnNewTool(integration?.id);
  if (integration === undefined) return <AllTools unknown={wanted} />;
  return (
    <>
      <div style={{ marginBottom: 10 }}>
        <TextLink to={PAGES.connect}>All tools</TextLink>
      </div>
      <PageHeader title={`Connect ${integration.label}`} />
      <Stack gap={36}>
        <SetUp key={integration.id} integration={integration} chosen={chosen} />
        <ReceivedSection />
      </Stack>
    </>
  );
}

/** The shell does this for new pages, but this one keeps its path. */
function useFocusOnNewTool(id: string | undefined): void {
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [id]);
}

/** `unknown` is what a link asks for if there is no guide for it. */
function AllTools({ unknown }: { readonly unknown: string | null }) {
  const { isHidden, show } = useHiddenChecklist();
  return (
    <>
      <PageHeader
        title="Connect"
        description="Send leads from your website, forms and tools. Each is scored as it arrives."
        actions={
          <>
            {isHidden && (
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
            Where do your leads come from?
          </Title>
          {unknown !== null && (
            <Alert
              color="yellow"
              variant="outline"
              p="xs"
              mb="sm"
              icon={<IconInfoCircle size={18} aria-hidden />}
            >
              There is no guide for “{unknown.slice(0, 40)}”. Choose another tool. Any tool that can send a
              POST request works.
            </Alert>
          )}
          <ToolList />
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
