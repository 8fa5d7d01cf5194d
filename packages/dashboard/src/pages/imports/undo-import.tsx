// Undoes an import, after asking. Says which leads go and which stay.

import type { Import } from '@leadline/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { useUndoImport } from './use-imports.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export function UndoImport({ import: job }: { readonly import: Import }) {
  const [isAsking, asking] = useDisclosure(false);
  const undo = useUndoImport(job.import_id);
  const { can_undo_until: until } = job;
  if (until === null) return null;
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={asking.open}>
        Undo import
      </Button>
      <Text size="sm" c="dimmed">
        Until {DAY.format(new Date(until))}
      </Text>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Undo this import?"
        confirmLabel="Undo import"
        onConfirm={() => undo.mutate(undefined, { onSuccess: asking.close })}
        isPending={undo.isPending}
        error={undo.error}
      >
        This deletes the {formatCountOf(job.progress.stored, 'lead')} of this import, except those that
        somebody has changed, assigned or written a note about since. It can’t be undone, and the allowance
        they used is not given back.
      </ConfirmDialog>
    </Group>
  );
}
