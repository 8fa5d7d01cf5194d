export interface TransportOptions {
  /** Where the service is: `https://leads.example.com`. */
  readonly url: string;
  /** How long one try may take. Default: 60 seconds. Streams only have to begin by then; uploads may take any time. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed call is tried again. Default: 3. */
  readonly retries?: number | undefined;
  /** The first pause before another try; each following one is twice as long, up to 8 seconds. Default: 500. */
  readonly retryPauseMs?: number | undefined;
  /** Replaces the global `fetch`, for example to send requests through a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface LeadlineOptions extends TransportOptions {
  /** An API key. In a web page, only use an intake key (`ll_intake_…`) and `leads.submit`. */
  readonly key: string;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

/** For calls that store leads. */
export interface StoringOptions extends CallOptions {
  /**
   * Calls with the same key within 24 hours store their leads once: use the ID of a form submission, for example. By default,
   * every call has a key of its own, which all its tries share.
   */
  readonly idempotencyKey?: string | undefined;
}
