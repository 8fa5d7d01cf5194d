// A mark for leads with a deadline: one that can still be met, or one that has passed. However late a lead is, the mark is
// the same, so that an older one never looks better than a newer one.

import type { Urgency } from '@leadline/engine/advice';
import { IconClock, IconClockExclamation } from '@tabler/icons-react';
import classes from './urgency-mark.module.css';

interface UrgencyMarkProps {
  readonly urgency: Urgency | undefined;
  readonly size: number;
}

export function UrgencyMark({ urgency, size }: UrgencyMarkProps) {
  if (urgency === 'due') return <IconClock className={classes.due} size={size} aria-hidden />;
  if (urgency === 'overdue' || urgency === 'late')
    return <IconClockExclamation className={classes.overdue} size={size} aria-hidden />;
  return null;
}
