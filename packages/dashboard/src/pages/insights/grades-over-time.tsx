// Leads per day or week, by grade.

import type { Insights } from '@leadline/contract';
import { formatCount, formatCountOf } from '../../components/format-number.ts';
import { GRADES, gradeColour } from '../../components/grade.ts';
import type { Figures } from './figures.ts';
import { dayIn, formatDay } from './format-day.ts';
import { BarPlot } from './lazy-bar-plot.ts';
import { linkToLeads, type Period } from './leads-link.ts';
import { PlotPanel } from './plot-panel.tsx';
import { hasFindings } from './trends.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The best grade is at the bottom, where bars are easiest to compare. */
const SERIES = GRADES.map((grade) => ({ name: grade, color: gradeColour(grade, 'solid') }));

type Step = Insights['over_time'][number];

export function GradesOverTime({ insights }: { readonly insights: Insights }) {
  const { over_time: steps, unit, time_zone: timeZone } = insights;
  const name = unit === 'day' ? 'Day' : 'Week of';
  const figures: Figures = {
    columns: [{ label: name }, ...GRADES.map((grade) => ({ label: grade })), { label: 'Total' }],
    rows: steps.map((step) => [
      dayIn(step.at, timeZone),
      ...GRADES.map((grade) => ({
        value: step.grades[grade],
        to: linkToLeads(periodOf(step, insights), { grade }),
      })),
      { value: countLeads(step), to: linkToLeads(periodOf(step, insights)) },
    ]),
  };
  return (
    <PlotPanel
      title={`Leads by grade and ${unit}`}
      takeaway={hasFindings(insights) && describePace(insights)}
      figures={figures}
      period={insights}
      fileName={`leadline-grades-by-${unit}`}
      height={288}
    >
      <BarPlot
        label={`Stacked bars, one per ${unit}. ${describePace(insights)}`}
        data={steps.map(({ at, grades }) => ({ x: dayIn(at, timeZone), ...grades }))}
        series={SERIES}
        xLabel={name}
        yLabel="Leads"
        height={288}
        isStacked
        formatX={formatDay}
        formatTitle={(day) => (unit === 'day' ? formatDay(day) : `Week of ${formatDay(day)}`)}
      />
    </PlotPanel>
  );
}

function describePace({ leads, from, to, over_time: steps, unit, time_zone: timeZone }: Insights): string {
  const days = Math.max(1, (Math.min(Date.parse(to), Date.now()) - Date.parse(from)) / DAY_MS);
  const perStep = (leads / days) * (unit === 'day' ? 1 : 7);
  const busiest = steps.reduce((best, step) => (countLeads(step) > countLeads(best) ? step : best));
  const pace = perStep < 10 ? perStep.toFixed(1) : formatCount(Math.round(perStep));
  return (
    `${pace} leads per ${unit} on average. The busiest ${unit} was ` +
    `${unit === 'day' ? '' : 'the week of '}${formatDay(dayIn(busiest.at, timeZone))}, with ${formatCountOf(countLeads(busiest), 'lead')}.`
  );
}

/** The part of a day or week that is in the period. */
function periodOf({ at }: Step, { from, to, over_time: steps, time_zone }: Insights): Period {
  const end = steps.find((step) => step.at > at)?.at ?? to;
  return { from: at < from ? from : at, to: end, time_zone };
}

function countLeads({ grades }: Step): number {
  return GRADES.reduce((sum, grade) => sum + grades[grade], 0);
}
