// How many leads are loaded, and whether the list is live.

import { useIsLive } from '../../live/use-live.ts';
import classes from './inbox.module.css';

interface FreshnessProps {
  readonly loaded: number | null;
  readonly hasMore: boolean;
}

const COUNT = new Intl.NumberFormat('en-GB');

export function Freshness({ loaded, hasMore }: FreshnessProps) {
  const isLive = useIsLive();
  return (
    <span className={classes.freshness}>
      {loaded !== null && loaded > 0 && <span className="figures">{describeCount(loaded, hasMore)}</span>}
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

function describeCount(loaded: number, hasMore: boolean): string {
  if (hasMore) return `First ${COUNT.format(loaded)} leads`;
  return loaded === 1 ? '1 lead' : `${COUNT.format(loaded)} leads`;
}
