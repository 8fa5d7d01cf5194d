// Loads the inbox page by page. New leads are merged into the loaded pages (use-arrivals.ts), because refetching
// thousands of leads would take a hundred requests.

import type { LeadPage } from '@leadline/contract';
import { MAX_PAGE_SIZE } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { type Filters, type Span, toListQuery, writeFilters } from './filters.ts';
import type { LoadedPage } from './lead-pages.ts';

const PAGE_SIZE = 50;
export function inboxKey(filters: Filters): ReturnType<typeof queryKeys.inbox> {
  return queryKeys.inbox(writeFilters(filters).toString());
}

export function inboxQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: inboxKey(filters),
    queryFn: ({ pageParam, signal }) => loadPage(filters, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Cached leads are shown right away, then refetched, because a closed page gets no updates.
    staleTime: 0,
    // Not needed: the live stream reports when updates were missed.
    refetchOnWindowFocus: false,
    // A new search keeps the previous results on screen until its own arrive; switching tabs doesn't.
    placeholderData: (last, query) => (tabOf(query?.queryKey) === filters.tab ? last : undefined),
  });
}

function tabOf(queryKey: readonly string[] | undefined): string | null {
  return queryKey === undefined ? null : (new URLSearchParams(queryKey[1]).get('tab') ?? 'todo');
}

async function loadPage(filters: Filters, cursor: string | null, signal: AbortSignal): Promise<LoadedPage> {
  const query = toListQuery(filters, new Date());
  query.set('limit', String(PAGE_SIZE));
  if (cursor !== null) query.set('cursor', cursor);
  const page = await call('GET', `${PATHS.leads}?${query}`, undefined, { signal });
  return { leads: page.data, next: page.next_cursor, last: page.data.at(-1) ?? null };
}

/** Leads that match the filters and were received within the span. */
export async function loadArrivals(filters: Filters, span: Span): Promise<LeadPage> {
  const query = toListQuery(filters, new Date(), span);
  query.set('limit', String(MAX_PAGE_SIZE));
  return call('GET', `${PATHS.leads}?${query}`);
}
