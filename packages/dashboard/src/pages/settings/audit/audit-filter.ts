// Which entries of the audit log to show.

import type { AuditPage } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { call } from '../../../api/call.ts';

export interface AuditFilter {
  readonly category: 'changes' | 'security';
  /** `user_…`, `operator` or `worker`; empty for everyone. */
  readonly actor: string;
  /** Days as "2026-11-17", in the time zone of the browser; empty for no limit. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: AuditFilter = { category: 'changes', actor: '', from: '', to: '' };

export const isFiltered = ({ actor, from, to }: AuditFilter): boolean => actor + from + to !== '';

export function toQuery({ category, actor, from, to }: AuditFilter): URLSearchParams {
  return new URLSearchParams({
    category,
    ...(actor === '' ? {} : { actor }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  });
}

/** Midnight, in the time zone of the browser, some days after the day. */
function startOf(day: string, daysLater: number): string {
  const midnight = new Date(`${day}T00:00`);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}

export function loadEntries(
  query: URLSearchParams,
  cursor: string | null,
  signal?: AbortSignal,
  limit = 50,
): Promise<AuditPage> {
  const page = new URLSearchParams(query);
  page.set('limit', String(limit));
  if (cursor !== null) page.set('cursor', cursor);
  return call('GET', `${PATHS.audit}?${page}`, undefined, signal === undefined ? {} : { signal });
}
