// Names for IDs in the audit log: members, keys and pending invitations. Former members and revoked keys have no name.

import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../../api/keys-query.ts';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import { useSession } from '../../../session/use-session.ts';
import { invitationsQuery } from '../team/invitations-query.ts';

export interface Names {
  readonly nameActor: (actor: string) => string;
  readonly nameKey: (keyId: string) => string;
  /** Null if unknown. */
  readonly findUser: (userId: string) => string | null;
}

export function useNames(): Names {
  const { user } = useSession();
  const { data: members = [] } = useQuery(membersQuery);
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const { data: keys = [] } = useQuery(keysQuery);

  function findUser(userId: string): string | null {
    if (userId === user?.user_id) return 'you';
    const member = members.find((candidate) => toUserId(candidate) === userId);
    const invitation = invitations.find(({ id }) => isShortOf(userId, id));
    return member?.user.name ?? invitation?.email ?? null;
  }

  function nameKey(keyId: string): string {
    const key = keys.find(({ key_id }) => key_id === keyId);
    return key === undefined ? shortenId(keyId) : `“${key.name}” (…${key.hint})`;
  }

  function nameActor(actor: string): string {
    if (actor === 'operator') return 'Operator';
    if (actor === 'worker') return 'System';
    if (actor.startsWith('key_')) return `Key ${nameKey(actor)}`;
    const name = findUser(actor);
    if (name === null) return `Former member ${shortenId(actor)}`;
    return name === 'you' ? 'You' : name;
  }

  return { nameActor, nameKey, findUser };
}

/** The log only contains the start of an invitation's ID, because the full ID would let anyone accept it. */
function isShortOf(subject: string, id: string): boolean {
  return subject.startsWith('inv_') && id.replaceAll('-', '').startsWith(subject.slice('inv_'.length));
}

/** Keeps the end of the ID, because IDs start with a timestamp and often look alike there. */
export function shortenId(id: string): string {
  return `${id.split('_')[0]}_…${id.slice(-6)}`;
}
