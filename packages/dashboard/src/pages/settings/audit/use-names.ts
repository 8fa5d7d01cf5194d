// Names for IDs in the audit log. The server names people and invitations; people who deleted their profile and revoked
// keys have no name.

import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../../api/keys-query.ts';
import { useSession } from '../../../session/use-session.ts';
import { endpointsQuery } from '../../webhooks/use-webhooks.ts';

export interface Names {
  readonly nameActor: (actor: string, name: string | null) => string;
  readonly nameKey: (keyId: string) => string;
  /** By its description and host. Null if it is deleted. */
  readonly findWebhook: (webhookId: string) => string | null;
  /** Null if unknown. */
  readonly findUser: (userId: string, name: string | null) => string | null;
}

export function useNames(): Names {
  const { user } = useSession();
  const { data: keys = [] } = useQuery(keysQuery);
  const { data: endpoints = [] } = useQuery({ ...endpointsQuery, refetchInterval: false });

  const findUser = (userId: string, name: string | null): string | null =>
    userId === user?.user_id ? 'you' : name;

  function nameKey(keyId: string): string {
    const key = keys.find(({ key_id }) => key_id === keyId);
    return key === undefined ? shortenId(keyId) : `“${key.name}” (…${key.hint})`;
  }

  function findWebhook(webhookId: string): string | null {
    const endpoint = endpoints.find(({ webhook_id }) => webhook_id === webhookId);
    if (endpoint === undefined) return null;
    const host = URL.parse(endpoint.url)?.host ?? endpoint.url;
    return endpoint.description === '' ? host : `“${endpoint.description}” (${host})`;
  }

  function nameActor(actor: string, known: string | null): string {
    if (actor === 'operator') return 'Operator';
    if (actor === 'worker') return 'System';
    if (actor.startsWith('key_')) return `Key ${nameKey(actor)}`;
    const name = findUser(actor, known);
    if (name === null) return `Former member ${shortenId(actor)}`;
    return name === 'you' ? 'You' : name;
  }

  return { nameActor, nameKey, findUser, findWebhook };
}

/** Keeps the end of the ID, because IDs start with a timestamp and often look alike there. */
export function shortenId(id: string): string {
  return `${id.split('_')[0]}_…${id.slice(-6)}`;
}
