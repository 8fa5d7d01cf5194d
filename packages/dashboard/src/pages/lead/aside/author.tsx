// The author of an outcome. Leads only store the ID, so the name is looked up among the current members.

import { useQuery } from '@tanstack/react-query';
import { type Member, membersQuery, toUserId } from '../../../api/members-query.ts';
import { useSession } from '../../../session/use-session.ts';
import classes from './aside.module.css';

interface AuthorProps {
  /** `user_…` or `key_…`; null for imported outcomes. */
  readonly id: string | null;
}

export function Author({ id }: AuthorProps) {
  const { user } = useSession();
  const isMember = id?.startsWith('user_') === true && id !== user?.user_id;
  const { data: members } = useQuery({ ...membersQuery, enabled: isMember });
  if (id === null || (isMember && members === undefined)) return null;
  const name = id === user?.user_id ? 'you' : isMember ? nameMember(members, id) : 'an API key';
  return <span className={classes.quiet}>by {name}</span>;
}

function nameMember(members: readonly Member[] = [], id: string): string {
  return members.find((member) => toUserId(member) === id)?.user.name ?? 'a former member';
}
