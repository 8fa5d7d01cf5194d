// A win rate as a dot between whiskers, on a line from 0 to 100 %: long whiskers mean few outcomes. What rests on very
// few is drawn hollow and dashed.

import type { WinRate } from '@leadline/contract';
import { Text, Tooltip } from '@mantine/core';
import { formatCountOf, formatShare } from '../../components/format-number.ts';
import classes from './interval-plot.module.css';

/** With fewer outcomes, the whiskers of a middling rate take more than 40 % of the line. */
const FEW = 20;

interface IntervalPlotProps {
  readonly win: WinRate;
  /** Drawn as a thin line, to compare with. */
  readonly overallRate?: number | null;
  /** The words stand beside the line where there is room. */
  readonly isWide?: boolean;
}

export function IntervalPlot({ win, overallRate = null, isWide = false }: IntervalPlotProps) {
  const { won, lost, rate, low, high } = win;
  if (rate === null || low === null || high === null)
    return <span className={classes.none}>No outcomes</span>;
  const isUncertain = won + lost < FEW;
  return (
    <Tooltip
      label={`${formatCountOf(won, 'won', 'won')} of ${formatCountOf(won + lost, 'decided', 'decided')}`}
    >
      <div
        className={classes.interval}
        data-uncertain={isUncertain || undefined}
        data-aside={isWide || undefined}
      >
        <span className={classes.words}>
          <b className={classes.rate}>{formatShare(rate)}</b>{' '}
          <span className={classes.bounds}>{tellBounds(low, high)}</span>
          {isUncertain && <span className="only-heard">, uncertain</span>}
        </span>
        <span className={classes.line} aria-hidden>
          {overallRate !== null && <span className={classes.overall} style={{ left: place(overallRate) }} />}
          <span className={classes.whiskers} style={{ left: place(low), right: place(1 - high) }} />
          <span className={classes.dot} style={{ left: place(rate) }} />
        </span>
      </div>
    </Tooltip>
  );
}

export function IntervalLegend() {
  return (
    <Text size="xs" c="dimmed" mt="xs">
      Hollow and dashed: fewer than {FEW} outcomes
    </Text>
  );
}

/** "31–54%" */
export function tellBounds(low: number, high: number): string {
  return `${formatShare(low).replace('%', '')}–${formatShare(high)}`;
}

function place(share: number): string {
  return `${share * 100}%`;
}
