// The user's own sessions: the current one first, then by last activity.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import type { DeviceSession } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { refreshSession } from '../../../session/use-session.ts';

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.deviceSessions,
  queryFn: ({ signal }) => call('GET', AUTH_PATHS.sessions, undefined, { signal }),
});

/** Call after anything that replaces this browser's session. Both refreshes are needed to mark the current session. */
export async function refreshSessions(): Promise<void> {
  await Promise.all([
    refreshSession(),
    queryClient.invalidateQueries({ queryKey: queryKeys.deviceSessions }),
  ]);
}

export function orderSessions(sessions: readonly DeviceSession[], currentId: string | null): DeviceSession[] {
  return sessions.toSorted(
    (a, b) =>
      Number(isCurrent(b, currentId)) - Number(isCurrent(a, currentId)) ||
      Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt),
  );
}

export function isCurrent({ id }: DeviceSession, currentId: string | null): boolean {
  return id === currentId;
}
