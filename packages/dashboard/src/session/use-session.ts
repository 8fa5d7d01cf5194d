// Who is signed in, for which account, and what they may do. The server decides; this only shows it.

import type { Membership, Role, Session } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { loadPage, reloadPage } from '../api/load-page.ts';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { keepShownAccount } from '../api/shown-account.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { forgetSessionEnd, noteSessionEnd } from './session-end.ts';

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async ({ client, queryKey, signal }) => {
    const { data: now } = await call<{ data: Session }>('GET', PATHS.session, undefined, { signal });
    const before = client.getQueryData<Session>(queryKey);
    if (before !== undefined && !isSamePage(before, now)) return loadAnew(now);
    if (now.user !== null) forgetSessionEnd(); // by whichever way they came back
    if (now.account !== null) keepShownAccount(now.account.account_id);
    return now;
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

/** A page may begin with nobody, then show one person and one account; never a second, who would see what is kept in
 * memory of the first. */
function isSamePage(before: Session, now: Session): boolean {
  const isSameUser = before.user === null || before.user.user_id === now.user?.user_id;
  return isSameUser && (before.account === null || before.account.account_id === now.account?.account_id);
}

/** Gives nothing back: the new must not be shown among the old while the page loads. */
function loadAnew({ user, account }: Session): Promise<never> {
  if (user === null) noteSessionEnd();
  // What has an address in one account has none in another, but each has an inbox.
  if (account === null) reloadPage();
  else loadPage(PAGES.inbox);
  return new Promise(() => {});
}

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Only inside the shell, where there is one. */
export function useAccount(): Membership {
  const { account } = useSession();
  if (account === null) throw new Error('useAccount needs RequireSession around it');
  return account;
}

function useRole(): Role {
  return useAccount().role;
}

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, rep: 1, owner: 2 };

/** Whether the person may do what needs at least this role. */
export function useCan(needed: 'rep' | 'owner'): boolean {
  return RANKS[useRole()] >= RANKS[needed];
}

/** Asks again who is signed in; wait for it before going to a page that depends on the answer. */
export async function refreshSession(): Promise<Session> {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
  return queryClient.fetchQuery(sessionQuery);
}
