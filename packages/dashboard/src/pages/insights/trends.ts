// Compares key figures with those of the period before.

import type { Insights } from '@leadline/contract';
import { compareRates, type Decided } from './compare-rates.ts';

export interface Trend {
  /** `unclear`: the difference could be chance. */
  readonly direction: 'up' | 'down' | 'same' | 'unclear';
  readonly before: number;
}

/** Each is null if there is not enough data. */
export interface Trends {
  readonly leads: Trend | null;
  readonly hot: Trend | null;
  readonly won: Trend | null;
  readonly winRate: Trend | null;
  readonly revenue: Trend | null;
  readonly contactHours: Trend | null;
}

/** The fewest leads, outcomes or contacts in either period that are worth comparing. */
export const MIN_CASES = 5;

/** With very few leads, a sentence such as "Most common range" would state a coincidence. */
export const hasFindings = ({ leads }: Insights): boolean => leads >= MIN_CASES;

export function findTrends(insights: Insights): Trends {
  const { leads, grades, win, revenue, contact, previous } = insights;
  const total = (now: number, before: number): Trend | null => compareTotals(insights, now, before);
  return {
    leads: total(leads, previous.leads),
    hot: compareShares(
      { won: grades.Hot, lost: leads - grades.Spam - grades.Hot },
      { won: previous.hot, lost: previous.leads - previous.spam - previous.hot },
    ),
    won: total(win.won, previous.win.won),
    winRate: compareShares(win, previous.win),
    revenue: total(revenue, previous.revenue),
    contactHours: compareMedians(contact, previous),
  };
}

interface Compared {
  readonly leads: number;
  readonly previous: { readonly leads: number };
}

/** Compares totals of an account or a source. Null if there are too few leads, or nothing to compare. */
export function compareTotals({ leads, previous }: Compared, now: number, before: number): Trend | null {
  if (leads < MIN_CASES || previous.leads < MIN_CASES || (now === 0 && before === 0)) return null;
  return compare(now, before);
}

export function compareShares(now: Decided, before: Decided): Trend | null {
  if (now.won + now.lost < MIN_CASES || before.won + before.lost < MIN_CASES) return null;
  const { otherRate, low, high } = compareRates(now, before);
  return { direction: low > 0 ? 'up' : high < 0 ? 'down' : 'unclear', before: otherRate };
}

function compareMedians(now: Insights['contact'], before: Insights['previous']): Trend | null {
  if (now.contacted < MIN_CASES || before.contacted < MIN_CASES) return null;
  if (now.median_hours === null || before.median_contact_hours === null) return null;
  return compare(now.median_hours, before.median_contact_hours);
}

function compare(now: number, before: number): Trend {
  return { direction: now > before ? 'up' : now < before ? 'down' : 'same', before };
}
