// Limits requests per minute, of each key or member and of each account. Each process keeps its own count, since this
// only protects it from runaway callers. The plan's monthly allowance is counted exactly, in the database.

import type { FastifyReply } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import { DomainError } from '../base/domain-error.ts';

interface Window {
  readonly endsAt: number;
  used: number;
}

interface Policy {
  /** In the headers. Clients match `minute`, which was the only policy in earlier versions. */
  readonly name: 'minute' | 'account';
  readonly window: Window;
  readonly limit: number;
}

const WINDOW_SECONDS = 60;

export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  /** For keys that are rejected anyway. They have a limit of their own, but don't count for the account: a stranger who
   * found a revoked key could otherwise use up its limit. */
  admitRejected({ actor, requestsPerMinute }: Caller): void {
    const now = performance.now();
    const own: Policy = { name: 'minute', window: this.#windowOf(actor, now), limit: requestsPerMinute };
    own.window.used++;
    if (isExceeded(own)) throw tooMany(own, now);
  }

  /** Sets the IETF draft headers (RateLimit-Policy, RateLimit). Throws if the caller or its account is over the limit.
   * Requests over a key's own limit don't count for the account, so that a runaway key doesn't block the others. */
  admit(
    { actor, liveAccountId, requestsPerMinute, accountRequestsPerMinute }: Caller,
    reply: FastifyReply,
    requests = 1,
  ): void {
    const now = performance.now();
    const own: Policy = { name: 'minute', window: this.#windowOf(actor, now), limit: requestsPerMinute };
    const account: Policy = {
      name: 'account',
      window: this.#windowOf(liveAccountId, now),
      limit: accountRequestsPerMinute,
    };
    own.window.used += requests;
    if (!isExceeded(own)) account.window.used += requests;
    reply.raw.setHeader('RateLimit-Policy', `${describe(own)}, ${describe(account)}`);
    reply.raw.setHeader('RateLimit', `${describeLeft(own, now)}, ${describeLeft(account, now)}`);
    if (isExceeded(own)) throw tooMany(own, now);
    if (isExceeded(account)) throw tooMany(account, now);
  }

  #windowOf(name: string, now: number): Window {
    this.#sweep(now);
    const window = this.#windows.get(name);
    if (window !== undefined && window.endsAt > now) return window;
    const fresh = { endsAt: now + WINDOW_SECONDS * 1000, used: 0 };
    this.#windows.set(name, fresh);
    return fresh;
  }

  /** Removes callers that are no longer sending requests. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
    for (const [name, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(name);
  }
}

const tooMany = (policy: Policy, now: number): DomainError =>
  new DomainError(
    'rate_limited',
    policy.name === 'minute'
      ? `the limit is ${policy.limit} requests per minute`
      : `the limit is ${policy.limit} requests per minute for all keys and members of an account together`,
    { retryAfterSeconds: secondsLeft(policy, now) },
  );

const isExceeded = ({ window, limit }: Policy): boolean => window.used > limit;

const describe = ({ name, limit }: Policy): string => `"${name}";q=${limit};w=${WINDOW_SECONDS}`;

const describeLeft = (policy: Policy, now: number): string =>
  `"${policy.name}";r=${left(policy)};t=${secondsLeft(policy, now)}`;

const left = ({ window, limit }: Policy): number => Math.max(0, limit - window.used);

const secondsLeft = ({ window }: Policy, now: number): number =>
  Math.min(WINDOW_SECONDS, Math.ceil((window.endsAt - now) / 1000));
