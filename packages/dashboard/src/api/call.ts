// The only way to call the API: the transport of the SDK, signed in by the session cookie. Failures are LeadlineErrors; the
// query client decides what is tried again.

import { type FilledPath, PATHS } from '@leadline/contract/paths';
import { LeadlineError, Transport } from '@leadline/sdk/core';
import type { Answer } from './answers.ts';
import { reloadPage } from './load-page.ts';
import { shownAccountFor } from './shown-account.ts';
import { isUnattended } from './user-activity.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  /** `test` uses the account's test data. */
  readonly mode?: 'live' | 'test' | undefined;
  readonly signal?: AbortSignal | undefined;
}

const transport = new Transport({ url: '', retries: 0 });

/** Returns the whole response body, `{success, data…}`. */
export async function call<M extends Method, Path extends string>(
  method: M,
  path: Path,
  body?: unknown,
  { mode, signal }: CallOptions = {},
): Promise<Answer<M, Path>> {
  const headers = describeCaller(path);
  if (mode === 'test') headers['X-Leadline-Mode'] = 'test';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    return (await transport.read({ path, init, canRepeat: false }, { signal })) as Answer<M, Path>;
  } catch (error) {
    reloadIfAccountSwitched(error);
    throw error;
  }
}

/** For files that are shown before they have been read to the end. */
export const openFile = (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> =>
  transport.open({ path, init: { headers: describeCaller(path) }, canRepeat: true }, { signal });

/** Fails unless the service responds. */
export async function checkHealth(timeoutMs: number): Promise<void> {
  const init: RequestInit = { cache: 'no-store' };
  const body = await transport.open({ path: PATHS.healthz, init, canRepeat: true }, { timeoutMs });
  await body.cancel();
}

export const addQuery = <Pattern extends string>(
  path: FilledPath<Pattern>,
  query: URLSearchParams,
): FilledPath<Pattern> => `${path}?${query}` as FilledPath<Pattern>;

/** The headers of every request. */
export function describeCaller(path: string): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (isUnattended()) headers['X-Leadline-Background'] = '1';
  const account = shownAccountFor(path);
  if (account !== null) headers['X-Leadline-Account'] = account;
  return headers;
}

/** Another window switched accounts, so everything this window shows is out of date. */
export function reloadIfAccountSwitched(failure: unknown): void {
  if (failure instanceof LeadlineError && failure.code === 'account_switched') reloadPage();
}
