// Who is calling, and whether they may now: the key first, then the rate.

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Actor } from '../audit/record-audit.ts';
import { isKey } from '../keys/key-format.ts';
import type { KeyHolder, KeyRing } from '../keys/key-ring.ts';
import { ApiError } from './errors.ts';
import type { RateLimiter } from './rate-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the request is admitted. */
    caller: KeyHolder | null;
  }
}

export interface Gate {
  readonly keys: KeyRing;
  readonly rates: RateLimiter;
}

/** A hook for routes whose key is in the header: refuses before the body is read. */
export const admitByHeader = (gate: Gate) => admitWith(gate, headerKey, 'api');

/** The same for a route whose key is in the path: one that can do nothing but send leads. */
export const admitByPath = (gate: Gate) =>
  admitWith(gate, ({ params }) => (params as { token: string }).token, 'intake');

type Scope = KeyHolder['scope'];

const admitWith =
  (gate: Gate, keyOf: (request: FastifyRequest) => string | null, scope: Scope) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const key = keyOf(request);
    const holder = key === null ? null : findHolder(gate, key);
    if (holder instanceof Promise) {
      holder.then((found) => admit(gate, request, reply, key, found, scope)).then(() => done(), done);
      return;
    }
    // At once for a key in memory: no request waits for a promise it does not need.
    try {
      admit(gate, request, reply, key, holder, scope);
      done();
    } catch (error) {
      done(error as Error);
    }
  };

export async function admitByKey(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
): Promise<void> {
  admit(gate, request, reply, key, key === null ? null : await findHolder(gate, key), 'api');
}

const findHolder = ({ keys }: Gate, key: string): KeyHolder | null | Promise<KeyHolder | null> =>
  isKey(key) ? keys.find(key) : null;

function admit(
  { rates }: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
  holder: KeyHolder | null,
  scope: Scope,
): void {
  if (key === null) throw new ApiError('missing API key', 'send it in the X-API-KEY header');
  if (holder === null) {
    const isOurs = isKey(key);
    throw new ApiError(
      'invalid API key',
      isOurs ? 'it is revoked or of another installation' : 'this is not a key of ours; was it copied whole?',
    );
  }
  if (holder.scope !== scope) {
    throw new ApiError(
      'invalid API key',
      scope === 'api'
        ? 'this key only stands in an intake address'
        : 'this key belongs in the X-API-KEY header, never in an address',
    );
  }
  request.caller = holder;
  rates.admit(holder, reply);
}

export function headerKey({ headers }: FastifyRequest): string | null {
  const key = headers['x-api-key'];
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : null;
}

/** The caller as the audit log names it. */
export const actorOf = (request: FastifyRequest): Actor => `key_${callerOf(request).keyId}`;

/** The caller of a request that was admitted. */
export function callerOf({ caller }: FastifyRequest): KeyHolder {
  if (caller === null) throw new Error('the route admits nobody');
  return caller;
}
