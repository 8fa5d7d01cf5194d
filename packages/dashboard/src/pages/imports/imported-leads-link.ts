// Links to the leads of an import. Leads don't know their import, so the inbox shows those received on the days it ran; if
// the file has no sources, only those without one. Leads with dates of their own can be from any day.

import type { ColumnMeaning, Import } from '@leadline/contract';
import { PAGES } from '../../navigation/page-paths.ts';

export function hasOwnDates(job: Import): boolean {
  return isMapped(job, 'received_at');
}

export function linkToImported(job: Import): string {
  // All of them: the to-do list leaves out those that were already closed.
  const params = new URLSearchParams({ tab: 'all' });
  if (hasOwnDates(job)) return `${PAGES.inbox}?${params}`;
  if (!isMapped(job, 'source')) params.set('source', '');
  params.set('from', toUtcDay(job.started_at ?? job.created_at));
  params.set('to', toUtcDay(job.finished_at ?? new Date().toISOString()));
  return `${PAGES.inbox}?${params}`;
}

function isMapped({ mapping }: Import, meaning: ColumnMeaning): boolean {
  return Object.values((mapping ?? {}) as Record<string, ColumnMeaning>).includes(meaning);
}

/** As the inbox reads it. */
const toUtcDay = (moment: string): string => `${moment.slice(0, 10)}Z`;
