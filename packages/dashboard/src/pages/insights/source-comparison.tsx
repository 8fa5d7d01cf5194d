// Compares sources by leads, share of Hot leads and win rate.

import type { Insights, WinRate } from '@leadline/contract';
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { gradeColour } from '../../components/grade.ts';
import { TextLink } from '../../components/text-link.tsx';
import type { Cell, Figures } from './figures.ts';
import { formatRevenue } from './format-revenue.ts';
import { IntervalLegend, IntervalPlot } from './interval-plot.tsx';
import { type LeadsFilter, linkToLeads } from './leads-link.ts';
import { PlotPanel } from './plot-panel.tsx';
import { nameSource, type Order, type SortBy, type Source, sortSources } from './sort-sources.ts';
import classes from './source-comparison.module.css';

export function SourceComparison({ insights }: { readonly insights: Insights }) {
  const { sources, leads, win, currency } = insights;
  const [order, setOrder] = useState<Order>({ by: 'leads', isUp: false });
  const most = Math.max(...sources.map((source) => source.leads));
  const head = (by: SortBy, children: ReactNode) => (
    <SortableHead by={by} order={order} onSort={setOrder}>
      {children}
    </SortableHead>
  );
  return (
    <PlotPanel
      title="Sources"
      takeaway={describeSources(sources, leads, win)}
      figures={toFigures(insights)}
      fileName="leadline-sources"
      isWide
    >
      <Table className={classes.table ?? ''} fz="sm" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {head('source', 'Source')}
            {head('leads', 'Leads')}
            {head('hot', 'Hot')}
            {head('win', 'Win rate')}
            {head('revenue', 'Revenue')}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortSources(sources, order).map((source) => (
            <Table.Tr key={source.source}>
              <Table.Th
                scope="row"
                fw={500}
                className={classes.name ?? ''}
                data-unnamed={!source.source || undefined}
              >
                {nameSource(source)}
              </Table.Th>
              <Table.Td>
                <NumberWithBar share={source.leads / most} colour="var(--ll-accent)">
                  <LinkedNumber to={linkToSource(insights, source)}>{formatCount(source.leads)}</LinkedNumber>
                </NumberWithBar>
              </Table.Td>
              <Table.Td data-column="hot">
                <NumberWithBar share={source.hot / source.leads} colour={gradeColour('Hot', 'solid')}>
                  <LinkedNumber to={linkToSource(insights, source, { grade: 'Hot' })}>
                    {formatShare(source.hot / source.leads)}
                  </LinkedNumber>
                </NumberWithBar>
              </Table.Td>
              <Table.Td>
                <IntervalPlot win={source.win} overallRate={win.rate} isWide />
              </Table.Td>
              <Table.Td data-column="revenue">
                <LinkedNumber to={linkToSource(insights, source, { outcome: 'won' })}>
                  {formatRevenue(source.revenue, currency)}
                </LinkedNumber>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <IntervalLegend />
    </PlotPanel>
  );
}

interface SortableHeadProps {
  readonly by: SortBy;
  readonly order: Order;
  readonly onSort: (order: Order) => void;
  readonly children: ReactNode;
}

function SortableHead({ by, order, onSort, children }: SortableHeadProps) {
  const isSorted = order.by === by;
  const Icon = isSorted ? (order.isUp ? IconArrowUp : IconArrowDown) : IconSelector;
  // The first click sorts names in ascending order and numbers in descending order.
  const isUpFirst = by === 'source';
  return (
    <Table.Th data-column={by} aria-sort={isSorted ? (order.isUp ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton
        className={classes.sort ?? ''}
        onClick={() => onSort({ by, isUp: isSorted ? !order.isUp : isUpFirst })}
      >
        {children}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

interface NumberWithBarProps {
  readonly share: number;
  readonly colour: string;
  readonly children: ReactNode;
}

function NumberWithBar({ share, colour, children }: NumberWithBarProps) {
  return (
    <span className={classes.number}>
      <span className={classes.figure}>{children}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${share * 100}%`, backgroundColor: colour }} />
      </span>
    </span>
  );
}

interface LinkedNumberProps {
  readonly to: string | null;
  readonly children: string;
}

function LinkedNumber({ to, children }: LinkedNumberProps) {
  return to === null ? children : <TextLink to={to}>{children}</TextLink>;
}

/** Null for all other sources, which the inbox has no filter for. */
function linkToSource(insights: Insights, { source }: Source, filter: LeadsFilter = {}): string | null {
  return source === null ? null : linkToLeads(insights, { source, ...filter });
}

function toFigures(insights: Insights): Figures {
  const link = (value: number, source: Source, filter?: LeadsFilter): Cell => {
    const to = linkToSource(insights, source, filter);
    return to === null ? value : { value, to };
  };
  return {
    columns: [
      { label: 'Source' },
      { label: 'Leads' },
      { label: 'Hot' },
      { label: 'Won' },
      { label: 'Lost' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (95%)', format: formatShare },
      { label: 'Upper bound (95%)', format: formatShare },
      {
        label: `Revenue (${insights.currency})`,
        format: (amount) => formatRevenue(amount, insights.currency),
      },
    ],
    rows: insights.sources.map((source) => {
      const { won, lost, rate, low, high } = source.win;
      return [
        nameSource(source),
        link(source.leads, source),
        link(source.hot, source, { grade: 'Hot' }),
        link(won, source, { outcome: 'won' }),
        link(lost, source, { outcome: 'lost' }),
        rate,
        low,
        high,
        source.revenue,
      ];
    }),
  };
}

/** A source stands out when even the lower bound of its win rate is above average. */
function describeSources(sources: readonly Source[], leads: number, win: WinRate): string {
  const named = sources.filter(({ source }) => source !== null);
  const [first] = named;
  const volume =
    first === undefined
      ? ''
      : `Top source: ${first.source === '' ? 'no source' : `“${first.source}”`}, with ${formatShare(first.leads / leads)} of ${formatCountOf(leads, 'lead')}. `;
  if (win.rate === null) return `${volume}Win rates appear after the first outcomes.`;
  const [best] = sortSources(named, { by: 'win', isUp: false });
  const standsOut =
    best?.win.rate != null && best.win.low !== null && best.win.low > win.rate
      ? `“${nameSource(best)}” stands out: ${formatShare(best.win.rate)} won, compared to ${formatShare(win.rate)} on average. `
      : '';
  return `${volume}${standsOut}Whiskers show where the true win rate likely lies (95%). Dashed line: average.`;
}
