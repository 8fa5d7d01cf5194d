// How many leads are loaded, of how many, and whether the list is live.

import { useIsLive } from '../../live/use-live.ts';
import { describeLoaded } from './count-words.ts';
import classes from './inbox.module.css';
import type { Counts } from './use-counts.ts';

interface FreshnessProps {
  readonly loaded: number | null;
  readonly hasMore: boolean;
  /** Null until counted. */
  readonly total: Counts['total'] | null;
}

export function Freshness({ loaded, hasMore, total }: FreshnessProps) {
  const isLive = useIsLive();
  return (
    <span className={classes.freshness}>
      {loaded !== null && loaded > 0 && (
        <span className="figures">{describeLoaded(loaded, hasMore, total)}</span>
      )}
      <span
        role="img"
        className={classes.live}
        data-live={isLive || undefined}
        aria-label={isLive ? 'Live: new leads appear automatically' : 'Connecting: not live yet'}
        title={isLive ? 'New leads appear automatically' : 'New leads appear once connected'}
      >
        <span aria-hidden>{isLive ? 'Live' : 'Connecting'}</span>
      </span>
    </span>
  );
}
