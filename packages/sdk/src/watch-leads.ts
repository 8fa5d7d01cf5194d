// Changes as they happen, over a connection that is opened again whenever it breaks.

import type { Api } from './api.ts';
import { sleep } from './deadline.ts';
import { LeadlineError } from './errors.ts';
import { readEvents } from './events.ts';
import type { CallOptions } from './options.ts';

export interface LeadEvent {
  /**
   * `leads`: leads came in. `outcomes`: won, lost or reopened. `work`: a status, assignee, snooze, note or feedback changed.
   * `erasures`: leads were deleted; drop what you have and load it again. `reconnected`: events were missed; load it again.
   */
  readonly event: 'leads' | 'outcomes' | 'work' | 'erasures' | 'reconnected' | (string & {});
  readonly lead_ids: readonly string[];
}

const RECONNECT_MS = 2_000;
/** About a minute, which gives the service time to restart. */
const RECONNECT_RETRIES = 12;
/** The service sends a heartbeat every 20 seconds. */
const MAX_SILENCE_MS = 60_000;
const MAX_MISSED_SECONDS = 7 * 24 * 60 * 60;

export async function* watchLeads(api: Api, options: CallOptions): AsyncGenerator<LeadEvent, void, void> {
  const { signal } = options;
  let lostAt: number | null = null;
  for (;;) {
    const missed = lostAt === null ? 0 : Math.ceil((Date.now() - lostAt) / 1_000) + 1;
    const query = missed === 0 ? {} : { missed_seconds: Math.min(missed, MAX_MISSED_SECONDS) };
    const retries = options.retries ?? (lostAt === null ? undefined : RECONNECT_RETRIES);
    const stream = await api.open('watchLeads', { query }, { ...options, retries });
    if (lostAt !== null) yield { event: 'reconnected', lead_ids: [] };
    try {
      for await (const { event, data } of readEvents(stream, MAX_SILENCE_MS))
        yield { event, lead_ids: (JSON.parse(data) as { lead_ids: string[] }).lead_ids };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof LeadlineError) throw error;
    }
    lostAt = Date.now();
    await sleep(RECONNECT_MS, signal);
  }
}
