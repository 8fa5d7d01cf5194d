// Outcomes by grade: do Hot leads win more often?

import type { Insights } from '@leadline/contract';
import { Table } from '@mantine/core';
import { formatCount, formatShare } from '../../components/format-number.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import type { Figures } from './figures.ts';
import classes from './grade-outcomes.module.css';
import { IntervalLegend, IntervalPlot } from './interval-plot.tsx';
import { judgeGrades } from './judge-grades.ts';
import { OUTCOME_COLOURS } from './outcome-colours.ts';
import { PlotPanel } from './plot-panel.tsx';

type GradeInsights = Insights['by_grade'][number];

export function GradeOutcomes({ byGrade }: { readonly byGrade: Insights['by_grade'] }) {
  const verdict = judgeGrades(byGrade);
  const figures: Figures = {
    columns: [
      { label: 'Grade' },
      { label: 'Leads' },
      { label: 'Won' },
      { label: 'Lost' },
      { label: 'Open' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (95%)', format: formatShare },
      { label: 'Upper bound (95%)', format: formatShare },
    ],
    rows: byGrade.map(({ grade, leads, open, win }) => [
      grade,
      leads,
      win.won,
      win.lost,
      open,
      win.rate,
      win.low,
      win.high,
    ]),
  };
  return (
    <PlotPanel
      title="Do Hot leads win more?"
      takeaway={<span className={classes.verdict}>{verdict.text}</span>}
      figures={figures}
      fileName="leadline-grades-and-outcomes"
    >
      <Table className={classes.table ?? ''} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Grade</Table.Th>
            <Table.Th>Outcomes</Table.Th>
            <Table.Th className={classes.rate ?? ''}>Win rate</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {byGrade.map((ofGrade) => (
            <Table.Tr key={ofGrade.grade}>
              <Table.Th scope="row">
                <GradeBadge grade={ofGrade.grade} />
              </Table.Th>
              <Table.Td>
                <OutcomeBar {...ofGrade} />
              </Table.Td>
              <Table.Td>
                <IntervalPlot win={ofGrade.win} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <IntervalLegend />
    </PlotPanel>
  );
}

function OutcomeBar({ leads, open, win: { won, lost } }: GradeInsights) {
  const parts = [
    { name: 'won', count: won, colour: OUTCOME_COLOURS.won },
    { name: 'lost', count: lost, colour: OUTCOME_COLOURS.lost },
    { name: 'open', count: open, colour: OUTCOME_COLOURS.open },
  ];
  if (leads === 0) return <span className={classes.words}>No leads</span>;
  return (
    <div className={classes.outcomes}>
      <span className={classes.bar} aria-hidden>
        {parts.map(({ name, count, colour }) => (
          <span key={name} style={{ flexGrow: count, backgroundColor: colour }} />
        ))}
      </span>
      <span className={classes.words}>
        {parts.map(({ name, count, colour }) => (
          <span key={name}>
            <span className={classes.swatch} style={{ backgroundColor: colour }} aria-hidden />
            {formatCount(count)} {name}
          </span>
        ))}
      </span>
    </div>
  );
}
