// A caller of one API process, with as many connections as it is given.

import { Pool } from 'undici';
import { makeLead } from '../../packages/server/test/support/api.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export interface CallOptions {
  readonly key?: string;
  readonly idempotencyKey?: string;
}

export interface Caller {
  post(path: string, body: unknown, options: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  delete(path: string, options: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Longer than anything the API promises to take. */
const MAX_ANSWER_MS = 60_000;

export function openCaller(url: string, connections: number, timeoutMs = MAX_ANSWER_MS): Caller {
  const pool = new Pool(url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { key, idempotencyKey }: CallOptions,
    body: unknown = null,
  ): Promise<Answer> => {
    const response = await pool.request({
      method,
      path,
      headers: {
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'X-API-KEY': key }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      body: body === null ? null : JSON.stringify(body),
    });
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      text: await response.body.text(),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    };
  };
  return {
    post: (path, body, options) => send('POST', path, options, body),
    get: (path, options = {}) => send('GET', path, options),
    delete: (path, options) => send('DELETE', path, options),
    close: () => pool.destroy(),
  };
}

/** A lead of a person of its own. */
export const leadFrom = (email: string): Record<string, unknown> => makeLead({ email, phone: '' });

export const leadIdOf = ({ text }: Answer): string => (JSON.parse(text) as { lead_id: string }).lead_id;

/** How many answers there were of each status. */
export function countStatuses(answers: readonly Answer[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
