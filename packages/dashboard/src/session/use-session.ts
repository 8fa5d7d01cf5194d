// The signed-in user, their account and permissions. For display only; the server enforces permissions.

import type { Membership, Role, Session } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { loadPage, reloadPage } from '../api/load-page.ts';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { keepShownAccount } from '../api/shown-account.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { confirmBySso } from './confirm-by-sso.ts';
import { forgetSessionEnd, noteSessionEnd } from './session-end.ts';

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async ({ client, queryKey, signal }) => {
    const { data: now } = await call('GET', PATHS.session, undefined, { signal });
    if (now.needs_sso_check && (await confirmBySso())) return new Promise<never>(() => {});
    const before = client.getQueryData<Session>(queryKey);
    if (before !== undefined && !isSamePage(before, now)) return reloadFor(now);
    if (now.user !== null) forgetSessionEnd();
    if (now.account !== null) keepShownAccount(now.account.account_id);
    return now;
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

/** A page may start signed out, then belongs to one user and one account. A second one would see the first one's data,
 * which is still in memory. */
function isSamePage(before: Session, now: Session): boolean {
  const isSameUser = before.user === null || before.user.user_id === now.user?.user_id;
  return isSameUser && (before.account === null || before.account.account_id === now.account?.account_id);
}

/** Never resolves, so that new data isn't mixed with the old while the page reloads. */
function reloadFor({ user, account }: Session): Promise<never> {
  if (user === null) noteSessionEnd();
  // Most URLs belong to one account, but every account has an inbox.
  if (account === null) reloadPage();
  else loadPage(PAGES.inbox);
  return new Promise(() => {});
}

const WATCH_MS = 60_000;

/** Notices within a minute that the session has ended, also in a tab that nobody uses: what it shows must not stay on the
 * screen of an unattended computer. While somebody works without sending anything, it keeps the session alive. */
export function useWatchedSession(): void {
  useQuery({ ...sessionQuery, refetchInterval: WATCH_MS, refetchIntervalInBackground: true });
}

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Use only inside the shell, which requires an account. */
export function useAccount(): Membership {
  const { account } = useSession();
  if (account === null) throw new Error('useAccount needs RequireSession around it');
  return account;
}

function useRole(): Role {
  return useAccount().role;
}

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, rep: 1, manager: 2, owner: 3 };

/** Whether the user has at least this role. */
export function useCan(needed: Exclude<Role, 'viewer'>): boolean {
  return RANKS[useRole()] >= RANKS[needed];
}

/** Reloads the session. Await it before opening a page that depends on it. */
export async function refreshSession(): Promise<Session> {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
  return queryClient.fetchQuery(sessionQuery);
}
