// Outcomes by grade: do Hot leads win more often?

import type { Insights } from '@leadline/contract';
import { Table } from '@mantine/core';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { TextLink } from '../../components/text-link.tsx';
import type { Figures } from './figures.ts';
import { formatRevenue } from './format-revenue.ts';
import classes from './grade-outcomes.module.css';
import { IntervalPlot } from './interval-plot.tsx';
import { judgeGrades } from './judge-grades.ts';
import { linkToLeads } from './leads-link.ts';
import { OUTCOME_COLOURS } from './outcome-colours.ts';
import { PlotPanel } from './plot-panel.tsx';
import { hasFindings } from './trends.ts';

type GradeInsights = Insights['by_grade'][number];

export function GradeOutcomes({ insights }: { readonly insights: Insights }) {
  const { by_grade: byGrade, currency } = insights;
  const money = (amount: number): string => formatRevenue(amount, currency);
  const verdict = judgeGrades(byGrade);
  const figures: Figures = {
    columns: [
      { label: 'Grade' },
      { label: 'Leads' },
      { label: 'Won' },
      { label: 'Lost' },
      { label: 'Not closed' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (95%)', format: formatShare },
      { label: 'Upper bound (95%)', format: formatShare },
      { label: `Revenue (${currency})`, format: money },
    ],
    rows: byGrade.map(({ grade, leads, open, win, revenue }) => [
      grade,
      { value: leads, to: linkToLeads(insights, { grade }) },
      { value: win.won, to: linkToLeads(insights, { grade, outcome: 'won' }) },
      { value: win.lost, to: linkToLeads(insights, { grade, outcome: 'lost' }) },
      { value: open, to: linkToLeads(insights, { grade, outcome: 'open' }) },
      ...(grade === 'Spam'
        ? [null, null, null]
        : [
            {
              value: win.rate,
              to: linkToLeads(insights, { grade, outcome: 'closed' }),
              leads: win.won + win.lost,
            },
            win.low,
            win.high,
          ]),
      { value: revenue, to: linkToLeads(insights, { grade, outcome: 'won' }), leads: win.won },
    ]),
  };
  return (
    <PlotPanel
      title="Do Hot leads win more?"
      takeaway={hasFindings(insights) && <span className={classes.verdict}>{verdict.text}</span>}
      figures={figures}
      period={insights}
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
                <OutcomeBar ofGrade={ofGrade} insights={insights} />
              </Table.Td>
              <Table.Td>
                {ofGrade.grade === 'Spam' ? (
                  <span className={classes.words}>Not counted</span>
                ) : (
                  <IntervalPlot
                    win={ofGrade.win}
                    to={linkToLeads(insights, { grade: ofGrade.grade, outcome: 'closed' })}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PlotPanel>
  );
}

interface OutcomeBarProps {
  readonly ofGrade: GradeInsights;
  readonly insights: Insights;
}

function OutcomeBar({ ofGrade: { grade, leads, open, win, revenue }, insights }: OutcomeBarProps) {
  const parts = [
    { outcome: 'won', name: 'won', count: win.won, colour: OUTCOME_COLOURS.won },
    { outcome: 'lost', name: 'lost', count: win.lost, colour: OUTCOME_COLOURS.lost },
    { outcome: 'open', name: 'not closed', count: open, colour: OUTCOME_COLOURS.open },
  ] as const;
  if (leads === 0) return <span className={classes.words}>No leads</span>;
  return (
    <div className={classes.outcomes}>
      <span className={classes.bar} aria-hidden>
        {parts.map(({ outcome, count, colour }) => (
          <span key={outcome} style={{ flexGrow: count, backgroundColor: colour }} />
        ))}
      </span>
      <span className={classes.words}>
        {parts.map(({ outcome, name, count, colour }) => (
          <span key={outcome}>
            <span className={classes.swatch} style={{ backgroundColor: colour }} aria-hidden />
            <TextLink to={linkToLeads(insights, { grade, outcome })}>
              {formatCount(count)} {name}
            </TextLink>
          </span>
        ))}
        {revenue > 0 && (
          <span>
            <TextLink
              to={linkToLeads(insights, { grade, outcome: 'won' })}
              title={formatCountOf(win.won, 'lead')}
            >
              {formatRevenue(revenue, insights.currency)} revenue
            </TextLink>
          </span>
        )}
      </span>
    </div>
  );
}
