// Calls of an API key: each is an operation of the API with its input.

import { type Operations, ROUTES } from './generated/operations.ts';
import type { CallOptions, LeadlineOptions, StoringOptions } from './options.ts';
import { isRepeatable } from './repeatable.ts';
import { buildInit, buildPath, type Input, isStream } from './request.ts';
import { type Request, Transport } from './transport.ts';

/** What a call returns. */
export type Result<Name extends keyof Operations> = Operations[Name] extends { result: infer Found }
  ? Found
  : never;

export class Api {
  readonly key: string;
  readonly #transport: Transport;

  constructor({ url, key, ...options }: LeadlineOptions) {
    if (!key) throw new TypeError('The API key is missing: new Leadline({ url, key })');
    this.key = key;
    this.#transport = new Transport({ ...options, url: readUrl(url) });
  }

  async call<Name extends keyof Operations>(
    operation: Name,
    input: Input,
    options: StoringOptions = {},
  ): Promise<Result<Name>> {
    const request = this.#build(operation, input, options.idempotencyKey);
    const body = (await this.#transport.read(request, limitUpload(input, options))) as { data?: unknown };
    return (ROUTES[operation].returns === 'data' ? body.data : body) as Result<Name>;
  }

  /** For answers that are read piece by piece. Aborting the signal also ends the stream. */
  open(
    operation: keyof Operations,
    input: Input,
    options: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.open(this.#build(operation, input), options);
  }

  #build(operation: keyof Operations, input: Input, idempotencyKey = makeIdempotencyKey()): Request {
    const route = ROUTES[operation];
    const headers: Record<string, string> = {};
    if (!route.hasKeyInPath) headers['X-API-KEY'] = this.key;
    if (route.takesIdempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
    return {
      path: buildPath(route.path, input),
      init: buildInit(route.method, input, headers),
      canRepeat: isRepeatable(operation),
    };
  }
}

/** An upload may take any time, and a stream can only be sent once. */
function limitUpload({ file }: Input, options: CallOptions): CallOptions {
  if (file === undefined) return options;
  const timeoutMs = options.timeoutMs ?? Number.POSITIVE_INFINITY;
  return { ...options, timeoutMs, ...(isStream(file) ? { retries: 0 } : {}) };
}

function readUrl(url: string): string {
  if (!URL.canParse(url))
    throw new TypeError(`${url} is not a URL; write it as in https://leads.example.com`);
  return url.replace(/\/+$/, '').replace(/\/api$/, '');
}

/** Not `crypto.randomUUID`, which browsers only have on pages served over HTTPS. */
const makeIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
