// Asks before an import ends for good, or its file is let go.

import type { Import } from '@leadline/contract';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useCancelImport } from './use-imports.ts';

interface CancelDialogProps {
  readonly import: Import;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CancelDialog({ import: each, opened, onClose }: CancelDialogProps) {
  const cancel = useCancelImport(each.import_id);
  const isStarted = each.status !== 'ready';
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
        ? 'What is stored stays stored. If you upload the same file again, it goes on where it ended.'
        : 'Nothing of it is stored. You can upload it again.'}
    </ConfirmDialog>
  );
}
