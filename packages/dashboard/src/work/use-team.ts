// The people of the account, by the ID that leads, timelines and filters use.

import type { TeamMember } from '@leadline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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
  const { data: members = NOBODY, isSuccess: isLoaded, error } = useQuery(teamQuery);
  const me = user?.user_id ?? '';
  return useMemo(
    () => ({ members, isLoaded, error, me, nameOf: (userId) => nameMember(members, isLoaded, userId) }),
    [members, isLoaded, error, me],
  );
}

function nameMember(members: readonly TeamMember[], isLoaded: boolean, userId: string): string {
  const member = members.find(({ user_id }) => user_id === userId);
  if (member !== undefined) return member.name.trim() || member.email;
  return isLoaded ? 'A former member' : '…';
}
