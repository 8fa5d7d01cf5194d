// Updates the loaded pages without refetching them when leads arrive, change or are deleted. Sorted like on the server.

import type { ListedLead } from '@leadline/contract';
import { readId, timeOfId } from '@leadline/contract/ids';
import type { LeadWork } from '../../work/work-change.ts';
import type { Order } from './filters.ts';

export interface LoadedPage {
  readonly leads: readonly ListedLead[];
  readonly next: string | null;
  /** The last lead when the page was loaded. Marks where the page ends, even if the lead has left it since. */
  readonly last: ListedLead | null;
}

export interface LoadedPages {
  readonly pages: LoadedPage[];
  readonly pageParams: unknown[];
}

/** One point of score is worth half a day (`priority_of` on the server). */
const POINT_MS = 12 * 60 * 60_000;

/** Negative when `a` comes before `b`. */
export function compareLeads(a: ListedLead, b: ListedLead, order: Order): number {
  const [rankA, rankB] = [rankOf(a, order), rankOf(b, order)];
  if (rankA !== rankB) return rankA > rankB ? -1 : 1;
  const newerFirst = a.lead_id < b.lead_id ? 1 : a.lead_id > b.lead_id ? -1 : 0;
  return order === 'oldest' || order === 'returns' || order === 'next' ? -newerFirst : newerFirst;
}

function rankOf(
  { received_at, score, snoozed_until, decided, next_activity }: ListedLead,
  order: Order,
): number {
  switch (order) {
    case 'score':
      return score;
    case 'returns':
      return -Date.parse(snoozed_until ?? received_at);
    case 'next':
      return next_activity === null ? Number.NEGATIVE_INFINITY : -Date.parse(next_activity.at);
    case 'closed':
      return Date.parse(decided?.at ?? received_at);
    case 'newest':
      return Date.parse(received_at);
    case 'oldest':
      return -Date.parse(received_at);
    case 'priority':
      return Date.parse(received_at) + score * POINT_MS;
  }
}

/** A lead can be loaded twice if another one arrived while a page was being fetched. */
export function flattenPages({ pages }: LoadedPages): readonly ListedLead[] {
  const seen = new Set<string>();
  return pages.flatMap(({ leads }) =>
    leads.filter(({ lead_id: id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    }),
  );
}

/** Puts each lead in its place. Skips leads beyond the loaded pages, since they will arrive with their own page. */
export function placeLeads(loaded: LoadedPages, leads: readonly ListedLead[], order: Order): LoadedPages {
  const others = dropLeads(loaded, new Set(leads.map(({ lead_id }) => lead_id)));
  return leads.reduce((placed, lead) => placeLead(placed, lead, order), others);
}

/** False for a lead beyond the loaded pages. */
export function hasPlace({ pages }: LoadedPages, lead: ListedLead, order: Order): boolean {
  return pageOf(pages, lead, order) >= 0;
}

function pageOf(pages: readonly LoadedPage[], lead: ListedLead, order: Order): number {
  return pages.findIndex(
    ({ last, next }) => next === null || (last !== null && compareLeads(lead, last, order) <= 0),
  );
}

function placeLead({ pages, pageParams }: LoadedPages, lead: ListedLead, order: Order): LoadedPages {
  const at = pageOf(pages, lead, order);
  const page = pages[at];
  if (page === undefined) return { pages, pageParams };
  const place = page.leads.findIndex((other) => compareLeads(lead, other, order) < 0);
  const leads = page.leads.toSpliced(place < 0 ? page.leads.length : place, 0, lead);
  return { pages: pages.with(at, { ...page, leads }), pageParams };
}

/** Pages without any of these leads remain the same objects. */
export function dropLeads({ pages, pageParams }: LoadedPages, leadIds: ReadonlySet<string>): LoadedPages {
  const isGone = ({ lead_id }: ListedLead): boolean => leadIds.has(lead_id);
  return {
    pages: pages.map((page) =>
      page.leads.some(isGone) ? { ...page, leads: page.leads.filter((lead) => !isGone(lead)) } : page,
    ),
    pageParams,
  };
}

/** Changes leads without moving them. Answers that were overtaken by newer ones are ignored. */
export function markLeads(
  { pages, pageParams }: LoadedPages,
  changes: ReadonlyMap<string, LeadWork>,
): LoadedPages {
  return {
    pages: pages.map((page) =>
      page.leads.some(({ lead_id }) => changes.has(lead_id))
        ? {
            ...page,
            leads: page.leads.map((lead) => {
              const change = changes.get(lead.lead_id);
              return change === undefined || change.revision < lead.revision ? lead : { ...lead, ...change };
            }),
          }
        : page,
    ),
    pageParams,
  };
}

/** Reads the time a lead was received from its ID; null if it isn't a lead ID. */
export function timeOfLead(leadId: string): number | null {
  const id = readId('lead', leadId);
  return id === null ? null : timeOfId(id).getTime();
}
