// The status of an import, as an icon and a label.

import type { Import } from '@leadline/contract';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
  IconUpload,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { STATUS_LABELS } from './import-labels.ts';
import classes from './imports.module.css';

const ICONS: Readonly<Record<Import['status'], TablerIcon>> = {
  uploading: IconUpload,
  ready: IconPlayerPlay,
  queued: IconClock,
  running: IconClock,
  finished: IconCheck,
  stopped: IconPlayerPause,
  cancelled: IconX,
  failed: IconAlertTriangle,
  undoing: IconClock,
  undone: IconArrowBackUp,
};

export function StatusLabel({ status }: { readonly status: Import['status'] }) {
  const Icon = ICONS[status];
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={15} aria-hidden />
      {STATUS_LABELS[status]}
    </span>
  );
}
