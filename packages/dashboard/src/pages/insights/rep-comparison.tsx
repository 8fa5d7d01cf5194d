// Leads, contacts, wins and revenue by assignee.

import type { Insights } from '@leadline/contract';
import { Table, Text } from '@mantine/core';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { TextLink } from '../../components/text-link.tsx';
import type { Figures } from './figures.ts';
import { formatHours } from './format-hours.ts';
import { formatRevenue } from './format-revenue.ts';
import { IntervalPlot } from './interval-plot.tsx';
import { type LeadsFilter, linkToLeads, NOT_SPAM } from './leads-link.ts';
import { PlotPanel } from './plot-panel.tsx';
import classes from './rep-comparison.module.css';
import shadow from './scroll-shadow.module.css';

type Rep = Insights['by_rep'][number];

export function RepComparison({ insights }: { readonly insights: Insights }) {
  const { by_rep: reps, currency, win } = insights;
  const money = (amount: number): string => formatRevenue(amount, currency);
  const link = (rep: Rep, filter: LeadsFilter = {}): string =>
    linkToLeads(insights, { assignee: rep.user_id ?? 'none', grade: NOT_SPAM, ...filter });
  const figures: Figures = {
    columns: [
      { label: 'Rep' },
      { label: 'Leads' },
      { label: 'Contacted' },
      { label: 'Hours to first contact (median)', format: (hours) => hours.toFixed(1) },
      { label: 'Won' },
      { label: 'Lost' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (95%)', format: formatShare },
      { label: 'Upper bound (95%)', format: formatShare },
      { label: `Revenue (${currency})`, format: money },
    ],
    rows: reps.map((rep) => [
      nameRep(rep),
      { value: rep.leads, to: link(rep) },
      rep.contacted,
      rep.median_contact_hours,
      { value: rep.win.won, to: link(rep, { outcome: 'won' }) },
      { value: rep.win.lost, to: link(rep, { outcome: 'lost' }) },
      { value: rep.win.rate, to: link(rep, { outcome: 'closed' }), leads: rep.win.won + rep.win.lost },
      rep.win.low,
      rep.win.high,
      { value: rep.revenue, to: link(rep, { outcome: 'won' }), leads: rep.win.won },
    ]),
  };
  return (
    <PlotPanel
      title="Reps"
      takeaway={describeReps(reps)}
      figures={figures}
      period={insights}
      fileName="leadline-reps"
      isWide
    >
      <Text size="xs" c="dimmed" mb={6} hiddenFrom="sm" aria-hidden>
        Scroll sideways for contacts, wins and revenue →
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table has to be scrollable by keyboard */}
      <section className={`${classes.scroll} ${shadow.scroll}`} tabIndex={0} aria-label="Figures by rep">
        <Table className={classes.table ?? ''} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Rep</Table.Th>
              <Table.Th data-figure>Leads</Table.Th>
              <Table.Th data-figure>Contacted</Table.Th>
              <Table.Th data-figure>First contact</Table.Th>
              <Table.Th data-figure>Won</Table.Th>
              <Table.Th className={classes.rate ?? ''}>Win rate</Table.Th>
              <Table.Th data-figure>Revenue</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reps.map((rep) => (
              <Table.Tr key={rep.user_id}>
                <Table.Th
                  scope="row"
                  fw={500}
                  className={classes.name ?? ''}
                  data-unnamed={rep.name === null || undefined}
                >
                  {nameRep(rep)}
                </Table.Th>
                <Table.Td data-figure>
                  <TextLink to={link(rep)}>{formatCount(rep.leads)}</TextLink>
                </Table.Td>
                <Table.Td data-figure>
                  {formatCount(rep.contacted)}{' '}
                  <span className={classes.share}>
                    {rep.leads === 0 ? '' : formatShare(rep.contacted / rep.leads)}
                  </span>
                </Table.Td>
                <Table.Td data-figure>
                  {rep.median_contact_hours === null ? '–' : formatHours(rep.median_contact_hours)}
                </Table.Td>
                <Table.Td data-figure>
                  <TextLink to={link(rep, { outcome: 'won' })}>{formatCount(rep.win.won)}</TextLink>
                </Table.Td>
                <Table.Td>
                  <IntervalPlot win={rep.win} to={link(rep, { outcome: 'closed' })} overallRate={win.rate} />
                </Table.Td>
                <Table.Td data-figure>
                  <TextLink to={link(rep, { outcome: 'won' })} title={formatCountOf(rep.win.won, 'lead')}>
                    {money(rep.revenue)}
                  </TextLink>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </PlotPanel>
  );
}

function nameRep({ user_id, name }: Rep): string {
  return name ?? (user_id === null ? 'Unassigned' : `Former member (…${user_id.slice(-4)})`);
}

function describeReps(reps: readonly Rep[]): string {
  const unassigned = reps.find(({ user_id }) => user_id === null)?.leads ?? 0;
  const leads = reps.reduce((sum, rep) => sum + rep.leads, 0);
  const basis =
    'By current assignee, without spam. Imported outcomes count too. First contact is the median, around the clock.';
  if (unassigned === 0) return `All leads are assigned. ${basis}`;
  return `${formatCount(unassigned)} of ${formatCountOf(leads, 'lead')} ${unassigned === 1 ? 'is' : 'are'} unassigned. ${basis}`;
}
