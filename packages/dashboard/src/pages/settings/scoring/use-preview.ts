// Scores recent leads by the live settings and by the draft while it is edited.

import { fillPath, PATHS } from '@leadline/contract/paths';
import type { Settings } from '@leadline/engine';
import { LeadlineError } from '@leadline/sdk/core';
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { Engine } from '../../lead/use-engine.ts';
import { type PreviewLead, type PreviewScore, scoreLeads } from './score-leads.ts';

const LEADS = 10;
const STALE_MS = 10 * 60_000;
/** A slider that is dragged changes about 60 times per second. */
const DEBOUNCE_MS = 40;

export const previewLeadsQuery = queryOptions({
  queryKey: queryKeys.previewLeads,
  queryFn: async ({ signal }): Promise<readonly PreviewLead[]> => {
    const query = new URLSearchParams({ limit: String(LEADS), sort: 'newest', grade: 'Hot,Warm,Cool,Cold' });
    const { data } = await call('GET', `${PATHS.leads}?${query}`, undefined, { signal });
    const leads = await Promise.all(data.map(({ lead_id }) => loadLead(lead_id, signal)));
    return leads.filter((lead) => lead !== null);
  },
  staleTime: STALE_MS,
  refetchOnWindowFocus: false,
});

/** Null if it has been deleted since it was listed. */
async function loadLead(leadId: string, signal: AbortSignal): Promise<PreviewLead | null> {
  try {
    const path = fillPath(PATHS.lead, { id: leadId });
    return (await call('GET', path, undefined, { signal })).data;
  } catch (error) {
    if (error instanceof LeadlineError && error.status === 404) return null;
    throw error;
  }
}

/** In the order of the leads; null until the first ones are scored. Keeps the last scores while `settings` is null. */
export function useScores(
  engine: Engine,
  leads: readonly PreviewLead[],
  settings: Settings | null,
): readonly PreviewScore[] | null {
  const [scored, setScored] = useState<{
    readonly leads: readonly PreviewLead[];
    readonly scores: readonly PreviewScore[];
  } | null>(null);
  useEffect(() => {
    if (settings === null) return;
    const controller = new AbortController();
    const timer = window.setTimeout(async () => {
      const scores = await scoreLeads(engine, leads, settings, controller.signal);
      if (scores !== null && !controller.signal.aborted) setScored({ leads, scores });
    }, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [engine, leads, settings]);
  return scored?.leads === leads ? scored.scores : null;
}
