// The people of the account, by the ID that leads, timelines and filters use.

import type { TeamMember } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../api/query-client.ts';
import { teamQuery } from '../api/team-query.ts';
import { useSession } from '../session/use-session.ts';

export interface Team {
  /** In alphabetical order; empty until loaded. */
  readonly members: readonly TeamMember[];
  readonly isLoaded: boolean;
  readonly error: unknown;
  /** `user_…` of the signed-in user. */
  readonly me: string;
  readonly nameOf: (userId: string) => string;
}

const NOBODY: readonly TeamMember[] = [];

export function useTeam(): Team {
  const { user } = useSession();
  const { data: members = NOBODY, isSuccess, isFetching, error } = useQuery(teamQuery);
  const me = user?.user_id ?? '';
  return useMemo(
    () => ({
      members,
      isLoaded: isSuccess,
      error,
      me,
      nameOf: (userId) => nameMember(members, userId, isSuccess && !isFetching),
    }),
    [members, isSuccess, isFetching, error, me],
  );
}

function nameMember(members: readonly TeamMember[], userId: string, isSettled: boolean): string {
  const member = members.find(({ user_id }) => user_id === userId);
  if (member !== undefined) return member.name.trim() || member.email;
  if (!isSettled) return '…';
  if (missed.has(userId)) return 'A former member';
  missed.add(userId);
  // Not while React renders.
  queueMicrotask(reloadTeam);
  return '…';
}

/** People who were unknown even after the team was loaded again. The others may have joined after it was loaded. */
const missed = new Set<string>();

function reloadTeam(): void {
  void queryClient.refetchQueries({ queryKey: teamQuery.queryKey }, { cancelRefetch: false });
}

/** Loads the team again if one of these people is unknown. */
export async function findMembers(userIds: readonly (string | null)[]): Promise<readonly TeamMember[]> {
  const members = (await queryClient.ensureQueryData(teamQuery)).data;
  const known = new Set(members.map(({ user_id }) => user_id));
  if (userIds.every((id) => id?.startsWith('user_') !== true || known.has(id))) return members;
  return (await queryClient.fetchQuery({ ...teamQuery, staleTime: 0 })).data;
}

export const nameFrom =
  (members: readonly TeamMember[]) =>
  (userId: string): string => {
    const member = members.find(({ user_id }) => user_id === userId);
    return member === undefined ? 'A former member' : member.name.trim() || member.email;
  };
