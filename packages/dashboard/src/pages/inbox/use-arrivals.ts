// What happens while one looks at the list: leads that come in, outcomes that others record. Nothing moves while the list
// is held (scrolled, pointed at, selected from): new leads wait, decided ones stay where they are and say so.

import type { LeadDetail, ListedLead } from '@leadline/contract';
import { MAX_PAGE_SIZE } from '@leadline/contract/limits';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiFailure, call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/use-live.ts';
import { isBeingDecided } from './decide-leads.ts';
import type { Filters } from './filters.ts';
import { inboxKey, loadArrivals } from './inbox-query.ts';
import {
  belongsTo,
  dropLeads,
  flattenPages,
  type HowItEnded,
  hasPlace,
  type LoadedPages,
  markLeads,
  placeLeads,
  timeOfLead,
} from './lead-pages.ts';

export interface Arrivals {
  /** How many new leads wait to be shown. */
  readonly waiting: number;
  /** Just put into the list. */
  readonly fresh: ReadonlySet<string>;
  /** Shows those that wait. Gives back where the first of them stands. */
  readonly reveal: () => Promise<number>;
}

interface Shown {
  readonly filters: Filters;
  readonly leads: readonly ListedLead[];
  /** Something is being asked for: its answer replaces what is put in meanwhile. */
  readonly isFetching: boolean;
  readonly isHeld: boolean;
}

/** Beyond this, all that is loaded is asked for again: fewer requests than one for each. */
const MAX_LOOKUPS = 20;
const FRESH_MS = 5_000;
const NONE: ReadonlySet<string> = new Set();

export function useArrivals({ filters, leads, isFetching, isHeld }: Shown): Arrivals {
  const [waiting, setWaiting] = useState<readonly ListedLead[]>([]);
  const [isOutdated, setOutdated] = useState(false);
  /** Decided by others while an answer was on its way that would have replaced what was noted of it. */
  const [missed, setMissed] = useState(NONE);
  const [fresh, setFresh] = useState(NONE);
  const queryKey = inboxKey(filters);
  const tab = filters.outcome;

  function change(update: (loaded: LoadedPages) => LoadedPages): void {
    queryClient.setQueryData<LoadedPages>(queryKey, (loaded) => loaded && update(loaded));
  }

  function addWaiting(came: readonly ListedLead[], instead: ReadonlySet<string> = NONE): void {
    const loaded = queryClient.getQueryData<LoadedPages>(queryKey);
    if (loaded === undefined) {
      setOutdated(true); // what is on its way may not have them
      return;
    }
    const shown = new Set(flattenPages(loaded).map(({ lead_id }) => lead_id));
    const fitting = came.filter((lead) => !shown.has(lead.lead_id) && hasPlace(loaded, lead, tab));
    setWaiting((before) => {
      const kept = before.filter(({ lead_id }) => !instead.has(lead_id));
      const known = new Set(kept.map(({ lead_id }) => lead_id));
      return [...kept, ...fitting.filter(({ lead_id }) => !known.has(lead_id))];
    });
  }

  async function takeNewLeads(leadIds: readonly string[]): Promise<void> {
    const times = leadIds.map(timeOfLead).filter((time) => time !== null);
    if (times.length === 0 || leadIds.length > MAX_PAGE_SIZE) return setOutdated(true);
    const span = { from: Math.min(...times), to: Math.max(...times) + 1 };
    const page = await ask(leadIds, () => loadArrivals(filters, span));
    if (page.next_cursor === null) addWaiting(page.data);
    else setOutdated(true);
  }

  async function takeOutcomes(leadIds: readonly string[]): Promise<void> {
    if (leadIds.length > MAX_LOOKUPS) return setOutdated(true);
    const shown = new Set(leads.map(({ lead_id }) => lead_id));
    await Promise.all(leadIds.map((id) => (shown.has(id) ? lookAgain(id) : lookWhetherItCame(id))));
  }

  async function lookAgain(leadId: string): Promise<void> {
    const ended = await ask([leadId, 'outcome'], () => loadOutcome(leadId));
    if (isBeingDecided(leadId)) return;
    if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching')
      return setMissed((before) => new Set([...before, leadId]));
    change((loaded) =>
      ended === null ? dropLeads(loaded, new Set([leadId])) : markLeads(loaded, new Map([[leadId, ended]])),
    );
  }

  /** A lead that is not in the list belongs there once somebody opens it again, and one that waits may not any more. */
  async function lookWhetherItCame(leadId: string): Promise<void> {
    const time = timeOfLead(leadId);
    if (time === null || isBeingDecided(leadId)) return;
    const page = await ask([leadId, 'row'], () => loadArrivals(filters, { from: time, to: time + 1 }));
    if (isBeingDecided(leadId)) return;
    addWaiting(
      page.data.filter((lead) => lead.lead_id === leadId),
      new Set([leadId]),
    );
  }

  useLive(({ type, leadIds }) => {
    if (type === 'opened') setOutdated(true);
    else if (type === 'erasures')
      setWaiting([]); // the list is asked for again, with those that waited
    else if (type === 'leads') takeNewLeads(leadIds).catch(shrug);
    else takeOutcomes(leadIds).catch(shrug);
  });

  async function reveal(): Promise<number> {
    await queryClient.cancelQueries({ queryKey });
    const ids = new Set(waiting.map(({ lead_id }) => lead_id));
    change((loaded) => placeLeads(loaded, waiting, tab));
    setWaiting([]);
    setFresh(ids);
    const loaded = queryClient.getQueryData<LoadedPages>(queryKey);
    return loaded === undefined ? 0 : flattenPages(loaded).findIndex(({ lead_id }) => ids.has(lead_id));
  }

  const settle = useEffectEvent(() => {
    if (missed.size > 0) {
      setMissed(NONE);
      takeOutcomes([...missed]).catch(shrug);
    }
    if (isHeld) return;
    if (isOutdated) {
      setOutdated(false);
      setWaiting([]);
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    const leaving = leads.filter(({ outcome }) => !belongsTo(tab, outcome));
    if (leaving.length > 0)
      change((loaded) => dropLeads(loaded, new Set(leaving.map(({ lead_id }) => lead_id))));
    if (waiting.length > 0) void reveal();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of these changes, it may be the moment
  useEffect(() => {
    if (!isFetching) settle();
  }, [isFetching, isHeld, isOutdated, missed, waiting, leads]);

  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = window.setTimeout(() => setFresh(NONE), FRESH_MS);
    return () => window.clearTimeout(timer);
  }, [fresh]);

  return { waiting: waiting.length, fresh, reveal };
}

/** Who is not answered now hears `opened` when the server is back, and asks for everything. */
function shrug(): void {}

/** Once for equal questions, and not kept. */
function ask<T>(key: readonly string[], queryFn: () => Promise<T>): Promise<T> {
  return queryClient.fetchQuery({
    queryKey: queryKeys.inboxUpdate(...key),
    queryFn,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Null for a lead that is no more. */
async function loadOutcome(leadId: string): Promise<HowItEnded | null> {
  try {
    const { data } = await call<LeadDetail>('GET', fillPath(PATHS.lead, { id: leadId }));
    const last = data.history.findLast((entry) => entry.event === 'outcome');
    return { outcome: data.outcome, decided: data.outcome === 'open' ? null : (last ?? null) };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
