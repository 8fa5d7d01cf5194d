// Links from a figure to its leads in the inbox. The inbox reads its filters from the URL.

import type { Insights } from '@leadline/contract';
import { PAGES } from '../../navigation/page-paths.ts';

export interface LeadsFilter {
  /** `closed` is won or lost. */
  readonly outcome?: 'open' | 'won' | 'lost' | 'closed';
  /** One grade, or several separated by commas. */
  readonly grade?: string;
  /** All spellings of a source; empty for leads without one. */
  readonly sources?: readonly string[];
  /** `user_…`, or `none` for leads assigned to nobody. */
  readonly assignee?: string;
}

type Period = Pick<Insights, 'from' | 'to'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const STATUSES = { open: 'new,contacted,qualified,unqualified', closed: 'won,lost' } as const;
/** The grades that count toward win rates. */
export const NOT_SPAM = 'Hot,Warm,Cool,Cold';

/** The leads received in a period of whole days. */
export function linkToLeads({ from, to }: Period, filter: LeadsFilter = {}): string {
  const { outcome, grade, sources = [], assignee } = filter;
  const params = new URLSearchParams({ tab: outcome === 'won' || outcome === 'lost' ? outcome : 'all' });
  if (outcome === 'open' || outcome === 'closed') params.set('status', STATUSES[outcome]);
  if (grade !== undefined) params.set('grade', grade);
  for (const source of sources) params.append('source', source);
  if (assignee !== undefined) params.set('assignee', assignee);
  // In UTC, like all periods of insights. Without the Z, these would be days where the reader is.
  params.set('from', `${from.slice(0, 10)}Z`);
  params.set('to', `${lastDayOf(to)}Z`);
  return `${PAGES.inbox}?${params}`;
}

/** The API's `to` is exclusive; the inbox includes its last day. */
export const lastDayOf = (to: string): string => new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, 10);
