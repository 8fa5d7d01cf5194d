// Shows a time as "3 h ago", with the exact time in a tooltip. All of them on a page update together twice a minute.

import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from './format-moment.ts';

const TICK_MS = 30_000;

interface RelativeTimeProps {
  readonly at: string | number | Date;
  /** Instead of the browser's. */
  readonly timeZone?: string;
}

export function RelativeTime({ at, timeZone }: RelativeTimeProps) {
  const now = useNow();
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return null;
  return (
    <time dateTime={moment.toISOString()} title={formatExact(moment, timeZone)}>
      {formatRelative(moment, now, timeZone)}
    </time>
  );
}

const readers = new Set<() => void>();
let now = Date.now();
let timer: number | undefined;

/** The time in milliseconds, updated twice a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToClock, () => now);
}

function subscribeToClock(reader: () => void): () => void {
  if (readers.size === 0) {
    now = Date.now();
    timer = window.setInterval(() => {
      now = Date.now();
      for (const read of readers) read();
    }, TICK_MS);
  }
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size === 0) window.clearInterval(timer);
  };
}
