// Predicted and observed win rates of the same leads. On the diagonal, they are the same.

import { Text } from '@mantine/core';
import { formatBounds, formatCountOf, formatShare } from '../../../components/format-number.ts';
import type { Figures } from '../../insights/figures.ts';
import { PlotPanel } from '../../insights/plot-panel.tsx';
import { describeReliability, type HeldOut } from './describe-accuracy.ts';
import classes from './reliability.module.css';

const TITLE = 'Does it happen as often as predicted?';

export function ReliabilityPanel({ bins }: { readonly bins: HeldOut['reliability'] }) {
  const figures: Figures = {
    columns: [
      { label: 'Predicted', format: formatShare },
      { label: 'Leads' },
      { label: 'Won' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (90%)', format: formatShare },
      { label: 'Upper bound (90%)', format: formatShare },
    ],
    rows: bins.map(({ predicted, leads, won, observed, low, high }) => [
      predicted,
      leads,
      won,
      observed,
      low,
      high,
    ]),
  };
  return (
    <PlotPanel
      title={TITLE}
      titleOrder={3}
      takeaway={describeReliability(bins)}
      figures={figures}
      fileName="leadline-model-reliability"
    >
      <ReliabilityPlot bins={bins} />
      <Text size="xs" c="dimmed" mt="xs">
        Each dot is a group of leads with similar predictions; its line is the likely range (90%). On the
        dashed line, prediction and outcome agree.
      </Text>
    </PlotPanel>
  );
}

const TICKS = 4;

function ReliabilityPlot({ bins }: { readonly bins: HeldOut['reliability'] }) {
  const top = axisEnd(bins);
  const at = (share: number): string => `${(100 * share) / top}%`;
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => (top * tick) / TICKS);
  return (
    <div role="img" aria-label="Predicted and observed win rates" className={classes.plot}>
      <span className={classes.yLabel}>Won</span>
      <div className={classes.area}>
        {ticks.map((tick) => (
          <span key={tick}>
            <span className={classes.grid} style={{ bottom: at(tick) }} />
            <span className={classes.yTick} style={{ bottom: at(tick) }}>
              {formatShare(tick)}
            </span>
            <span className={classes.xTick} style={{ left: at(tick) }}>
              {formatShare(tick)}
            </span>
          </span>
        ))}
        <svg className={classes.diagonal} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          <line x1="0" y1="1" x2="1" y2="0" vectorEffect="non-scaling-stroke" />
        </svg>
        {bins.map(({ predicted, observed, low, high, leads }) => (
          <span
            key={predicted}
            className={classes.bin}
            style={{ left: at(predicted) }}
            title={`Predicted ${formatShare(predicted)}, won ${formatShare(observed)} (${formatBounds(low, high)}) of ${formatCountOf(leads, 'lead')}`}
          >
            <span
              className={classes.whisker}
              style={{ bottom: at(low), top: `${100 - (100 * high) / top}%` }}
            />
            <span className={classes.dot} style={{ bottom: at(observed) }} />
          </span>
        ))}
      </div>
      <span className={classes.xLabel}>Predicted chance of closing</span>
    </div>
  );
}

/** The next multiple of 20%, so that small rates aren't squeezed into a corner. */
const axisEnd = (bins: HeldOut['reliability']): number =>
  Math.min(
    1,
    Math.max(
      0.2,
      Math.ceil(5 * Math.max(...bins.map(({ predicted, high }) => Math.max(predicted, high)))) / 5,
    ),
  );
