// Links from a figure to its leads in the inbox. The inbox reads its filters from the URL.

import type { Insights } from '@leadline/contract';
import { PAGES } from '../../navigation/page-paths.ts';

export interface LeadsFilter {
  readonly outcome?: 'open' | 'won' | 'lost';
  readonly grade?: string;
  /** Empty for leads without a source. */
  readonly source?: string;
  /** `user_…`, or `none` for leads assigned to nobody. */
  readonly assignee?: string;
}

type Period = Pick<Insights, 'from' | 'to'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const OPEN_STATUSES = 'new,contacted,qualified,unqualified';

/** The leads received in a period of whole days. */
export function linkToLeads({ from, to }: Period, filter: LeadsFilter = {}): string {
  const { outcome, grade, source, assignee } = filter;
  const params = new URLSearchParams({ tab: outcome === 'won' || outcome === 'lost' ? outcome : 'all' });
  if (outcome === 'open') params.set('status', OPEN_STATUSES);
  if (grade !== undefined) params.set('grade', grade);
  if (source !== undefined) params.set('source', source);
  if (assignee !== undefined) params.set('assignee', assignee);
  params.set('from', from.slice(0, 10));
  params.set('to', lastDayOf(to));
  return `${PAGES.inbox}?${params}`;
}

/** The API's `to` is exclusive; the inbox includes its last day. */
const lastDayOf = (to: string): string => new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, 10);
