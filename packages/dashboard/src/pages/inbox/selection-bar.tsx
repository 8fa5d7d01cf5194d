// What can be done with the selected leads, at the foot of the window while any are.

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './inbox.module.css';

interface SelectionBarProps {
  readonly count: number;
  /** Whether some of them have an outcome, or none. */
  readonly canReopen: boolean;
  readonly onDecide: (outcome: 'won' | 'lost' | 'open') => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function SelectionBar({ count, canReopen, onDecide, onClear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selected leads">
      <span role="status" className={classes.count}>
        {count} selected
      </span>
      <Button size="xs" onClick={() => onDecide('won')}>
        Won
      </Button>
      <Button size="xs" variant="default" onClick={() => onDecide('lost')}>
        Lost
      </Button>
      {canReopen && (
        <Button size="xs" variant="default" onClick={() => onDecide('open')}>
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
