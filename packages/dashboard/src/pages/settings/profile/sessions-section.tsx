// The sessions, with buttons to sign out elsewhere.

import { describeDevice, isPhone } from '@leadline/contract/device';
import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceSession } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { describeFailure } from '../../../components/describe-failure.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useSession } from '../../../session/use-session.ts';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { isCurrent, orderSessions, sessionsQuery } from './sessions-query.ts';

export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  const end = useSignOut();
  const { session_id: currentId } = useSession();
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Section
      title="Sessions"
      description="Where you’re signed in. “Last active” is accurate to a day. If you don’t recognize a session, sign it out and change your password."
      actions={
        hasOthers && (
          <Button
            variant="default"
            onClick={() => end.mutate(null)}
            loading={end.isPending && end.variables === null}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {sessions.data !== undefined ? (
        <ul className={rows.rows} aria-label="Sessions">
          {orderSessions(sessions.data, currentId).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isHere={isCurrent(session, currentId)}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      ) : sessions.isLoadingError ? (
        <ErrorState
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      ) : (
        <SkeletonRows rows={2} height={60} label="Loading sessions" />
      )}
    </Section>
  );
}

/** Signs out one session by its ID, or all others if null. */
function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? call('POST', AUTH_PATHS.revokeOtherSessions, {})
        : call('POST', AUTH_PATHS.revokeSession, { sessionId }),
    onSuccess: () => notifications.show({ message: 'Signed out' }),
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.deviceSessions }),
  });
}

interface SessionRowProps {
  readonly session: DeviceSession;
  readonly isHere: boolean;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isHere, isEnding, onEnd }: SessionRowProps) {
  const { userAgent, ipAddress, createdAt, lastUsedAt } = session;
  const device = describeDevice(userAgent);
  const Icon = isPhone(userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={rows.row}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={rows.what}>
        <div className={rows.name}>
          {device}
          {isHere && (
            <span className={rows.tag} data-kind="here">
              This session
            </span>
          )}
        </div>
        <div className={rows.facts}>
          {ipAddress !== null && ipAddress !== '' && <span>{ipAddress}</span>}
          <span>
            signed in <RelativeTime at={createdAt} />
          </span>
          <span>
            last active <RelativeTime at={lastUsedAt} />
          </span>
        </div>
      </div>
      {!isHere && (
        <div className={rows.actions}>
          <Button
            variant="default"
            size="xs"
            onClick={onEnd}
            loading={isEnding}
            aria-label={`Sign out: ${device}${ipAddress ? `, ${ipAddress}` : ''}`}
          >
            Sign out
          </Button>
        </div>
      )}
    </li>
  );
}
