// What became of an import that is over, or that stopped and can go on.

import type { Import } from '@leadline/contract';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconInbox, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { toSentence } from '../../api/call.ts';
import { FormError } from '../../components/form-error.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { useCan } from '../../session/use-session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { Figures } from './figures.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { useStartImport } from './use-imports.ts';
import { WhenFullChoice } from './when-full-choice.tsx';

export function Result({ import: each }: { readonly import: Import }) {
  const mayImport = useCan('rep');
  const told = tellEnd(each);
  return (
    <Stack gap="lg">
      {told !== null && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {told}
        </Alert>
      )}
      <Figures import={each} />
      {each.status === 'stopped' && mayImport && <Resume import={each} />}
      {each.progress.stored > 0 && (
        <Group>
          <Button
            component={Link}
            to={PAGES.inbox}
            variant={each.status === 'finished' ? 'filled' : 'default'}
            leftSection={<IconInbox size={16} aria-hidden />}
          >
            Open the inbox
          </Button>
        </Group>
      )}
      {each.progress.refused > 0 && <RefusedRows import={each} />}
    </Stack>
  );
}

function Resume({ import: each }: { readonly import: Import }) {
  const [whenFull, setWhenFull] = useState(each.when_full);
  const [isCancelling, cancelling] = useDisclosure(false);
  const start = useStartImport(each.import_id);
  return (
    <Stack gap="md">
      <WhenFullChoice value={whenFull} onChange={setWhenFull} />
      <FormError error={start.error} />
      <Group gap="xs">
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => start.mutate({ when_full: whenFull })}
          loading={start.isPending}
        >
          Resume import
        </Button>
        <Button variant="default" onClick={cancelling.open}>
          Cancel import
        </Button>
      </Group>
      <CancelDialog import={each} opened={isCancelling} onClose={cancelling.close} />
    </Stack>
  );
}

function tellEnd({ status, error }: Import): string | null {
  switch (status) {
    case 'stopped':
      return `${toSentence(error ?? 'it stopped')} Resume it next month or on another plan; the file is kept for a week.`;
    case 'failed':
      return 'Something went wrong on our side. Upload the same file again, and it goes on from there.';
    case 'cancelled':
      return 'It was cancelled. What is stored stays stored; upload the same file again to go on where it ended.';
    default:
      return null;
  }
}
