// Who is signed in, for which account, and what they may do. The server decides; this only shows it.

import type { Membership, Role, Session } from '@leadline/contract';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const answer = await call<{ data: Session }>('GET', '/api/session', undefined, { signal });
    return answer.data;
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Only inside the shell, where there is one. */
export function useAccount(): Membership {
  const { account } = useSession();
  if (account === null) throw new Error('useAccount needs RequireSession around it');
  return account;
}

export function useRole(): Role {
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
