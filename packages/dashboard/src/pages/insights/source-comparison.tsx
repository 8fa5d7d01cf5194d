// Compares sources by leads, share of Hot leads and win rate.

import type { Insights } from '@leadline/contract';
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { gradeColour } from '../../components/grade.ts';
import { TextLink } from '../../components/text-link.tsx';
import { describeSources } from './describe-sources.ts';
import type { Cell, Figures } from './figures.ts';
import { formatRevenue } from './format-revenue.ts';
import { IntervalPlot } from './interval-plot.tsx';
import { describePrevious } from './key-figures.tsx';
import { type LeadsFilter, linkToLeads, NOT_SPAM } from './leads-link.ts';
import { PlotPanel } from './plot-panel.tsx';
import {
  hotShareOf,
  nameSource,
  type Order,
  readOrder,
  SORT_PARAM,
  type SortBy,
  type Source,
  sortSources,
  writeOrder,
} from './sort-sources.ts';
import classes from './source-comparison.module.css';
import { TrendLine } from './trend-line.tsx';
import { compareShares, compareTotals, hasFindings, type Trend } from './trends.ts';

export function SourceComparison({ insights }: { readonly insights: Insights }) {
  const { sources, win, currency, previous } = insights;
  const [search, setSearch] = useSearchParams();
  const order = readOrder(search.get(SORT_PARAM), sources);
  const hasPrevious = sources.some((source) => compareTotals(source, 1, 1) !== null);
  const most = Math.max(...sources.map((source) => source.leads));
  function sort(next: Order): void {
    const params = new URLSearchParams(search);
    params.set(SORT_PARAM, writeOrder(next));
    setSearch(params, { replace: true });
  }
  const money = (amount: number): string => formatRevenue(amount, currency);
  const head = (by: SortBy, children: ReactNode) => (
    <SortableHead by={by} order={order} onSort={sort}>
      {children}
    </SortableHead>
  );
  return (
    <PlotPanel
      title="Sources"
      takeaway={
        hasFindings(insights) &&
        `${describeSources(insights, order)}${hasPrevious ? `Arrows compare with ${describePrevious(previous, insights.time_zone)}.` : ''}`
      }
      figures={toFigures(insights)}
      period={insights}
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
              <Table.Td data-column="leads">
                <NumberWithBar share={source.leads / most} colour="var(--ll-accent)">
                  <LinkedNumber to={linkToSource(insights, source)}>{formatCount(source.leads)}</LinkedNumber>
                </NumberWithBar>
                <Change
                  trend={compareTotals(source, source.leads, source.previous.leads)}
                  format={formatCount}
                />
              </Table.Td>
              <Table.Td data-column="hot">
                <HotShare source={source} to={linkToSource(insights, source, { grade: 'Hot' })} />
              </Table.Td>
              <Table.Td>
                <IntervalPlot
                  win={source.win}
                  to={linkToSource(insights, source, { outcome: 'closed', grade: NOT_SPAM })}
                  overallRate={win.rate}
                  isWide
                />
                <Change trend={compareShares(source.win, source.previous.win)} format={formatShare} />
              </Table.Td>
              <Table.Td data-column="revenue">
                <LinkedNumber to={linkToSource(insights, source, { outcome: 'won' })}>
                  {money(source.revenue)}
                </LinkedNumber>
                <Change
                  trend={compareTotals(source, source.revenue, source.previous.revenue)}
                  format={money}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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

interface HotShareProps {
  readonly source: Source;
  readonly to: string | null;
}

function HotShare({ source, to }: HotShareProps) {
  const share = hotShareOf(source);
  return (
    <NumberWithBar share={share ?? 0} colour={gradeColour('Hot', 'solid')}>
      {share === null ? (
        '–'
      ) : (
        <LinkedNumber to={to} leads={source.hot}>
          {formatShare(share)}
        </LinkedNumber>
      )}
    </NumberWithBar>
  );
}

interface LinkedNumberProps {
  readonly to: string | null;
  /** How many leads these are, if the text is not their number. */
  readonly leads?: number;
  readonly children: string;
}

function LinkedNumber({ to, leads, children }: LinkedNumberProps) {
  if (to === null) return children;
  return (
    <TextLink to={to} title={leads === undefined ? undefined : formatCountOf(leads, 'lead')}>
      {children}
    </TextLink>
  );
}

interface ChangeProps {
  /** Null if there is not enough data. */
  readonly trend: Trend | null;
  readonly format: (before: number) => string;
}

function Change({ trend, format }: ChangeProps) {
  if (trend === null) return null;
  return (
    <span className={classes.change}>
      <TrendLine trend={trend} format={format} isShort />
    </span>
  );
}

/** Null for all other sources, which the inbox has no filter for. */
function linkToSource(
  insights: Insights,
  { source, spellings }: Source,
  filter: LeadsFilter = {},
): string | null {
  return source === null ? null : linkToLeads(insights, { sources: spellings, ...filter });
}

function toFigures(insights: Insights): Figures {
  const link = (value: number | null, source: Source, filter?: LeadsFilter, leads?: number): Cell => {
    const to = linkToSource(insights, source, filter);
    return to === null ? value : { value, to, ...(leads === undefined ? {} : { leads }) };
  };
  const money = (amount: number): string => formatRevenue(amount, insights.currency);
  return {
    columns: [
      { label: 'Source' },
      { label: 'Leads' },
      { label: 'Leads before' },
      { label: 'Change in leads', format: (change) => formatChange(change, formatCount) },
      { label: 'Hot' },
      { label: 'Spam' },
      { label: 'Won' },
      { label: 'Lost' },
      { label: 'Win rate', format: formatShare },
      { label: 'Lower bound (95%)', format: formatShare },
      { label: 'Upper bound (95%)', format: formatShare },
      { label: 'Win rate before', format: formatShare },
      { label: `Revenue (${insights.currency})`, format: money },
      { label: 'Revenue before', format: money },
      { label: 'Change in revenue', format: (change) => formatChange(change, money) },
    ],
    rows: insights.sources.map((source) => {
      const { won, lost, rate, low, high } = source.win;
      const { previous } = source;
      return [
        nameSource(source),
        link(source.leads, source),
        previous.leads,
        source.leads - previous.leads,
        link(source.hot, source, { grade: 'Hot' }),
        link(source.spam, source, { grade: 'Spam' }),
        link(won, source, { outcome: 'won', grade: NOT_SPAM }),
        link(lost, source, { outcome: 'lost', grade: NOT_SPAM }),
        link(rate, source, { outcome: 'closed', grade: NOT_SPAM }, won + lost),
        low,
        high,
        previous.win.rate,
        link(source.revenue, source, { outcome: 'won' }),
        previous.revenue,
        // In whole cents, because differences of fractions drift.
        Math.round((source.revenue - previous.revenue) * 100) / 100,
      ];
    }),
  };
}

/** "+12", "−3" or "0". */
function formatChange(change: number, format: (size: number) => string): string {
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${format(Math.abs(change))}`;
}
