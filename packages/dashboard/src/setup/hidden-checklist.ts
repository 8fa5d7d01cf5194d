// Remembers in this browser that a person has hidden the checklist of an account.

import { useCallback, useSyncExternalStore } from 'react';
import { useAccount, useSession } from '../session/use-session.ts';

const listeners = new Set<() => void>();
/** For browsers that block storage; the checklist is then shown again after a reload. */
const hiddenHere = new Set<string>();

interface HiddenChecklist {
  readonly isHidden: boolean;
  readonly hide: () => void;
  readonly show: () => void;
}

export function useHiddenChecklist(): HiddenChecklist {
  const { account_id: accountId } = useAccount();
  const userId = useSession().user?.user_id ?? '';
  const key = `leadline:setup-hidden:${accountId}:${userId}`;
  const isHidden = useSyncExternalStore(subscribe, () => read(key));
  return {
    isHidden,
    hide: useCallback(() => write(key, true), [key]),
    show: useCallback(() => write(key, false), [key]),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): boolean {
  try {
    return hiddenHere.has(key) || localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function write(key: string, isHidden: boolean): void {
  if (isHidden) hiddenHere.add(key);
  else hiddenHere.delete(key);
  try {
    if (isHidden) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // See above.
  }
  for (const listener of listeners) listener();
}
