// Hooks for receiving live events.

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import {
  followLive,
  isStreamOpen,
  type LiveListener,
  subscribeLive,
  subscribeStatus,
} from './live-stream.ts';

export function useLive(listener: LiveListener): void {
  const handle = useEffectEvent(listener);
  useEffect(() => subscribeLive((event) => handle(event)), []);
}

/** Call only once, in the shell. */
export function useLiveStream(): void {
  useEffect(() => followLive(), []);
}

/** Whether the stream is open. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribeStatus, isStreamOpen);
}
