// A win rate as a dot with whiskers for its 95% confidence interval, on a line from 0 to 100%. Rates based on few
// outcomes are drawn hollow and dashed.

import type { WinRate } from '@leadline/contract';
import { Text, Tooltip } from '@mantine/core';
import { formatCount, formatShare } from '../../components/format-number.ts';
import classes from './interval-plot.module.css';

/** With fewer outcomes, the whiskers of a rate near 50% span more than 40% of the line. */
const MIN_CERTAIN = 20;

interface IntervalPlotProps {
  readonly win: WinRate;
  /** Drawn as a thin line, for comparison. */
  readonly overallRate?: number | null;
  /** Puts the numbers beside the line if there is room. */
  readonly isWide?: boolean;
}

export function IntervalPlot({ win, overallRate = null, isWide = false }: IntervalPlotProps) {
  const { won, lost, rate, low, high } = win;
  if (rate === null || low === null || high === null)
    return <span className={classes.none}>No outcomes</span>;
  const isUncertain = won + lost < MIN_CERTAIN;
  return (
    <Tooltip label={`${formatCount(won)} won, ${formatCount(lost)} lost`}>
      <div
        className={classes.interval}
        data-uncertain={isUncertain || undefined}
        data-aside={isWide || undefined}
      >
        <span className={classes.words}>
          <b className={classes.rate}>{formatShare(rate)}</b>{' '}
          <span className={classes.bounds}>{formatBounds(low, high)}</span>
          {isUncertain && <span className="only-heard">, uncertain</span>}
        </span>
        <span className={classes.line} aria-hidden>
          {overallRate !== null && (
            <span className={classes.overall} style={{ left: toPercent(overallRate) }} />
          )}
          <span className={classes.whiskers} style={{ left: toPercent(low), right: toPercent(1 - high) }} />
          <span className={classes.dot} style={{ left: toPercent(rate) }} />
        </span>
      </div>
    </Tooltip>
  );
}

export function IntervalLegend() {
  return (
    <Text size="xs" c="dimmed" mt="xs">
      Hollow and dashed: fewer than {MIN_CERTAIN} outcomes
    </Text>
  );
}

/** "31–54%" */
export function formatBounds(low: number, high: number): string {
  return `${formatShare(low).replace('%', '')}–${formatShare(high)}`;
}

function toPercent(share: number): string {
  return `${share * 100}%`;
}
