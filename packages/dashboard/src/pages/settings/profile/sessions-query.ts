// The user's own sessions: the current one first, then by last activity.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { refreshSession } from '../../../session/use-session.ts';

/** The fields we use from better-auth's response. */
export interface DeviceSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.deviceSessions,
  queryFn: ({ signal }) => call<DeviceSession[]>('GET', AUTH_PATHS.sessions, undefined, { signal }),
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
      Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
  );
}

export function isCurrent({ id }: DeviceSession, currentId: string | null): boolean {
  return id.replaceAll('-', '') === currentId;
}
