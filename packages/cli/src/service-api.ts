// Calls a running service with an API key. A call that fails ends the command.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { fail } from './output.ts';

export interface ServiceOptions {
  readonly url: string;
  readonly key?: string;
}

export const serviceOptions = (): readonly Option[] => [
  new Option('--url <url>', 'URL of the service').env('LEADLINE_URL').default('http://127.0.0.1:8080'),
  new Option('--key <key>', 'API key of the account').env('LEADLINE_KEY'),
];

export const openService = ({ url, key }: ServiceOptions): ServiceApi =>
  new ServiceApi(url, key ?? fail('no API key: pass --key or set LEADLINE_KEY'));

export class ServiceApi {
  readonly #url: string;
  readonly #key: string;
  /** Clean-up to run before a failure ends the command. */
  beforeExit: (() => Promise<unknown>) | null = null;

  constructor(url: string, key: string) {
    this.#url = url.replace(/\/(?:api\/?)?$/, '');
    this.#key = key;
  }

  async send<T>(
    method: string,
    path: string,
    body?: string | Readable,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const response = await this.#fetch(method, path, body, headers);
    const answer = (await response.json().catch(() => ({}))) as { data?: T; error?: string };
    if (response.ok && answer.data !== undefined) return answer.data;
    const cleanUp = this.beforeExit;
    this.beforeExit = null;
    await cleanUp?.();
    return fail(answer.error ?? `the service returned ${response.status}`);
  }

  /** Returns null if the service doesn't respond. */
  async tryGet<T>(path: string): Promise<T | null> {
    try {
      const response = await fetch(this.#url + path, { headers: { 'X-API-KEY': this.#key } });
      return response.ok ? ((await response.json()) as { data: T }).data : null;
    } catch {
      return null;
    }
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.send<T>('POST', path, JSON.stringify(body), { 'Content-Type': 'application/json' });
  }

  async download(path: string, file: string): Promise<void> {
    const response = await this.#fetch('GET', path);
    if (!response.ok || response.body === null) return fail(`the service returned ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  }

  async #fetch(
    method: string,
    path: string,
    body?: string | Readable,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    try {
      return await fetch(this.#url + path, {
        method,
        headers: { 'X-API-KEY': this.#key, ...headers },
        ...(body === undefined ? {} : { body: body as string, duplex: 'half' }),
      });
    } catch {
      return fail(`cannot reach ${this.#url}. Is the service running?`);
    }
  }
}
