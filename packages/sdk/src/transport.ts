// Sends requests: again after a failure that allows it, and until their time is up.

import { Deadline, sleep } from './deadline.ts';
import { LeadlineError, readError, unexpectedResponse } from './errors.ts';
import type { CallOptions, TransportOptions } from './options.ts';
import { mayTryAgain, pauseBefore } from './retries.ts';

const TIMEOUT_MS = 60_000;
const RETRIES = 3;
const RETRY_PAUSE_MS = 500;

export interface Request {
  /** With the query, if any. */
  readonly path: string;
  readonly init: RequestInit;
  /** Whether it can be sent again although the service may have carried it out. */
  readonly canRepeat: boolean;
}

export class Transport {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #retryPauseMs: number;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ url, timeoutMs, retries, retryPauseMs, fetch }: TransportOptions) {
    this.#url = url;
    this.#timeoutMs = timeoutMs ?? TIMEOUT_MS;
    this.#retries = retries ?? RETRIES;
    this.#retryPauseMs = retryPauseMs ?? RETRY_PAUSE_MS;
    // Browsers reject a `fetch` that is called as a method of something else.
    this.#fetch = fetch ?? ((...args) => globalThis.fetch(...args));
  }

  /** Returns the parsed body. */
  read(request: Request, options: CallOptions): Promise<unknown> {
    return this.#send(request, options, async (response, deadline) => {
      const text = await response.text();
      deadline.end();
      return parse(text, response);
    });
  }

  /** For answers that are read piece by piece. Aborting the signal also ends the stream. */
  open(request: Request, options: CallOptions): Promise<ReadableStream<Uint8Array>> {
    return this.#send(request, options, async (response, deadline) => {
      deadline.stopClock();
      return response.body ?? new Blob([]).stream();
    });
  }

  async #send<T>(
    request: Request,
    options: CallOptions,
    read: (response: Response, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const retries = options.retries ?? this.#retries;
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    for (let retry = 0; ; retry++) {
      try {
        return await this.#try(request, timeoutMs, options.signal, read);
      } catch (error) {
        const isFinal = !(error instanceof LeadlineError) || retry >= retries;
        if (isFinal || !mayTryAgain(error, request.canRepeat)) throw error;
        await sleep(pauseBefore(retry, error, this.#retryPauseMs), options.signal);
      }
    }
  }

  async #try<T>(
    { path, init }: Request,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    read: (response: Response, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(timeoutMs, signal);
    try {
      const response = await this.#fetch(this.#url + path, { ...init, signal: deadline.signal });
      if (!response.ok) throw await readError(response);
      return await read(response, deadline);
    } catch (error) {
      deadline.end();
      if (error instanceof LeadlineError) throw error;
      if (signal?.aborted) throw signal.reason;
      throw deadline.hasPassed ? timedOut(timeoutMs) : noResponse(this.#url, error);
    }
  }
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unexpectedResponse(response, error);
  }
}

const timedOut = (ms: number): LeadlineError =>
  new LeadlineError(`no answer within ${ms / 1_000} seconds`, { code: 'timed_out' });

const noResponse = (url: string, cause: unknown): LeadlineError =>
  new LeadlineError(`cannot reach ${url}`, { code: 'no_response', cause });
