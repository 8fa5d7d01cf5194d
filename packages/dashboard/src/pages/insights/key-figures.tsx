// The most important numbers, at the top of the page, as answers to three questions, compared with the period before.

import type { Insights } from '@leadline/contract';
import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formatBounds, formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { TextLink } from '../../components/text-link.tsx';
import { dayIn, describeDays } from './format-day.ts';
import { formatHours } from './format-hours.ts';
import { formatRevenue, formatShortRevenue } from './format-revenue.ts';
import classes from './key-figures.module.css';
import { linkToLeads, NOT_SPAM } from './leads-link.ts';
import { TrendLine } from './trend-line.tsx';
import { findTrends, type Trend } from './trends.ts';

export function KeyFigures({ insights }: { readonly insights: Insights }) {
  const { leads, by_grade: byGrade, grades, win, revenue, currency, contact, previous } = insights;
  const trends = findTrends(insights);
  const hasTrends = Object.values(trends).some((trend) => trend !== null);
  const notSpam = leads - grades.Spam;
  const notClosed = byGrade.reduce((sum, { grade, open }) => sum + (grade === 'Spam' ? 0 : open), 0);
  return (
    <>
      <div className={classes.questions}>
        <Question title="What came in?">
          <KeyFigure
            name="Leads"
            value={formatCount(leads)}
            to={linkToLeads(insights)}
            note={
              <>
                <TextLink to={linkToLeads(insights, { outcome: 'open', grade: NOT_SPAM })}>
                  {formatCount(notClosed)} not closed
                </TextLink>
                {', '}
                <TextLink to={linkToLeads(insights, { grade: 'Spam' })}>
                  {formatCount(grades.Spam)} spam
                </TextLink>
              </>
            }
            trend={trends.leads}
            format={formatCount}
          />
          <KeyFigure
            name="Hot"
            value={notSpam === 0 ? '–' : formatShare(grades.Hot / notSpam)}
            to={linkToLeads(insights, { grade: 'Hot' })}
            leads={grades.Hot}
            note={`${formatCount(grades.Hot)} of ${formatCountOf(notSpam, 'lead')}${grades.Spam > 0 ? ', without spam' : ''}`}
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
            isDuration
          />
        </Question>
        <Question title="What was won?">
          <KeyFigure
            name="Won"
            value={formatCount(win.won)}
            to={linkToLeads(insights, { outcome: 'won', grade: NOT_SPAM })}
            note={
              <TextLink to={linkToLeads(insights, { outcome: 'lost', grade: NOT_SPAM })}>
                {formatCount(win.lost)} lost
              </TextLink>
            }
            trend={trends.won}
            format={formatCount}
          />
          <KeyFigure
            name="Win rate"
            value={win.rate === null ? '–' : formatShare(win.rate)}
            {...(win.rate === null
              ? {}
              : {
                  to: linkToLeads(insights, { outcome: 'closed', grade: NOT_SPAM }),
                  leads: win.won + win.lost,
                })}
            note={
              win.low === null || win.high === null
                ? 'no outcomes yet'
                : `likely ${formatBounds(win.low, win.high)}, from ${formatCountOf(win.won + win.lost, 'outcome')}`
            }
            trend={trends.winRate}
            format={formatShare}
          />
        </Question>
        <Question title="What did it earn?">
          <KeyFigure
            name="Revenue"
            value={formatShortRevenue(revenue, currency)}
            to={linkToLeads(insights, { outcome: 'won' })}
            title={formatRevenue(revenue, currency)}
            note="from won leads with an amount"
            trend={trends.revenue}
            format={(amount) => formatShortRevenue(amount, currency)}
          />
        </Question>
      </div>
      <Text size="xs" c="dimmed" mb="sm">
        Won, win rate and revenue count leads received in this period, whenever they closed. Spam doesn’t
        count toward Hot, won, lost and win rates.
        {hasTrends
          ? ` Arrows compare with ${describePrevious(previous, insights.time_zone)}. Newer leads have had less time to be won.`
          : ` Not enough data yet to compare with ${describePrevious(previous, insights.time_zone)}.`}
      </Text>
    </>
  );
}

function Question({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.question} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <dl className={classes.figures}>{children}</dl>
    </section>
  );
}

interface KeyFigureProps {
  readonly name: string;
  readonly value: string;
  /** The leads behind the figure. */
  readonly to?: string;
  /** How many leads these are, if the value is not their number. */
  readonly leads?: number;
  readonly title?: string;
  readonly note: ReactNode;
  readonly trend: Trend | null;
  readonly format: (before: number) => string;
  readonly isDuration?: boolean;
}

function KeyFigure(props: KeyFigureProps) {
  const { name, value, to, leads, title, note, trend, format, isDuration = false } = props;
  const hint = title ?? (leads === undefined ? undefined : formatCountOf(leads, 'lead'));
  return (
    <div className={classes.card}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        {to === undefined ? (
          value
        ) : (
          <TextLink to={to} title={hint}>
            {value}
          </TextLink>
        )}
      </dd>
      <dd className={classes.note}>{note}</dd>
      <dd className={classes.trend}>
        {trend !== null && <TrendLine trend={trend} format={format} shown={value} isDuration={isDuration} />}
      </dd>
    </div>
  );
}

/** Its end is exclusive, so the last day is the one before. */
export function describePrevious({ from, to }: Insights['previous'], timeZone: string): string {
  return describeDays(dayIn(from, timeZone), dayIn(Date.parse(to) - 1, timeZone), timeZone);
}
