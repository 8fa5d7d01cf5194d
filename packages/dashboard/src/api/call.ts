// The only way to call the API: JSON in, JSON out, and every failure as an ApiFailure with a message people can read.

import type { ErrorBody } from '@leadline/contract';
import { ERROR_CODE_HEADER, type ErrorCode, isErrorCode } from '@leadline/contract/errors';
import { reloadPage } from './load-page.ts';
import { shownAccountFor } from './shown-account.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  /** `test` uses the account's test data. */
  readonly mode?: 'live' | 'test' | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface FailureDetails {
  readonly retryAfterSeconds?: number | null;
  readonly field?: string | null;
  readonly importIds?: readonly string[];
}

export class ApiFailure extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  readonly code: ErrorCode | 'no_response';
  readonly retryAfterSeconds: number | null;
  /** The request field that was rejected, if any. */
  readonly field: string | null;
  /** The unfinished imports that block the request. */
  readonly importIds: readonly string[];

  constructor(
    status: number,
    code: ErrorCode | 'no_response',
    message: string,
    { retryAfterSeconds = null, field = null, importIds = [] }: FailureDetails = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.field = field;
    this.importIds = importIds;
  }
}

/** Returns the whole response body, `{success, data…}`. A `Blob` is sent as is, anything else as JSON. */
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
    reloadIfAccountSwitched(failure);
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
  // Nobody needs an error message for an aborted request.
  if (signal?.aborted) return error;
  return new ApiFailure(
    0,
    'no_response',
    navigator.onLine
      ? 'Leadline is not responding. Check your connection, or try again in a moment.'
      : 'You are offline. Try again when you are connected.',
  );
}

/** `body` is the parsed response body and can be anything. */
export function toFailure(response: Response, body: unknown): ApiFailure {
  const { code, error, field, import_ids: importIds } = (body ?? {}) as Partial<ErrorBody>;
  // The three scoring endpoints only send the code in a header.
  const known = code ?? response.headers.get(ERROR_CODE_HEADER);
  if (!isErrorCode(known) || typeof error !== 'string') return unreadable(response.status);
  return new ApiFailure(response.status, known, toSentence(error), {
    retryAfterSeconds: readRetryAfter(response),
    field: field ?? null,
    importIds: importIds ?? [],
  });
}

/** Another window switched accounts, so everything this window shows is out of date. */
export function reloadIfAccountSwitched(failure: unknown): void {
  if (failure instanceof ApiFailure && failure.code === 'account_switched') reloadPage();
}

function unreadable(status: number): ApiFailure {
  return new ApiFailure(
    status,
    status === 503 ? 'overloaded' : 'internal_error',
    'Leadline sent an unexpected response. Try again in a moment.',
  );
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

export function toSentence(text: string): string {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
