// Updates the loaded pages without refetching them when leads arrive, get an outcome or are deleted. Sorted like on the
// server: score minus two points per day, or newest first.

import type { ListedLead, Outcome } from '@leadline/contract';
import { readId, timeOfId } from '@leadline/contract/ids';
import type { Tab } from './filters.ts';

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
export function compareLeads(a: ListedLead, b: ListedLead, tab: Tab): number {
  const byRank = rankOf(b, tab) - rankOf(a, tab);
  if (byRank !== 0) return byRank;
  return a.lead_id < b.lead_id ? 1 : a.lead_id > b.lead_id ? -1 : 0;
}

function rankOf({ received_at, score }: ListedLead, tab: Tab): number {
  return Date.parse(received_at) + (tab === 'open' ? score * POINT_MS : 0);
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
export function placeLeads(loaded: LoadedPages, leads: readonly ListedLead[], tab: Tab): LoadedPages {
  const others = dropLeads(loaded, new Set(leads.map(({ lead_id }) => lead_id)));
  return leads.reduce((placed, lead) => placeLead(placed, lead, tab), others);
}

/** False for a lead beyond the loaded pages. */
export function hasPlace({ pages }: LoadedPages, lead: ListedLead, tab: Tab): boolean {
  return pageOf(pages, lead, tab) >= 0;
}

function pageOf(pages: readonly LoadedPage[], lead: ListedLead, tab: Tab): number {
  return pages.findIndex(
    ({ last, next }) => next === null || (last !== null && compareLeads(lead, last, tab) <= 0),
  );
}

function placeLead({ pages, pageParams }: LoadedPages, lead: ListedLead, tab: Tab): LoadedPages {
  const at = pageOf(pages, lead, tab);
  const page = pages[at];
  if (page === undefined) return { pages, pageParams };
  const place = page.leads.findIndex((other) => compareLeads(lead, other, tab) < 0);
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

export type LeadOutcome = Pick<ListedLead, 'outcome' | 'decided'>;

/** Sets outcomes without moving the leads. */
export function markLeads(
  { pages, pageParams }: LoadedPages,
  outcomes: ReadonlyMap<string, LeadOutcome>,
): LoadedPages {
  return {
    pages: pages.map((page) =>
      page.leads.some(({ lead_id }) => outcomes.has(lead_id))
        ? {
            ...page,
            leads: page.leads.map((lead) => {
              const outcome = outcomes.get(lead.lead_id);
              return outcome === undefined ? lead : { ...lead, ...outcome };
            }),
          }
        : page,
    ),
    pageParams,
  };
}

export function belongsTo(tab: Tab, outcome: Outcome): boolean {
  return tab === 'all' || tab === outcome;
}

/** Reads the time a lead was received from its ID; null if it isn't a lead ID. */
export function timeOfLead(leadId: string): number | null {
  const id = readId('lead', leadId);
  return id === null ? null : timeOfId(id).getTime();
}
