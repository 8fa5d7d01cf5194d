// Confirms cancelling an import, or discarding a file before its import starts.

import type { Import } from '@leadline/contract';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useCancelImport } from './use-imports.ts';

interface CancelDialogProps {
  readonly import: Import;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CancelDialog({ import: job, opened, onClose }: CancelDialogProps) {
  const cancel = useCancelImport(job.import_id);
  const isStarted = job.status !== 'ready';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={isStarted ? 'Cancel this import?' : 'Discard this file?'}
      confirmLabel={isStarted ? 'Cancel import' : 'Discard file'}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
      isPending={cancel.isPending}
      error={cancel.error}
    >
      {isStarted
        ? 'Leads already stored are kept. Upload the same file again to continue where it stopped.'
        : 'Nothing has been imported. You can upload the file again.'}
    </ConfirmDialog>
  );
}
