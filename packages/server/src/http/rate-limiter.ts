// Limits requests per minute. Each process keeps its own count, since this only protects it from runaway callers. The
// plan's monthly allowance is counted exactly, in the database.

import type { FastifyReply } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import { DomainError } from '../base/domain-error.ts';

interface Window {
  readonly endsAt: number;
  used: number;
}

const WINDOW_SECONDS = 60;

export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  /** Sets the IETF draft headers (RateLimit-Policy, RateLimit). Throws if the caller is over the limit. */
  admit({ actor, requestsPerMinute }: Caller, reply: FastifyReply, requests = 1): void {
    const now = performance.now();
    const window = this.#windowOf(actor, now);
    window.used += requests;
    const secondsLeft = Math.min(WINDOW_SECONDS, Math.ceil((window.endsAt - now) / 1000));
    const left = Math.max(0, requestsPerMinute - window.used);
    reply.raw.setHeader('RateLimit-Policy', `"minute";q=${requestsPerMinute};w=${WINDOW_SECONDS}`);
    reply.raw.setHeader('RateLimit', `"minute";r=${left};t=${secondsLeft}`);
    if (window.used > requestsPerMinute) {
      throw new DomainError('rate_limited', `the limit is ${requestsPerMinute} requests per minute`, {
        retryAfterSeconds: secondsLeft,
      });
    }
  }

  #windowOf(actor: string, now: number): Window {
    this.#sweep(now);
    const window = this.#windows.get(actor);
    if (window !== undefined && window.endsAt > now) return window;
    const fresh = { endsAt: now + WINDOW_SECONDS * 1000, used: 0 };
    this.#windows.set(actor, fresh);
    return fresh;
  }

  /** Removes callers that are no longer sending requests. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
    for (const [actor, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(actor);
  }
}
