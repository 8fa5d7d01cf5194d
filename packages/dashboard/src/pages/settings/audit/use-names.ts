// Names for the IDs in the audit log: members, keys and pending invitations. Former members and revoked keys have none.

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

/** The log only has the beginning of an invitation's ID, because the whole ID would let anybody accept it. */
function isShortOf(subject: string, id: string): boolean {
  return subject.startsWith('inv_') && id.replaceAll('-', '').startsWith(subject.slice('inv_'.length));
}

/** IDs start with a timestamp, so only their ends tell them apart. */
export function shortenId(id: string): string {
  return `${id.split('_')[0]}_…${id.slice(-6)}`;
}
