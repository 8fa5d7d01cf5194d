// How long it took from a lead to its outcome.

import type { Insights } from '@leadline/contract';
import { formatCountOf } from '../../components/format-number.ts';
import type { Figures } from './figures.ts';
import { BarPlot } from './lazy-bar-plot.ts';
import { NoOutcomes } from './no-outcomes.tsx';
import { OUTCOME_COLOURS } from './outcome-colours.ts';
import { PlotPanel } from './plot-panel.tsx';

const SERIES = [
  { name: 'Won', color: OUTCOME_COLOURS.won },
  { name: 'Lost', color: OUTCOME_COLOURS.lost },
];

interface OutcomeSpeedProps {
  readonly speed: Insights['speed'];
  /** Won or lost, at a known moment or not. */
  readonly decided: number;
}

export function OutcomeSpeed({ speed, decided }: OutcomeSpeedProps) {
  const figures: Figures = {
    columns: [{ label: 'Time to outcome' }, { label: 'Won' }, { label: 'Lost' }],
    rows: speed.ranges.map(({ label, won, lost }) => [label, won, lost]),
  };
  const takeaway = tellSpeed(speed, decided);
  return (
    <PlotPanel
      title="How long a lead takes to be decided"
      takeaway={takeaway}
      figures={figures}
      fileName="leadline-speed"
      height={288}
    >
      {speed.decided === 0 ? (
        <NoOutcomes />
      ) : (
        <BarPlot
          label={`Bars by time to outcome. ${takeaway}`}
          data={speed.ranges.map(({ label, won, lost }) => ({ x: label, Won: won, Lost: lost }))}
          series={SERIES}
          xLabel="Time to outcome"
          yLabel="Leads"
          height={288}
          isStacked
          isLying
        />
      )}
    </PlotPanel>
  );
}

function tellSpeed(
  { decided: timed, median_hours: medianHours }: Insights['speed'],
  decided: number,
): string {
  const untimed = decided - timed;
  const missing =
    untimed > 0
      ? ` ${formatCountOf(untimed, 'outcome')} without a moment of ${untimed === 1 ? 'its' : 'their'} own, such as imported ones, ${untimed === 1 ? 'is' : 'are'} left out.`
      : '';
  if (medianHours === null) return `No lead was won or lost at a known moment.${missing}`;
  return `Half of those decided took less than ${tellHours(medianHours)}.${missing}`;
}

function tellHours(hours: number): string {
  if (hours < 1) return formatCountOf(Math.max(1, Math.round(hours * 60)), 'minute');
  if (hours < 36) return formatCountOf(Number(hours.toFixed(hours < 10 ? 1 : 0)), 'hour');
  const days = hours / 24;
  return formatCountOf(Number(days.toFixed(days < 10 ? 1 : 0)), 'day');
}
