// Who is calling, and whether they may now: the key first, then the rate.

import type { FastifyReply, FastifyRequest } from 'fastify';
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
export const admitByHeader =
  (gate: Gate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await admit(gate, request, reply, headerKey(request));
  };

export async function admit(
  { keys, rates }: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
): Promise<KeyHolder> {
  if (key === null) throw new ApiError('missing API key', 'send it in the X-API-KEY header');
  if (!isKey(key)) throw new ApiError('invalid API key', 'this is not a key of ours; was it copied whole?');
  const found = keys.find(key);
  const caller = found instanceof Promise ? await found : found;
  if (caller === null) throw new ApiError('invalid API key', 'it is revoked or of another installation');
  request.caller = caller;
  rates.admit(caller, reply);
  return caller;
}

export function headerKey({ headers }: FastifyRequest): string | null {
  const key = headers['x-api-key'];
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : null;
}

/** The caller of a request that was admitted. */
export function callerOf({ caller }: FastifyRequest): KeyHolder {
  if (caller === null) throw new Error('the route admits nobody');
  return caller;
}
