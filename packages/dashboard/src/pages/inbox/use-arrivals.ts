// Live updates to the list: new leads, and changes made by others. Nothing moves while someone is scrolling, hovering
// or selecting: new leads wait, and leads that no longer belong in the list are labeled but stay in place.

import type { ListedLead } from '@leadline/contract';
import { MAX_PAGE_SIZE } from '@leadline/contract/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/use-live.ts';
import { loadLead } from '../../work/load-lead.ts';
import { workOf } from '../../work/work-change.ts';
import { belongsTo, type View } from './belongs.ts';
import { orderOf } from './filters.ts';
import { inboxKey, loadArrivals } from './inbox-query.ts';
import {
  dropLeads,
  flattenPages,
  hasPlace,
  type LoadedPages,
  markLeads,
  placeLeads,
  timeOfLead,
} from './lead-pages.ts';
import { hasJustSaved, isSaving } from './save-in-inbox.ts';

export interface Arrivals {
  /** How many new leads are waiting to be shown. */
  readonly waiting: number;
  /** IDs of leads that were just added to the list. */
  readonly fresh: ReadonlySet<string>;
  /** Shows the waiting leads and returns the index of the first. */
  readonly reveal: () => Promise<number>;
}

interface Shown {
  readonly view: View;
  /** Changes when anybody has snoozed leads or set their status, or a snooze has ended; null if unknown. */
  readonly workMark: string | null;
  readonly leads: readonly ListedLead[];
  /** Anything added during a fetch is overwritten by its response. */
  readonly isFetching: boolean;
  readonly isInUse: boolean;
}

/** Beyond this, refetching everything takes fewer requests than looking up each lead. */
const MAX_LOOKUPS = 20;
const FRESH_MS = 5_000;
const MAX_CHEAP_PAGES = 5;
const NONE: ReadonlySet<string> = new Set();

export function useArrivals({ view, workMark, leads, isFetching, isInUse }: Shown): Arrivals {
  const [waiting, setWaiting] = useState<readonly ListedLead[]>([]);
  const [isOutdated, setOutdated] = useState(false);
  /** Leads that others changed during a fetch, whose response would have overwritten it. */
  const [missed, setMissed] = useState(NONE);
  const [fresh, setFresh] = useState(NONE);
  const { filters } = view;
  const queryKey = inboxKey(filters);
  const order = orderOf(filters);

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
    const fitting = arrived.filter((lead) => !shown.has(lead.lead_id) && hasPlace(loaded, lead, order));
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

  async function updateLeads(leadIds: readonly string[]): Promise<void> {
    if (leadIds.length > MAX_LOOKUPS) return setOutdated(true);
    const shown = new Set(leads.map(({ lead_id }) => lead_id));
    await Promise.all(leadIds.map((id) => (shown.has(id) ? updateLead(id) : checkWhetherListed(id))));
  }

  async function updateLead(leadId: string): Promise<void> {
    const lead = await fetchOnce([leadId, 'work'], () => loadLead(leadId));
    if (isSaving(leadId)) return;
    if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching')
      return setMissed((before) => new Set([...before, leadId]));
    update((loaded) =>
      lead === null
        ? dropLeads(loaded, new Set([leadId]))
        : markLeads(loaded, new Map([[leadId, workOf(lead)]])),
    );
  }

  /** A reopened lead may belong in the list again, and a waiting lead may no longer belong there. */
  async function checkWhetherListed(leadId: string): Promise<void> {
    const time = timeOfLead(leadId);
    if (time === null || isSaving(leadId)) return;
    const page = await fetchOnce([leadId, 'row'], () => loadArrivals(filters, { from: time, to: time + 1 }));
    if (isSaving(leadId)) return;
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
    else updateLeads(leadIds).catch(ignore);
  });

  const known = useRef(workMark);
  const noticeWork = useEffectEvent(() => {
    const before = known.current;
    known.current = workMark;
    if (before === null || workMark === null || before === workMark) return;
    // Most likely our own doing, which the list shows already, but a short list is quickly refetched.
    const isLong = (queryClient.getQueryData<LoadedPages>(queryKey)?.pages.length ?? 0) > MAX_CHEAP_PAGES;
    if (!isLong || !hasJustSaved()) setOutdated(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only runs when the mark changes
  useEffect(() => noticeWork(), [workMark]);

  async function reveal(): Promise<number> {
    await queryClient.cancelQueries({ queryKey });
    const ids = new Set(waiting.map(({ lead_id }) => lead_id));
    update((loaded) => placeLeads(loaded, waiting, order));
    setWaiting([]);
    setFresh(ids);
    const loaded = queryClient.getQueryData<LoadedPages>(queryKey);
    return loaded === undefined ? 0 : flattenPages(loaded).findIndex(({ lead_id }) => ids.has(lead_id));
  }

  const settle = useEffectEvent(() => {
    if (missed.size > 0) {
      setMissed(NONE);
      updateLeads([...missed]).catch(ignore);
    }
    if (isInUse) return;
    if (isOutdated) {
      setOutdated(false);
      setWaiting([]);
      void queryClient.invalidateQueries({ queryKey });
      return;
    }
    const now = new Date();
    const leaving = leads.filter((lead) => !isSaving(lead.lead_id) && !belongsTo(view, lead, now));
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
