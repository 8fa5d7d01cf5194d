// A win rate as a dot with whiskers for its 95% confidence interval, on a line from 0 to 100%. Rates based on few
// outcomes are drawn hollow and dashed.

import type { WinRate } from '@leadline/contract';
import { Text, Tooltip } from '@mantine/core';
import { formatBounds, formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { TextLink } from '../../components/text-link.tsx';
import classes from './interval-plot.module.css';

/** With fewer outcomes, the whiskers of a rate near 50% span more than 40% of the line. */
const MIN_CERTAIN = 20;

interface IntervalPlotProps {
  readonly win: WinRate;
  /** The won and lost leads. */
  readonly to?: string | null;
  /** Drawn as a thin line, for comparison. */
  readonly overallRate?: number | null;
  /** Puts the numbers beside the line if there is room. */
  readonly isWide?: boolean;
}

export function IntervalPlot({ win, to = null, overallRate = null, isWide = false }: IntervalPlotProps) {
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
          <b className={classes.rate}>
            {to === null ? (
              formatShare(rate)
            ) : (
              <TextLink to={to} title={formatCountOf(won + lost, 'lead')}>
                {formatShare(rate)}
              </TextLink>
            )}
          </b>{' '}
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

/** Once per page. */
export function IntervalLegend() {
  return (
    <Text size="xs" c="dimmed" mb="sm" className={classes.legend ?? ''}>
      <span className={classes.sample} aria-hidden>
        <SampleLine />
      </span>
      Win rate: the line shows the likely range (95%).
      <span className={`${classes.sample} ${classes.interval}`} data-uncertain aria-hidden>
        <SampleLine />
      </span>
      Hollow and dashed: fewer than {MIN_CERTAIN} outcomes.
      <span className={classes.sample} aria-hidden>
        <span className={classes.line}>
          <span className={classes.overall} style={{ left: '50%' }} />
        </span>
      </span>
      Dashed vertical line: average.
    </Text>
  );
}

function SampleLine() {
  return (
    <span className={classes.line}>
      <span className={classes.whiskers} style={{ left: '15%', right: '15%' }} />
      <span className={classes.dot} style={{ left: '50%' }} />
    </span>
  );
}

function toPercent(share: number): string {
  return `${share * 100}%`;
}
