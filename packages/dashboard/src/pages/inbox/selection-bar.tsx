// Actions for the selected leads, at the bottom of the window.

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './inbox.module.css';

interface SelectionBarProps {
  readonly count: number;
  /** Whether any of them has an outcome. */
  readonly canReopen: boolean;
  readonly onOutcome: (outcome: 'won' | 'lost' | 'open') => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function SelectionBar({ count, canReopen, onOutcome, onClear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selected leads">
      <span role="status" className={classes.count}>
        {count} selected
      </span>
      <Button size="xs" onClick={() => onOutcome('won')}>
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
