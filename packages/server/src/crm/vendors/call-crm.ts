// Sends a request to a CRM, at an address that a customer chose: through the guard that webhooks use, without redirects, and with
// limits on time and size.

import { type Dispatcher, request } from 'undici';
import { checkTarget, type TargetPolicy } from '../../notifications/webhooks/safe-agent.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { CrmError } from './crm-error.ts';

export interface CrmCaller {
  readonly agent: Dispatcher;
  readonly policy: TargetPolicy;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Aborted when the account has had its time. */
  readonly deadline?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
/** A page of 100 records with the fields we ask for takes about 30 kB. Parsing 2 MB takes 20 ms of the thread. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const MAX_RETRY_AFTER_SECONDS = 3_600;

export interface CrmRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is a form. */
  readonly body?: unknown;
  /** Errors that the caller reads itself. */
  readonly expects?: readonly number[];
  readonly maxBytes?: number;
}

export interface CrmResponse {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** Posts JSON, and returns the parsed body of a successful response. */
export const callCrm = async (url: string, body: unknown, caller: CrmCaller): Promise<unknown> =>
  (await requestCrm(url, { method: 'POST', body }, caller)).body;

export async function requestCrm(
  url: string,
  { method, headers, body, expects = [], maxBytes = MAX_RESPONSE_BYTES }: CrmRequest,
  { agent, policy, signal, deadline, timeoutMs = TIMEOUT_MS }: CrmCaller,
): Promise<CrmResponse> {
  const blocked = checkTarget(url, policy);
  if (blocked !== null) throw new CrmError('wrong_address', 'this address is not allowed');
  const timeout = AbortSignal.timeout(timeoutMs);
  const isForm = body instanceof URLSearchParams;
  try {
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': isForm ? FORM : 'application/json' }),
        'User-Agent': 'Leadline-CRM/1',
        ...headers,
      },
      body: body === undefined ? null : isForm ? body.toString() : JSON.stringify(body),
      signal: AbortSignal.any([signal, timeout, ...(deadline === undefined ? [] : [deadline])]),
    });
    const { statusCode: status } = response;
    const text = await readText(response.body, maxBytes);
    if (!expects.includes(status)) checkStatus(status, response.headers['retry-after']);
    return { status, body: status === 204 ? null : parse(text) };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline?.aborted === true) throw new CrmError('unavailable', 'the CRM answers too slowly');
    throw toCrmError(error, timeout.aborted, timeoutMs);
  }
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) {
      // Closes the connection: whatever else comes is not read.
      body.destroy();
      throw new CrmError('unavailable', `the CRM sent more than ${maxBytes / 1024 ** 2} MB`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function checkStatus(status: number, retryAfter: string | string[] | undefined): void {
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new CrmError('unauthorized', 'the CRM rejected the login or API key');
  if (status === 403) throw new CrmError('forbidden', 'the CRM denied access (403)');
  if (status === 429)
    throw new CrmError('unavailable', 'the CRM asked to send fewer requests (429)', readSeconds(retryAfter));
  if (status >= 500) throw new CrmError('unavailable', `the CRM returned ${status}`, readSeconds(retryAfter));
  if (status >= 300 && status < 400)
    throw new CrmError('wrong_address', `the address redirects (${status}); enter the one it leads to`);
  throw new CrmError('wrong_address', `the CRM returned ${status}; check the address`);
}

/** Seconds or a date, as in RFC 9110. */
function readSeconds(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CrmError('wrong_address', 'the address does not answer like a CRM; check it');
  }
}

function toCrmError(error: unknown, isTimedOut: boolean, timeoutMs: number): CrmError {
  if (error instanceof CrmError) return error;
  if (isTimedOut) return new CrmError('unavailable', `no full answer within ${timeoutMs / 1000} seconds`);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DomainError) return new CrmError('wrong_address', 'this address is not allowed');
  return new CrmError('unavailable', 'the CRM could not be reached');
}
