// Shows the status of a lead as a word with a dot, so that it never relies on color alone.

import type { Status } from '@leadline/contract';
import classes from './status-badge.module.css';
import { STATUS_NAMES } from './status-names.ts';

interface StatusBadgeProps {
  readonly status: Status;
  /** Without the word, if it is next to it anyway. */
  readonly isDotOnly?: boolean;
}

export function StatusBadge({ status, isDotOnly = false }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-status={status}>
      {!isDotOnly && STATUS_NAMES[status]}
    </span>
  );
}
