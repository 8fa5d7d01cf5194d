// API keys. Only signed-in users can create and revoke them, so that a leaked key can't create others.

import { DeleteResult, KeyBody, KeyList, KeyRotation, NewKeyResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../base/domain-error.ts';
import { readId, showId } from '../../base/ids.ts';
import type { AccountCaller } from '../../db/account-scope.ts';
import { createKey, type NewKey } from '../../keys/create-key.ts';
import { type ListedKey, listKeys } from '../../keys/list-keys.ts';
import { revokeKey, rotateKey } from '../../keys/revoke-key.ts';
import type { KeySeal } from '../../keys/seal-key.ts';
import { actorOf, admitBySession, type Gate, hasRole, openSessions } from '../admit.ts';
import { succeed } from '../responses.ts';
import { type ById, checkText, errorsOf, idParam } from '../schema.ts';
import type { App } from '../typed-app.ts';

const params = idParam({ id: 'key' });

/** Without a seal, because SECRET_KEY is not set, nobody can sign in to create keys either. */
export function addKeys(app: App, gate: Gate, seal: KeySeal | null): void {
  const onRequest = admitBySession(gate);
  const db = () => openSessions(gate).db;
  const owner = { role: 'owner' } as const;

  app.get(PATHS.keys, {
    onRequest,
    schema: { hide: true, response: { 200: KeyList, ...errorsOf(401, 403, 429, 503) } },
    handler: async (request) => {
      const keys = await listKeys(db(), accountOf(request));
      const isOwner = hasRole(request, 'owner');
      return succeed(
        keys
          .filter(isInUse)
          .map(({ keyId, name, mode, scope, hint, createdAt, expiresAt, lastUsedAt, sealed }) => ({
            key_id: showId('key', keyId),
            name,
            mode,
            scope,
            hint,
            created_at: createdAt.toISOString(),
            expires_at: expiresAt?.toISOString() ?? null,
            last_used_at: lastUsedAt?.toISOString() ?? null,
            key: isOwner && sealed !== null ? (seal?.open(keyId, sealed) ?? null) : null,
          })),
      );
    },
  });

  app.post(PATHS.keys, {
    onRequest,
    config: owner,
    schema: {
      hide: true,
      body: KeyBody,
      response: { 200: NewKeyResult, ...errorsOf(400, 401, 403, 409, 429, 503) },
    },
    handler: async (request, reply) => {
      const { name, mode = 'live', scope = 'api' } = request.body;
      checkText('name', name);
      reply.header('Cache-Control', 'no-store');
      return showNew(await createKey(db(), ownerOf(request), mode, name, scope, seal));
    },
  });

  app.post(PATHS.keyRotate, {
    onRequest,
    config: owner,
    schema: {
      hide: true,
      params,
      body: KeyRotation,
      response: { 200: NewKeyResult, ...errorsOf(400, 401, 403, 404, 409, 429, 503) },
    },
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { grace_hours } = request.body;
      return showNew(await rotateKey(db(), keyIdOf(request), grace_hours, ownerOf(request), seal));
    },
  });

  app.delete(PATHS.key, {
    onRequest,
    config: owner,
    schema: { hide: true, params, response: { 200: DeleteResult, ...errorsOf(401, 403, 404, 429, 503) } },
    handler: async (request) => {
      await revokeKey(db(), keyIdOf(request), ownerOf(request));
      return succeed({ deleted: true });
    },
  });
}

/** Live and test keys belong to the live account, even while the user is viewing test leads. */
function accountOf({ signedIn }: FastifyRequest): string {
  if (signedIn?.accountId == null) throw new Error('route without an admission hook');
  return signedIn.accountId;
}

const isInUse = ({ expiresAt }: ListedKey): boolean => expiresAt === null || expiresAt > new Date();

const showNew = ({ keyId, key }: NewKey): NewKeyResult => ({
  success: true,
  data: { key_id: showId('key', keyId), key },
});

const ownerOf = (request: FastifyRequest): AccountCaller => ({
  actor: actorOf(request),
  accountId: accountOf(request),
});

const noSuchKey = (): DomainError => new DomainError('not_found', 'no such key, or it was already revoked');

function keyIdOf({ params: { id } }: ById): string {
  const keyId = readId('key', id);
  if (keyId === null) throw noSuchKey();
  return keyId;
}
