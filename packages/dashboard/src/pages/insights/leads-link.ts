// Links from a figure to its leads in the inbox. The inbox reads its filters from the URL.

import type { Insights } from '@leadline/contract';
import { PAGES } from '../../navigation/page-paths.ts';
import { dayIn } from './format-day.ts';

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

export type Period = Pick<Insights, 'from' | 'to' | 'time_zone'>;

const STATUSES = { open: 'new,contacted,qualified,unqualified', closed: 'won,lost' } as const;
/** The grades that count toward win rates. */
export const NOT_SPAM = 'Hot,Warm,Cool,Cold';

/** The leads received in a period of whole days. */
export function linkToLeads(period: Period, filter: LeadsFilter = {}): string {
  const { outcome, grade, sources = [], assignee } = filter;
  const params = new URLSearchParams({ tab: outcome === 'won' || outcome === 'lost' ? outcome : 'all' });
  if (outcome === 'open' || outcome === 'closed') params.set('status', STATUSES[outcome]);
  if (grade !== undefined) params.set('grade', grade);
  for (const source of sources) params.append('source', source);
  if (assignee !== undefined) params.set('assignee', assignee);
  // Without the time zone, these would be days where the reader is.
  params.set('from', `${firstDayOf(period)}@${period.time_zone}`);
  params.set('to', `${lastDayOf(period)}@${period.time_zone}`);
  return `${PAGES.inbox}?${params}`;
}

/** The API's `to` is exclusive; the inbox includes its last day. */
export const lastDayOf = ({ to, time_zone }: Period): string => dayIn(Date.parse(to) - 1, time_zone);

export const firstDayOf = ({ from, time_zone }: Period): string => dayIn(from, time_zone);
