// Whether the browser lets us show notifications. It is only asked after a click.

import { useSyncExternalStore } from 'react';

/** `unavailable`: the browser has no notifications, or only over HTTPS. */
export type Permission = NotificationPermission | 'unavailable';

const readers = new Set<() => void>();

function readPermission(): Permission {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'unavailable';
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  // People change the permission in the browser's own settings, too.
  window.addEventListener('focus', reader);
  return () => {
    readers.delete(reader);
    window.removeEventListener('focus', reader);
  };
}

export function useNotificationPermission(): Permission {
  return useSyncExternalStore(subscribe, readPermission);
}

export async function askForPermission(): Promise<void> {
  if (readPermission() === 'default') await Notification.requestPermission();
  for (const read of readers) read();
}
