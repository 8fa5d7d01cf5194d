// How long leads take to be won or lost.

import type { Insights } from '@leadline/contract';
import { formatCountOf } from '../../components/format-number.ts';
import type { Figures } from './figures.ts';
import { formatHours } from './format-hours.ts';
import { BarPlot } from './lazy-bar-plot.ts';
import { NoOutcomes } from './no-outcomes.tsx';
import { OUTCOME_COLOURS } from './outcome-colours.ts';
import { PlotPanel } from './plot-panel.tsx';
import { hasFindings } from './trends.ts';

const SERIES = [
  { name: 'Won', color: OUTCOME_COLOURS.won },
  { name: 'Lost', color: OUTCOME_COLOURS.lost },
];

interface OutcomeSpeedProps {
  readonly insights: Insights;
  /** The number of won and lost leads, including those with an unknown time to close. */
  readonly decided: number;
}

export function OutcomeSpeed({ insights, decided }: OutcomeSpeedProps) {
  const { speed } = insights;
  const figures: Figures = {
    columns: [{ label: 'Time to close' }, { label: 'Won' }, { label: 'Lost' }],
    rows: speed.ranges.map(({ label, won, lost }) => [label, won, lost]),
  };
  const takeaway = describeSpeed(speed, decided);
  return (
    <PlotPanel
      title="Time to close"
      takeaway={hasFindings(insights) && takeaway}
      figures={figures}
      period={insights}
      fileName="leadline-speed"
      height={288}
      isWide
    >
      {speed.decided === 0 ? (
        <NoOutcomes />
      ) : (
        <BarPlot
          label={`Bars by time to close. ${takeaway}`}
          data={speed.ranges.map(({ label, won, lost }) => ({ x: label, Won: won, Lost: lost }))}
          series={SERIES}
          xLabel="Time to close"
          yLabel="Leads"
          height={288}
          isStacked
          isHorizontal
        />
      )}
    </PlotPanel>
  );
}

function describeSpeed(
  { decided: timed, median_hours: medianHours }: Insights['speed'],
  decided: number,
): string {
  const untimed = decided - timed;
  const missing =
    untimed > 0
      ? ` Excludes ${formatCountOf(untimed, 'outcome')} without a time, such as imported ones.`
      : '';
  if (medianHours === null) return `No outcomes with a known time.${missing}`;
  return `Half of closed leads took less than ${formatHours(medianHours)}.${missing}`;
}
