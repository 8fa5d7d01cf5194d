// Loads the next page shortly before the end of the list, and shows an error if that fails.

import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import classes from './lead-grid.module.css';

export interface More {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the next page failed to load, or null. */
  readonly failure: unknown;
  readonly load: () => void;
}

interface LoadMoreProps {
  readonly more: More;
  readonly lastDrawn: number;
  readonly loaded: number;
  /** Only by a button. */
  readonly isManual?: boolean;
}

/** Number of rows before the end, about one screen. */
const AHEAD = 20;

export function LoadMore({ more, lastDrawn, loaded, isManual = false }: LoadMoreProps) {
  const { hasMore, isLoading, failure } = more;
  const isDue = hasMore && !isManual && !isLoading && failure === null && lastDrawn >= loaded - AHEAD;
  const load = useEffectEvent(more.load);
  useEffect(() => {
    if (isDue) load();
  }, [isDue]);
  if (!hasMore) return null;
  return (
    <div className={classes.foot} role="status">
      {failure === null ? (
        isLoading ? (
          'Loading more…'
        ) : (
          isManual && (
            <Button size="xs" variant="default" onClick={more.load}>
              Load more
            </Button>
          )
        )
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
