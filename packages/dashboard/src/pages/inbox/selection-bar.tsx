// Actions for the selected leads, at the bottom of the window.

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './inbox.module.css';

interface SelectionBarProps {
  readonly count: number;
  /** Whether any of them has an outcome. */
  readonly canReopen: boolean;
  readonly onOutcome: (outcome: 'won' | 'lost' | 'open') => void;
  readonly onAsk: (kind: 'status' | 'assign' | 'snooze') => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function SelectionBar({ count, canReopen, onOutcome, onAsk, onClear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selected leads">
      <span role="status" className={classes.count}>
        {count} selected
      </span>
      <Button size="xs" onClick={() => onAsk('status')}>
        Status
      </Button>
      <Button size="xs" variant="default" onClick={() => onAsk('assign')}>
        Assign
      </Button>
      <Button size="xs" variant="default" onClick={() => onAsk('snooze')}>
        Snooze
      </Button>
      <Button size="xs" variant="default" onClick={() => onOutcome('won')}>
        Won
      </Button>
      <Button size="xs" variant="default" onClick={() => onOutcome('lost')}>
        Lost
      </Button>
      {canReopen && (
        <Button size="xs" variant="default" onClick={() => onOutcome('open')}>
          Reopen
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
      {children}
    </section>
  );
}
