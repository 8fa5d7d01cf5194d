// Shows browser notifications while any tab of the dashboard is open. All tabs ask for the same lock; the one that holds it
// keeps its live stream while hidden and shows them, so each lead is shown once. When that tab closes, the next one takes
// over.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { stayOpenWhileHidden, subscribeLive } from '../live/live-stream.ts';
import { useAccount, useSession } from '../session/use-session.ts';
import { alertsQuery } from './alerts-query.ts';
import { useNotificationPermission } from './notification-permission.ts';

/** Call only once, in the shell. */
export function useBrowserAlerts(): void {
  const { user } = useSession();
  const { account_id: accountId } = useAccount();
  const navigate = useNavigate();
  const isAllowed = useNotificationPermission() === 'granted';
  const { data: choices } = useQuery({ ...alertsQuery, enabled: isAllowed });
  const isWanted =
    isAllowed && choices !== undefined && (choices.browser.new_leads !== 'none' || choices.browser.assigned);
  const show = useEffectEvent(async (leadIds: readonly string[]) => {
    const { showAlerts } = await import('./show-alerts.ts');
    await showAlerts(leadIds, { userId: user?.user_id, onOpen: (path) => void navigate(path) });
  });
  useEffect(() => {
    if (!isWanted) return;
    return holdAlerts(accountId, (leadIds) => void show(leadIds));
  }, [isWanted, accountId]);
}

/** Passes on alerts from the moment this tab holds the lock. Call the returned function to stop. */
function holdAlerts(accountId: string, onAlerts: (leadIds: readonly string[]) => void): () => void {
  const waiting = new AbortController();
  let release = (): void => {};
  navigator.locks
    .request(`leadline-alerts-${accountId}`, { signal: waiting.signal }, () => {
      stayOpenWhileHidden(true);
      const unsubscribe = subscribeLive(({ type, leadIds }) => {
        if (type === 'alerts') onAlerts(leadIds);
      });
      return new Promise<void>((resolve) => {
        release = () => {
          unsubscribe();
          stayOpenWhileHidden(false);
          resolve();
        };
      });
    })
    .catch(() => {}); // stopped before it got the lock
  return () => {
    waiting.abort();
    release();
  };
}
