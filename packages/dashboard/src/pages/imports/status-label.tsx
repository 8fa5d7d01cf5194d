// How an import stands, by icon and word.

import type { Import } from '@leadline/contract';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
  IconUpload,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { STATUS_WORDS } from './import-words.ts';
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
};

export function StatusLabel({ status }: { readonly status: Import['status'] }) {
  const Icon = ICONS[status];
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={15} aria-hidden />
      {STATUS_WORDS[status]}
    </span>
  );
}
