// One stream of news for the whole tab, open only while the tab is seen: a browser grants a host six
// connections over HTTP/1.1, and ten hidden tabs would take them all.

import { MAX_MISSED_SECONDS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { queryClient } from '../api/query-client.ts';
import { PERSONAL_DATA_KEYS, queryKeys } from '../api/query-keys.ts';

export interface LiveEvent {
  /** `opened`: the stream has begun, or begun again; what happened before it may not have been told of. `erasures`: leads
   * were deleted. */
  readonly type: 'leads' | 'outcomes' | 'erasures' | 'opened';
  readonly leadIds: readonly string[];
}
export type LiveListener = (event: LiveEvent) => void;

// A burst of leads must not become a burst of requests; insights cost the server more.
const LEADS_EVERY_MS = 2_000;
const INSIGHTS_EVERY_MS = 30_000;
const ERASURES_EVERY_MS = 5_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

const listeners = new Set<LiveListener>();

export function subscribeLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isOpen = false;
const statusReaders = new Set<() => void>();

export function isStreamOpen(): boolean {
  return isOpen;
}

export function subscribeStatus(reader: () => void): () => void {
  statusReaders.add(reader);
  return () => statusReaders.delete(reader);
}

function setOpen(open: boolean): void {
  if (open === isOpen) return;
  isOpen = open;
  for (const read of statusReaders) read();
}

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Follows the account's news until the returned function is called. */
export function followLive(): () => void {
  let source: EventSource | null = null;
  let retryTimer: number | undefined;
  let retryMs = FIRST_RETRY_MS;
  /** Since when nobody listens. */
  let lostAt: number | null = null;
  const refreshLeads = throttle(LEADS_EVERY_MS, () => invalidate(queryKeys.leads));
  const refreshInsights = throttle(INSIGHTS_EVERY_MS, () => invalidate(queryKeys.allInsights));

  /** Also what may have been erased. Not the inbox, which asks when nobody holds it. */
  function refreshAll(): void {
    refreshInsights();
    for (const key of PERSONAL_DATA_KEYS) if (key !== queryKeys.allInboxes) invalidate(key);
  }

  function receive(type: 'leads' | 'outcomes', message: MessageEvent<string>): void {
    const leadIds = readLeadIds(message.data);
    if (leadIds.length === 0) return;
    refreshLeads();
    refreshInsights();
    for (const leadId of leadIds) invalidate(queryKeys.lead(leadId));
    tell({ type, leadIds });
  }

  /** What was kept for coming back goes; what is shown is asked for again. */
  const forgetErased = throttle(ERASURES_EVERY_MS, () => {
    for (const queryKey of PERSONAL_DATA_KEYS) {
      queryClient.removeQueries({ queryKey, type: 'inactive' });
      invalidate(queryKey);
    }
    tell({ type: 'erasures', leadIds: [] });
  });

  function open(): void {
    close();
    if (document.visibilityState !== 'visible') return;
    const opened = new EventSource(
      lostAt === null ? PATHS.live : `${PATHS.live}?missed_seconds=${secondsSince(lostAt)}`,
    );
    source = opened;
    opened.addEventListener('leads', (message) => receive('leads', message));
    opened.addEventListener('outcomes', (message) => receive('outcomes', message));
    opened.addEventListener('erasures', forgetErased);
    opened.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      if (lostAt !== null) refreshAll();
      lostAt = null;
      setOpen(true);
      tell({ type: 'opened', leadIds: [] });
    });
    opened.addEventListener('error', () => {
      // Lost or refused (401, 429, 503). A browser would open a lost one again by itself, but not say since when.
      lose();
      retryTimer = window.setTimeout(open, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    });
  }

  function lose(): void {
    lostAt ??= Date.now();
    close();
  }

  function close(): void {
    window.clearTimeout(retryTimer);
    source?.close();
    source = null;
    setOpen(false);
  }

  function noticeVisibility(): void {
    if (document.visibilityState === 'visible') {
      open();
      return;
    }
    lose();
  }

  /** A browser may hold a stream for open long after the network has gone. */
  function noticeNetwork(): void {
    lose();
    if (navigator.onLine) open();
  }

  document.addEventListener('visibilitychange', noticeVisibility);
  window.addEventListener('online', noticeNetwork);
  window.addEventListener('offline', noticeNetwork);
  open();
  return () => {
    document.removeEventListener('visibilitychange', noticeVisibility);
    window.removeEventListener('online', noticeNetwork);
    window.removeEventListener('offline', noticeNetwork);
    refreshLeads.cancel();
    refreshInsights.cancel();
    forgetErased.cancel();
    close();
  };
}

function secondsSince(moment: number): number {
  return Math.max(0, Math.min(MAX_MISSED_SECONDS, Math.ceil((Date.now() - moment) / 1_000)));
}

function invalidate(queryKey: readonly string[]): void {
  void queryClient.invalidateQueries({ queryKey });
}

function readLeadIds(data: string): readonly string[] {
  try {
    const { lead_ids: leadIds } = JSON.parse(data) as { lead_ids?: unknown };
    return Array.isArray(leadIds) ? leadIds.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Runs at once, then at most once in `everyMs`, and never loses the last call. */
function throttle(everyMs: number, run: () => void): (() => void) & { cancel: () => void } {
  let ranAt = Number.NEGATIVE_INFINITY;
  let timer: number | undefined;
  function runNow(): void {
    timer = undefined;
    ranAt = performance.now();
    run();
  }
  function request(): void {
    if (timer !== undefined) return;
    timer = window.setTimeout(runNow, Math.max(0, ranAt + everyMs - performance.now()));
  }
  request.cancel = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  return request;
}
