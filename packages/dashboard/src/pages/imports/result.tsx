// The result of an import that has ended, or that stopped and can be resumed.

import type { Import } from '@leadline/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconInbox, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormError } from '../../components/form-error.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { toSentence } from '../../components/to-sentence.ts';
import { useCan } from '../../session/use-session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { Figures } from './figures.tsx';
import { linkToImported } from './imported-leads-link.ts';
import { RejectedRows, WarningRows } from './rejected-rows.tsx';
import { UndoImport } from './undo-import.tsx';
import { useStartImport } from './use-imports.ts';
import { UsedMapping } from './used-mapping.tsx';
import { WhenFullChoice } from './when-full-choice.tsx';

export function Result({ import: job }: { readonly import: Import }) {
  const notice = describeEnd(job);
  const canUndo = useCan('owner'); // it deletes leads
  return (
    <Stack gap="lg">
      {notice !== null && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {notice}
        </Alert>
      )}
      <Figures import={job} />
      {job.progress.repeated > 0 && (
        <Text c="dimmed">
          {formatCountOf(job.progress.repeated, 'row')} had the same values as an earlier one. Identical rows
          are one lead.
        </Text>
      )}
      {job.progress.unassigned > 0 && (
        <Text c="dimmed">
          The file assigns {formatCountOf(job.progress.unassigned, 'lead')} to people who aren’t members of
          this account, by email or full name, or who are viewers and can’t work on leads. Invite them or
          change their role, or assign these leads to somebody else.
        </Text>
      )}
      {job.status === 'stopped' && <Resume import={job} />}
      {job.progress.stored > 0 && (
        <Group gap="sm">
          <Button
            component={Link}
            to={linkToImported(job)}
            variant={job.status === 'finished' ? 'filled' : 'default'}
            leftSection={<IconInbox size={16} aria-hidden />}
          >
            See these leads
          </Button>
        </Group>
      )}
      {canUndo && <UndoImport import={job} />}
      {job.progress.refused > 0 && <RejectedRows import={job} />}
      {job.progress.warnings > 0 && <WarningRows import={job} />}
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
    case 'undoing':
      return 'The leads of this import are being removed, except those that somebody has worked on since.';
    case 'undone':
      return 'This import was undone. Leads that somebody had worked on were kept.';
    default:
      return null;
  }
}
