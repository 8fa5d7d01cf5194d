// How many leads are here, and whether new ones come by themselves.

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
      {loaded !== null && loaded > 0 && <span className="figures">{tellCount(loaded, hasMore)}</span>}
      <span
        role="img"
        className={classes.live}
        data-live={isLive || undefined}
        aria-label={isLive ? 'Live: new leads appear by themselves' : 'Not live: connecting'}
        title={isLive ? 'New leads appear by themselves' : 'Connecting; new leads appear once connected'}
      >
        <span aria-hidden>{isLive ? 'Live' : 'Connecting'}</span>
      </span>
    </span>
  );
}

function tellCount(loaded: number, hasMore: boolean): string {
  if (hasMore) return `${COUNT.format(loaded)} loaded, more below`;
  return loaded === 1 ? '1 lead' : `${COUNT.format(loaded)} leads`;
}
