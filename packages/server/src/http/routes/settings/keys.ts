// API keys. Only signed-in users can create and revoke them, so that a leaked key can't create others.

import { DeleteResult, KeyBody, KeyList, KeyRotation, NewKeyResult } from '@leadline/contract';
import { SHOWN_EXPIRED_KEY_DAYS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { createKey, type NewKey } from '../../../accounts/keys/create-key.ts';
import { type ListedKey, listKeys } from '../../../accounts/keys/list-keys.ts';
import { revokeKey, rotateKey } from '../../../accounts/keys/revoke-key.ts';
import type { KeySeal } from '../../../accounts/keys/seal-key.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId, showId } from '../../../platform/base/ids.ts';
import { type AccountCaller, actingAs } from '../../../platform/db/account-scope.ts';
import { actorOf, admitBySession, hasRole, openSessions } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { type ById, checkText, errorsOf, idParam, readMoment } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

const params = idParam({ id: 'key' });

export interface KeyParts extends PartsOf<'gate'> {
  /** Null if SECRET_KEY is not set. */
  readonly keySeal: KeySeal | null;
}

/** Without a seal, because SECRET_KEY is not set, nobody can sign in to create keys either. */
export function addKeys(app: App, { gate, keySeal: seal }: KeyParts): void {
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
          .filter(isShown)
          .map(({ keyId, name, mode, scope, hint, createdAt, expiresAt, ending, lastUsedAt, sealed }) => ({
            key_id: showId('key', keyId),
            name,
            mode,
            scope,
            hint,
            created_at: createdAt.toISOString(),
            expires_at: expiresAt?.toISOString() ?? null,
            is_replaced: ending === 'replaced',
            last_used_at: lastUsedAt?.toISOString() ?? null,
            key: isOwner && sealed !== null ? (seal?.open(keyId, sealed) ?? null) : null,
          })),
      );
    },
  });

  app.post(PATHS.keys, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: owner,
    schema: {
      hide: true,
      body: KeyBody,
      response: { 200: NewKeyResult, ...errorsOf(400, 401, 403, 409, 429, 503) },
    },
    handler: async (request, reply) => {
      const { name, mode = 'live', scope = 'api', expires_at } = request.body;
      checkText('name', name);
      const expiresAt = expires_at === undefined ? null : readMoment('expires_at', expires_at);
      reply.header('Cache-Control', 'no-store');
      return showNew(await createKey(db(), ownerOf(request), mode, name, scope, seal, expiresAt));
    },
  });

  app.post(PATHS.keyRotate, {
    bodyLimit: SMALL_BODY,
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
    bodyLimit: SMALL_BODY,
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** Those that expired as planned are shown for a while, because something may still use them. */
function isShown({ expiresAt, ending }: ListedKey): boolean {
  if (expiresAt === null) return true;
  const shownUntil = expiresAt.getTime() + (ending === null ? SHOWN_EXPIRED_KEY_DAYS * DAY_MS : 0);
  return shownUntil > Date.now();
}

const showNew = ({ keyId, key }: NewKey): NewKeyResult => ({
  success: true,
  data: { key_id: showId('key', keyId), key },
});

const ownerOf = (request: FastifyRequest): AccountCaller => actingAs(actorOf(request), accountOf(request));

const noSuchKey = (): DomainError => new DomainError('not_found', 'no such key, or it was already revoked');

function keyIdOf({ params: { id } }: ById): string {
  const keyId = readId('key', id);
  if (keyId === null) throw noSuchKey();
  return keyId;
}
