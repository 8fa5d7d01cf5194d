// Live updates to the list: new leads, and outcomes recorded by others. Nothing moves while someone is scrolling,
// hovering or selecting: new leads wait, and leads with a new outcome are labeled but stay in place.

import type { LeadDetail, ListedLead } from '@leadline/contract';
import { MAX_PAGE_SIZE } from '@leadline/contract/limits';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiFailure, call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/use-live.ts';
import type { Filters } from './filters.ts';
import { inboxKey, loadArrivals } from './inbox-query.ts';
import {
  belongsTo,
  dropLeads,
  flattenPages,
  hasPlace,
  type LeadOutcome,
  type LoadedPages,
  markLeads,
  placeLeads,
  timeOfLead,
} from './lead-pages.ts';
import { isSavingOutcome } from './save-in-inbox.ts';

export interface Arrivals {
  /** How many new leads are waiting to be shown. */
  readonly waiting: number;
  /** IDs of leads that were just added to the list. */
  readonly fresh: ReadonlySet<string>;
  /** Shows the waiting leads and returns the index of the first. */
  readonly reveal: () => Promise<number>;
}

interface Shown {
  readonly filters: Filters;
  readonly leads: readonly ListedLead[];
  /** Anything added during a fetch is overwritten by its response. */
  readonly isFetching: boolean;
  readonly isInUse: boolean;
}

/** Beyond this, refetching everything takes fewer requests than looking up each lead. */
const MAX_LOOKUPS = 20;
const FRESH_MS = 5_000;
const NONE: ReadonlySet<string> = new Set();

export function useArrivals({ filters, leads, isFetching, isInUse }: Shown): Arrivals {
  const [waiting, setWaiting] = useState<readonly ListedLead[]>([]);
  const [isOutdated, setOutdated] = useState(false);
  /** Leads that others gave an outcome during a fetch, whose response would have overwritten it. */
  const [missed, setMissed] = useState(NONE);
  const [fresh, setFresh] = useState(NONE);
  const queryKey = inboxKey(filters);
  const tab = filters.outcome;

  function update(transform: (loaded: LoadedPages) => LoadedPages): void {
    queryClient.setQueryData<LoadedPages>(queryKey, (loaded) => loaded && transform(loaded));
  }

  function addWaiting(arrived: readonly ListedLead[], replacing: ReadonlySet<string> = NONE): void {
    const loaded = queryClient.getQueryData<LoadedPages>(queryKey);
    if (loaded === undefined) {
      setOutdated(true); // the pending response may not include them
      return;
    }
    const shown = new Set(flattenPages(loaded).map(({ lead_id }) => lead_id));
    const fitting = arrived.filter((lead) => !shown.has(lead.lead_id) && hasPlace(loaded, lead, tab));
    setWaiting((before) => {
      const kept = before.filter(({ lead_id }) => !replacing.has(lead_id));
      const known = new Set(kept.map(({ lead_id }) => lead_id));
      return [...kept, ...fitting.filter(({ lead_id }) => !known.has(lead_id))];
    });
  }

  async function addNewLeads(leadIds: readonly string[]): Promise<void> {
    const times = leadIds.map(timeOfLead).filter((time) => time !== null);
    if (times.length === 0 || leadIds.length > MAX_PAGE_SIZE) return setOutdated(true);
    const span = { from: Math.min(...times), to: Math.max(...times) + 1 };
    const page = await fetchOnce(leadIds, () => loadArrivals(filters, span));
    if (page.next_cursor === null) addWaiting(page.data);
    else setOutdated(true);
  }

  async function updateOutcomes(leadIds: readonly string[]): Promise<void> {
    if (leadIds.length > MAX_LOOKUPS) return setOutdated(true);
    const shown = new Set(leads.map(({ lead_id }) => lead_id));
    await Promise.all(leadIds.map((id) => (shown.has(id) ? updateOutcome(id) : checkWhetherListed(id))));
  }

  async function updateOutcome(leadId: string): Promise<void> {
    const outcome = await fetchOnce([leadId, 'outcome'], () => loadOutcome(leadId));
    if (isSavingOutcome(leadId)) return;
    if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching')
      return setMissed((before) => new Set([...before, leadId]));
    update((loaded) =>
      outcome === null
        ? dropLeads(loaded, new Set([leadId]))
        : markLeads(loaded, new Map([[leadId, outcome]])),
    );
  }

  /** A reopened lead may belong in the list again, and a waiting lead may no longer belong there. */
  async function checkWhetherListed(leadId: string): Promise<void> {
    const time = timeOfLead(leadId);
    if (time === null || isSavingOutcome(leadId)) return;
    const page = await fetchOnce([leadId, 'row'], () => loadArrivals(filters, { from: time, to: time + 1 }));
    if (isSavingOutcome(leadId)) return;
    addWaiting(
      page.data.filter((lead) => lead.lead_id === leadId),
      new Set([leadId]),
    );
  }

  useLive(({ type, leadIds }) => {
    if (type === 'opened') setOutdated(true);
    else if (type === 'erasures')
      setWaiting([]); // the refetched list will include them
    else if (type === 'leads') addNewLeads(leadIds).catch(ignore);
    else updateOutcomes(leadIds).catch(ignore);
  });

  async function reveal(): Promise<number> {
    await queryClient.cancelQueries({ queryKey });
    const ids = new Set(waiting.map(({ lead_id }) => lead_id));
    update((loaded) => placeLeads(loaded, waiting, tab));
    setWaiting([]);
    setFresh(ids);
    const loaded = queryClient.getQueryData<LoadedPages>(queryKey);
    return loaded === undefined ? 0 : flattenPages(loaded).findIndex(({ lead_id }) => ids.has(lead_id));
  }

  const settle = useEffectEvent(() => {
    if (missed.size > 0) {
      setMissed(NONE);
      updateOutcomes([...missed]).catch(ignore);
    }
    if (isInUse) return;
    if (isOutdated) {
      setOutdated(false);
      setWaiting([]);
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    const leaving = leads.filter(({ outcome }) => !belongsTo(tab, outcome));
    if (leaving.length > 0)
      update((loaded) => dropLeads(loaded, new Set(leaving.map(({ lead_id }) => lead_id))));
    if (waiting.length > 0) void reveal();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: any of these changes may make it possible to settle
  useEffect(() => {
    if (!isFetching) settle();
  }, [isFetching, isInUse, isOutdated, missed, waiting, leads]);

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = window.setTimeout(() => setFresh(NONE), FRESH_MS);
    return () => window.clearTimeout(timer);
  }, [fresh]);

  return { waiting: waiting.length, fresh, reveal };
}

/** Failures can be ignored, because `opened` triggers a full refetch once the server is back. */
function ignore(): void {}

/** Deduplicates concurrent lookups without caching the result. */
function fetchOnce<T>(key: readonly string[], queryFn: () => Promise<T>): Promise<T> {
  return queryClient.fetchQuery({
    queryKey: queryKeys.inboxUpdate(...key),
    queryFn,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Null for a deleted lead. */
async function loadOutcome(leadId: string): Promise<LeadOutcome | null> {
  try {
    const { data } = await call<LeadDetail>('GET', fillPath(PATHS.lead, { id: leadId }));
    const last = data.history.findLast((entry) => entry.event === 'outcome');
    return { outcome: data.outcome, decided: data.outcome === 'open' ? null : (last ?? null) };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
