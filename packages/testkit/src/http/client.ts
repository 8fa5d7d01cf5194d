// An HTTP client for one API process, with a fixed number of connections.

import { Pool } from 'undici';

export interface ClientResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export interface RequestOptions {
  readonly key?: string;
  readonly idempotencyKey?: string;
}

export interface Client {
  post(path: string, body: unknown, options: RequestOptions): Promise<ClientResponse>;
  /** Sends a file. */
  upload(path: string, text: string, options: RequestOptions): Promise<ClientResponse>;
  get(path: string, options?: RequestOptions): Promise<ClientResponse>;
  delete(path: string, options: RequestOptions): Promise<ClientResponse>;
  close(): Promise<void>;
}

/** Longer than any deadline the API promises. */
const DEFAULT_TIMEOUT_MS = 60_000;

export function openClient(url: string, connections: number, timeoutMs = DEFAULT_TIMEOUT_MS): Client {
  const pool = new Pool(url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { key, idempotencyKey }: RequestOptions,
    body: string | null = null,
    type = 'application/json',
  ): Promise<ClientResponse> => {
    const response = await pool.request({
      method,
      path,
      headers: {
        ...(body === null ? {} : { 'Content-Type': type }),
        ...(key === undefined ? {} : { 'X-API-KEY': key }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      body,
    });
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      text: await response.body.text(),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    };
  };
  return {
    post: (path, body, options) => send('POST', path, options, JSON.stringify(body)),
    upload: (path, text, options) => send('POST', path, options, text, 'application/octet-stream'),
    get: (path, options = {}) => send('GET', path, options),
    delete: (path, options) => send('DELETE', path, options),
    close: () => pool.destroy(),
  };
}

export const leadIdOf = ({ text }: ClientResponse): string =>
  (JSON.parse(text) as { lead_id: string }).lead_id;

export function countStatuses(responses: readonly ClientResponse[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
