// The result of an import that has ended, or that stopped and can be resumed.

import type { Import } from '@leadline/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconInbox, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { toSentence } from '../../api/call.ts';
import { FormError } from '../../components/form-error.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { useCan } from '../../session/use-session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { Figures } from './figures.tsx';
import { hasOwnDates, linkToImported } from './imported-leads-link.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { useStartImport } from './use-imports.ts';
import { UsedMapping } from './used-mapping.tsx';
import { WhenFullChoice } from './when-full-choice.tsx';

export function Result({ import: job }: { readonly import: Import }) {
  const mayImport = useCan('rep');
  const notice = describeEnd(job);
  return (
    <Stack gap="lg">
      {notice !== null && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {notice}
        </Alert>
      )}
      <Figures import={job} />
      {job.progress.unassigned > 0 && (
        <Text c="dimmed">
          The file assigns {formatCountOf(job.progress.unassigned, 'lead')} to people who aren’t members of
          this account, by email or full name, or who are viewers and can’t work on leads. Invite them or
          change their role, or assign these leads to somebody else.
        </Text>
      )}
      {job.status === 'stopped' && mayImport && <Resume import={job} />}
      {job.progress.stored > 0 && (
        <Group gap="sm">
          <Button
            component={Link}
            to={linkToImported(job)}
            variant={job.status === 'finished' ? 'filled' : 'default'}
            leftSection={<IconInbox size={16} aria-hidden />}
          >
            {hasOwnDates(job) ? 'See all leads' : 'See these leads'}
          </Button>
          {!hasOwnDates(job) && (
            <Text size="sm" c="dimmed">
              With everything else received on the day of the import
            </Text>
          )}
        </Group>
      )}
      {job.progress.refused > 0 && <RejectedRows import={job} />}
      {job.mapping !== null && <UsedMapping mapping={job.mapping} />}
    </Stack>
  );
}

function Resume({ import: job }: { readonly import: Import }) {
  const [whenFull, setWhenFull] = useState(job.when_full);
  const [isCancelling, cancelling] = useDisclosure(false);
  const start = useStartImport(job.import_id);
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
      <CancelDialog import={job} opened={isCancelling} onClose={cancelling.close} />
    </Stack>
  );
}

function describeEnd({ status, error }: Import): string | null {
  switch (status) {
    case 'stopped':
      return `${toSentence(error ?? 'the import stopped')} Resume it next month or on a larger plan. The file is kept for a week.`;
    case 'failed':
      return 'Something went wrong on our side. Upload the same file again to continue.';
    case 'cancelled':
      return 'The import was cancelled. Leads already stored are kept. Upload the same file again to continue where it stopped.';
    default:
      return null;
  }
}
