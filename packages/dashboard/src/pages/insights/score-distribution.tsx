// The distribution of scores, coloured by grade.

import type { Insights } from '@leadline/contract';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { type Grade, gradeColour } from '../../components/grade.ts';
import type { Figures } from './figures.ts';
import { BarPlot } from './lazy-bar-plot.ts';
import { PlotPanel } from './plot-panel.tsx';
import classes from './score-distribution.module.css';
import { hasFindings } from './trends.ts';

/** The minimum score of each grade, best first. Copied from the engine, which is too large to load just for this. */
const GRADE_RANGES: readonly (readonly [Grade, number, string])[] = [
  ['Hot', 80, '80+'],
  ['Warm', 60, '60–79'],
  ['Cool', 40, '40–59'],
  ['Cold', 0, 'below 40'],
];

export function ScoreDistribution({ insights }: { readonly insights: Insights }) {
  const { grades } = insights;
  // Spam has a low score for other reasons, so it would look like Cold leads.
  const scores = insights.scores.map((range) => ({ ...range, leads: range.leads - range.spam }));
  const leads = insights.leads - grades.Spam;
  const figures: Figures = {
    columns: [
      { label: 'Score' },
      { label: 'Leads without spam' },
      { label: 'Share', format: formatShare },
      { label: 'Spam' },
    ],
    rows: scores.map((range) => [
      nameRange(range),
      range.leads,
      leads === 0 ? null : range.leads / leads,
      range.spam,
    ]),
  };
  const most = scores.reduce((best, range) => (range.leads > best.leads ? range : best));
  return (
    <PlotPanel
      title="Score distribution"
      takeaway={
        <>
          {leads > 0 &&
            hasFindings(insights) &&
            `Most common range: ${nameRange(most)}. ${formatShare((grades.Hot + grades.Warm) / leads)} of ${formatCountOf(leads, 'lead')} are Hot or Warm. `}
          {grades.Spam > 0 && `${formatCountOf(grades.Spam, 'spam lead is', 'spam leads are')} left out.`}
        </>
      }
      figures={figures}
      period={insights}
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
        {GRADE_RANGES.map(([grade, , range]) => (
          <li key={grade}>
            <span className={classes.swatch} style={{ backgroundColor: gradeColour(grade, 'solid') }} />
            {grade}: {range}
          </li>
        ))}
        {grades.Spam > 0 && <li>Spam: {formatCount(grades.Spam)}, not shown</li>}
      </ul>
    </PlotPanel>
  );
}

function gradeAt(score: number): Grade {
  return GRADE_RANGES.find(([, start]) => score >= start)?.[0] ?? 'Cold';
}

function nameRange({ from, to }: Insights['scores'][number]): string {
  return `${from}–${to}`;
}
