// News for a page: called with each event while the page is shown.

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import {
  followLive,
  isStreamOpen,
  type LiveListener,
  subscribeLive,
  subscribeStatus,
} from './live-stream.ts';

export function useLive(listener: LiveListener): void {
  const hear = useEffectEvent(listener);
  useEffect(() => subscribeLive((event) => hear(event)), []);
}

/** The shell holds the one stream. */
export function useLiveStream(): void {
  useEffect(() => followLive(), []);
}

/** Whether news arrives as it happens. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribeStatus, isStreamOpen);
}
