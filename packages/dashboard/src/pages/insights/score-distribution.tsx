// How many leads score how high, coloured by where the grades begin.

import type { Insights } from '@leadline/contract';
import { formatCountOf, formatShare } from '../../components/format-number.ts';
import { type Grade, gradeColour } from '../../components/grade.ts';
import type { Figures } from './figures.ts';
import { BarPlot } from './lazy-bar-plot.ts';
import { PlotPanel } from './plot-panel.tsx';
import classes from './score-distribution.module.css';

/** Where each grade begins, best first; as in the engine, whose code is too large to load for it. */
const STARTS: readonly (readonly [Grade, number, string])[] = [
  ['Hot', 80, '80 and more'],
  ['Warm', 60, '60 to 79'],
  ['Cool', 40, '40 to 59'],
  ['Cold', 0, 'less than 40'],
];

export function ScoreDistribution({ insights }: { readonly insights: Insights }) {
  const { scores, grades, leads } = insights;
  const figures: Figures = {
    columns: [{ label: 'Score' }, { label: 'Leads' }, { label: 'Share of leads', format: formatShare }],
    rows: scores.map((range) => [nameRange(range), range.leads, range.leads / leads]),
  };
  const most = scores.reduce((best, range) => (range.leads > best.leads ? range : best));
  return (
    <PlotPanel
      title="How high leads score"
      takeaway={
        <>
          The commonest range is {most.from} to {most.to}. {formatShare((grades.Hot + grades.Warm) / leads)}{' '}
          are Hot or Warm; {formatCountOf(grades.Spam, 'is', 'are')} spam, whatever the score.
        </>
      }
      figures={figures}
      fileName="leadline-scores"
      height={288}
    >
      <BarPlot
        label={`Bars: ${scores.map((range) => `${nameRange(range)}: ${range.leads}`).join(', ')}.`}
        data={scores.map((range) => ({
          x: nameRange(range),
          Leads: range.leads,
          color: gradeColour(gradeAt(range.from), 'solid'),
        }))}
        series={[{ name: 'Leads', color: 'var(--ll-accent)' }]}
        xLabel="Score"
        yLabel="Leads"
        height={260}
        showsValues
      />
      <ul className={classes.legend}>
        {STARTS.map(([grade, , words]) => (
          <li key={grade}>
            <span className={classes.swatch} style={{ backgroundColor: gradeColour(grade, 'solid') }} />
            {grade}: {words}
          </li>
        ))}
      </ul>
    </PlotPanel>
  );
}

function gradeAt(score: number): Grade {
  return STARTS.find(([, start]) => score >= start)?.[0] ?? 'Cold';
}

function nameRange({ from, to }: Insights['scores'][number]): string {
  return `${from}–${to}`;
}
