// Names for IDs in the audit log. The server names people and invitations; people who deleted their profile and revoked
// keys have no name, and IDs are only in the download.

import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../../api/keys-query.ts';
import { useSession } from '../../../session/use-session.ts';
import { importsQuery } from '../../imports/use-imports.ts';
import { endpointsQuery } from '../../webhooks/use-webhooks.ts';

export interface Names {
  readonly nameActor: (actor: string, name: string | null) => string;
  /** Null if it is revoked. */
  readonly findKey: (keyId: string) => string | null;
  /** By its description and host. Null if it is deleted. */
  readonly findWebhook: (webhookId: string) => string | null;
  /** The name of its file. Null if it is not among the latest. */
  readonly findImport: (importId: string) => string | null;
  /** Null if unknown. */
  readonly findUser: (userId: string, name: string | null) => string | null;
}

export function useNames(): Names {
  const { user } = useSession();
  const { data: keys = [] } = useQuery(keysQuery);
  const { data: imports = [] } = useQuery({ ...importsQuery, refetchInterval: false });
  const { data: endpoints = [] } = useQuery({ ...endpointsQuery, refetchInterval: false });

  const findImport = (importId: string): string | null =>
    imports.find(({ import_id }) => import_id === importId)?.file_name ?? null;

  const findUser = (userId: string, name: string | null): string | null =>
    userId === user?.user_id ? 'you' : name;

  function findKey(keyId: string): string | null {
    const key = keys.find(({ key_id }) => key_id === keyId);
    return key === undefined ? null : `“${key.name}” (…${key.hint})`;
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
    if (actor.startsWith('key_')) {
      const key = findKey(actor);
      return key === null ? 'Revoked key' : `Key ${key}`;
    }
    const name = findUser(actor, known);
    return name === 'you' ? 'You' : (name ?? 'Former member');
  }

  return { nameActor, findKey, findImport, findUser, findWebhook };
}
