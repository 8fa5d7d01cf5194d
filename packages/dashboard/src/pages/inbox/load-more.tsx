// The end of the list: asks for the next page before one gets there, and says so when it cannot be had.

import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import classes from './lead-grid.module.css';

export interface More {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the next page did not come; null while nothing is amiss. */
  readonly failure: unknown;
  readonly load: () => void;
}

interface LoadMoreProps {
  readonly more: More;
  readonly lastDrawn: number;
  readonly loaded: number;
}

/** About a screenful before the end. */
const AHEAD = 20;

export function LoadMore({ more, lastDrawn, loaded }: LoadMoreProps) {
  const { hasMore, isLoading, failure } = more;
  const isDue = hasMore && !isLoading && failure === null && lastDrawn >= loaded - AHEAD;
  const load = useEffectEvent(more.load);
  useEffect(() => {
    if (isDue) load();
  }, [isDue]);
  if (!hasMore) return null;
  return (
    <div className={classes.foot} role="status">
      {failure === null ? (
        isLoading && 'Loading more…'
      ) : (
        <>
          {describeFailure(failure)}
          <Button size="xs" variant="default" onClick={more.load}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}
