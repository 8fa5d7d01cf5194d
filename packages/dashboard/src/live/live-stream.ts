// One event stream per tab, open only while the tab is visible. Over HTTP/1.1, browsers allow six connections per host,
// and hidden tabs would use them all up. The one tab that shows notifications keeps its stream while it is hidden.

import { MAX_MISSED_SECONDS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { queryClient } from '../api/query-client.ts';
import { PERSONAL_DATA_KEYS, queryKeys } from '../api/query-keys.ts';

export interface LiveEvent {
  /** `opened`: the stream was opened or reopened, so events may have been missed before that. `erasures`: leads were
   * deleted. `alerts`: the user wants to be notified about leads. */
  readonly type: 'leads' | 'outcomes' | 'work' | 'erasures' | 'alerts' | 'opened';
  readonly leadIds: readonly string[];
}
export type LiveListener = (event: LiveEvent) => void;

// Keeps a burst of leads from causing a burst of requests. Insights cost the server the most.
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

let staysOpen = false;

/** Keeps the stream open while the tab is hidden. */
export function stayOpenWhileHidden(isNeeded: boolean): void {
  staysOpen = isNeeded;
  document.dispatchEvent(new Event('visibilitychange'));
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

function notify(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Listens to the account's events until the returned function is called. */
export function followLive(): () => void {
  let source: EventSource | null = null;
  let retryTimer: number | undefined;
  let retryMs = FIRST_RETRY_MS;
  let lostAt: number | null = null;
  const refreshLeads = throttle(LEADS_EVERY_MS, () => invalidate(queryKeys.leads));
  const refreshInsights = throttle(INSIGHTS_EVERY_MS, () => invalidate(queryKeys.allInsights));

  /** Refreshes everything an erasure may have affected. The inbox refetches by itself once nobody is using it. */
  function refreshAll(): void {
    refreshInsights();
    for (const key of PERSONAL_DATA_KEYS) if (key !== queryKeys.allInboxes) invalidate(key);
  }

  function receive(type: 'leads' | 'outcomes' | 'work', message: MessageEvent<string>): void {
    const leadIds = readLeadIds(message.data);
    if (leadIds.length === 0) return;
    refreshLeads();
    refreshInsights();
    for (const leadId of leadIds) invalidate(queryKeys.lead(leadId));
    notify({ type, leadIds });
  }

  /** Drops cached personal data and refetches what is on screen. */
  const forgetErased = throttle(ERASURES_EVERY_MS, () => {
    for (const queryKey of PERSONAL_DATA_KEYS) {
      queryClient.removeQueries({ queryKey, type: 'inactive' });
      invalidate(queryKey);
    }
    notify({ type: 'erasures', leadIds: [] });
  });

  function open(): void {
    close();
    if (!isNeeded()) return;
    const opened = new EventSource(
      lostAt === null ? PATHS.live : `${PATHS.live}?missed_seconds=${secondsSince(lostAt)}`,
    );
    source = opened;
    opened.addEventListener('leads', (message) => receive('leads', message));
    opened.addEventListener('outcomes', (message) => receive('outcomes', message));
    opened.addEventListener('work', (message) => receive('work', message));
    opened.addEventListener('erasures', forgetErased);
    opened.addEventListener('alerts', (message) =>
      notify({ type: 'alerts', leadIds: readLeadIds(message.data) }),
    );
    opened.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      if (lostAt !== null) refreshAll();
      lostAt = null;
      setOpen(true);
      notify({ type: 'opened', leadIds: [] });
    });
    opened.addEventListener('error', () => {
      // Lost or rejected (401, 429, 503). The browser would reconnect by itself, but not report how long it was gone.
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

  function handleVisibility(): void {
    if (!isNeeded()) lose();
    else if (source === null) open();
  }

  /** Browsers may still report a stream as open long after the network is gone. */
  function handleNetwork(): void {
    lose();
    if (navigator.onLine) open();
  }

  document.addEventListener('visibilitychange', handleVisibility);
  window.addEventListener('online', handleNetwork);
  window.addEventListener('offline', handleNetwork);
  open();
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    window.removeEventListener('online', handleNetwork);
    window.removeEventListener('offline', handleNetwork);
    refreshLeads.cancel();
    refreshInsights.cancel();
    forgetErased.cancel();
    close();
  };
}

function isNeeded(): boolean {
  return staysOpen || document.visibilityState === 'visible';
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

/** Runs immediately, then at most once every `everyMs`. The last call is never dropped. */
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
