// The most important numbers, at the top of the page, compared with the period before.

import type { Insights } from '@leadline/contract';
import { Text } from '@mantine/core';
import { IconArrowDown, IconArrowRight, IconArrowUp, IconTilde } from '@tabler/icons-react';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { TextLink } from '../../components/text-link.tsx';
import { formatDay } from './format-day.ts';
import { formatHours } from './format-hours.ts';
import { formatRevenue } from './format-revenue.ts';
import { formatBounds } from './interval-plot.tsx';
import classes from './key-figures.module.css';
import { linkToLeads } from './leads-link.ts';
import { findTrends, type Trend } from './trends.ts';

export function KeyFigures({ insights }: { readonly insights: Insights }) {
  const { leads, open, grades, win, revenue, currency, contact, previous } = insights;
  const trends = findTrends(insights);
  return (
    <>
      <dl className={classes.cards}>
        <KeyFigure
          name="Leads"
          value={formatCount(leads)}
          to={linkToLeads(insights)}
          note={`${formatCount(open)} open, ${formatCount(grades.Spam)} spam`}
          trend={trends.leads}
          format={formatCount}
        />
        <KeyFigure
          name="Hot"
          value={formatShare(grades.Hot / leads)}
          to={linkToLeads(insights, { grade: 'Hot' })}
          note={formatCountOf(grades.Hot, 'lead')}
          trend={trends.hot}
          format={formatShare}
        />
        <KeyFigure
          name="First contact"
          value={contact.median_hours === null ? '–' : formatHours(contact.median_hours)}
          note={
            contact.contacted === 0
              ? 'no contacts yet'
              : `median of ${formatCountOf(contact.contacted, 'lead')}`
          }
          trend={trends.contactHours}
          format={formatHours}
        />
        <KeyFigure
          name="Won"
          value={formatCount(win.won)}
          to={linkToLeads(insights, { outcome: 'won' })}
          note={`${formatCount(win.lost)} lost`}
          trend={trends.won}
          format={formatCount}
        />
        <KeyFigure
          name="Win rate"
          value={win.rate === null ? '–' : formatShare(win.rate)}
          note={
            win.low === null || win.high === null
              ? 'no outcomes yet'
              : `likely ${formatBounds(win.low, win.high)}, from ${formatCountOf(win.won + win.lost, 'outcome')}`
          }
          trend={trends.winRate}
          format={formatShare}
        />
        <KeyFigure
          name="Revenue"
          value={formatRevenue(revenue, currency)}
          to={linkToLeads(insights, { outcome: 'won' })}
          note="from won leads with an amount"
          trend={trends.revenue}
          format={(amount) => formatRevenue(amount, currency)}
        />
      </dl>
      <Text size="xs" c="dimmed" mb="sm">
        Arrows compare with {formatDay(previous.from)} to {formatDay(previous.to)} (UTC). Newer leads have had
        less time to be won. Leads graded Spam don’t count toward win rates.
      </Text>
    </>
  );
}

interface KeyFigureProps {
  readonly name: string;
  readonly value: string;
  /** The leads behind the figure. */
  readonly to?: string;
  readonly note: string;
  readonly trend: Trend | null;
  readonly format: (before: number) => string;
}

function KeyFigure({ name, value, to, note, trend, format }: KeyFigureProps) {
  return (
    <div className={classes.card}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{to === undefined ? value : <TextLink to={to}>{value}</TextLink>}</dd>
      <dd className={classes.note}>{note}</dd>
      <dd className={classes.trend}>
        {trend === null ? 'Not enough data to compare' : <TrendLine trend={trend} format={format} />}
      </dd>
    </div>
  );
}

const TRENDS = {
  up: { Icon: IconArrowUp, word: 'Up' },
  down: { Icon: IconArrowDown, word: 'Down' },
  same: { Icon: IconArrowRight, word: 'Unchanged' },
  unclear: { Icon: IconTilde, word: 'No clear change' },
} as const;

function TrendLine({
  trend: { direction, before },
  format,
}: Required<Pick<KeyFigureProps, 'format'>> & { readonly trend: Trend }) {
  const { Icon, word } = TRENDS[direction];
  return (
    <>
      <Icon size={14} aria-hidden />
      <span>
        {word} from {format(before)}
      </span>
    </>
  );
}
