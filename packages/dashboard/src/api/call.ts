// One way to the API: JSON in, JSON out, and every failure as an ApiFailure in words for people.

import type { ErrorCode } from '@leadline/contract';
import { reloadPage } from './load-anew.ts';
import { shownAccountFor } from './shown-account.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  /** `test` acts on the account's test twin. */
  readonly mode?: 'live' | 'test' | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class ApiFailure extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: ErrorCode | 'no answer';
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: ErrorCode | 'no answer',
    message: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Gives the whole answer, `{success, data…}`; a `Blob` is sent as it is, anything else as JSON. */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<T> {
  const response = await send(method, path, body, options);
  const text = await readText(response, options.signal);
  const answer = parseJson(text);
  if (!response.ok) {
    const failure = toFailure(response, answer);
    noticeOtherAccount(failure);
    throw failure;
  }
  if (answer === undefined && text !== '') throw unreadable(response.status);
  return answer as T;
}

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (options.mode === 'test') headers.set('X-Leadline-Mode', 'test');
  const account = shownAccountFor(path);
  if (account !== null) headers.set('X-Leadline-Account', account);
  const request: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    signal: options.signal ?? null,
  };
  if (body instanceof Blob) request.body = body;
  else if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(body);
  }
  try {
    return await fetch(path, request);
  } catch (error) {
    throw toNetworkFailure(error, options.signal);
  }
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw toNetworkFailure(error, signal);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toNetworkFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  // Who gave up waiting wants no message about it.
  if (signal?.aborted) return error;
  return new ApiFailure(
    0,
    'no answer',
    navigator.onLine
      ? 'Leadline did not answer. Check your connection, or try again in a moment.'
      : 'You are offline. Try again when you are connected.',
  );
}

export function toFailure(response: Response, answer: unknown): ApiFailure {
  const told = (answer as { error?: unknown } | null | undefined)?.error;
  if (typeof told !== 'string') return unreadable(response.status);
  const { code, detail } = readError(told, response.status);
  return new ApiFailure(response.status, code, toSentence(detail), readRetryAfter(response));
}

/** What this window shows is of an account the session no longer works for. */
export function noticeOtherAccount(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.code !== 'conflict') return;
  if (/^another account was chosen/i.test(failure.message)) reloadPage();
}

function unreadable(status: number): ApiFailure {
  return new ApiFailure(
    status,
    status === 503 ? 'overloaded' : 'internal error',
    'Leadline gave an answer we could not read. Try again in a moment.',
  );
}

/** The server writes `code: detail`; the list of codes stays out of the bundle, so each status has one to fall back to. */
function readError(told: string, status: number): { code: ErrorCode; detail: string } {
  const [, code = '', detail = ''] = /^([a-zA-Z ]{4,24})(?:: (.*))?$/s.exec(told) ?? [];
  if (CODES.has(code)) return { code: code as ErrorCode, detail: detail || code };
  return { code: CODE_OF_STATUS[status] ?? 'internal error', detail: told };
}

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid input',
  401: 'not signed in',
  402: 'plan limit reached',
  403: 'not allowed',
  404: 'not found',
  405: 'method not allowed',
  408: 'request timeout',
  409: 'conflict',
  413: 'too large',
  415: 'unsupported type',
  417: 'expectation failed',
  422: 'idempotency key reused',
  429: 'rate limited',
  431: 'headers too large',
  501: 'not available',
  503: 'overloaded',
};
const CODES: ReadonlySet<string> = new Set([
  ...Object.values(CODE_OF_STATUS),
  'missing API key',
  'invalid API key',
  'request in flight',
  'internal error',
]);

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

export function toSentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.?]$/.test(text) ? text : `${text}.`;
}
