// Limits requests per minute, of each key or member and of each account. Each process keeps its own count, since this
// only protects it from runaway callers. The plan's monthly allowance is counted exactly, in the database.

import type { FastifyReply } from 'fastify';
import type { Caller } from '../../accounts/profile/caller.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { type Counted, WINDOW_SECONDS, type WindowCounter } from '../../platform/base/window-counter.ts';

interface Policy extends Counted {
  /** In the headers. */
  readonly name: 'minute' | 'account';
  readonly limit: number;
}

/** For keys that are rejected anyway. They have a limit of their own, but don't count for the account: a stranger who
 * found a revoked key could otherwise use up its limit. */
export function limitRejected(counts: WindowCounter, { actor, requestsPerMinute }: Caller): void {
  const own = count(counts, 'minute', actor, requestsPerMinute, 1);
  if (isExceeded(own)) throw tooMany(own);
}

/** Sets the IETF draft headers (RateLimit-Policy, RateLimit). Throws if the caller or its account is over the limit.
 * Requests over a key's own limit don't count for the account, so that a runaway key doesn't block the others. */
export function limitRate(
  counts: WindowCounter,
  { actor, liveAccountId, requestsPerMinute, accountRequestsPerMinute }: Caller,
  reply: FastifyReply,
  requests = 1,
): void {
  const own = count(counts, 'minute', actor, requestsPerMinute, requests);
  const counted = isExceeded(own) ? 0 : requests;
  const account = count(counts, 'account', liveAccountId, accountRequestsPerMinute, counted);
  reply.raw.setHeader('RateLimit-Policy', `${describe(own)}, ${describe(account)}`);
  reply.raw.setHeader('RateLimit', `${describeLeft(own)}, ${describeLeft(account)}`);
  if (isExceeded(own)) throw tooMany(own);
  if (isExceeded(account)) throw tooMany(account);
}

const count = (
  counts: WindowCounter,
  name: Policy['name'],
  sender: string,
  limit: number,
  requests: number,
): Policy => ({ name, limit, ...counts.count(sender, requests) });

const tooMany = (policy: Policy): DomainError =>
  new DomainError(
    'rate_limited',
    policy.name === 'minute'
      ? `the limit is ${policy.limit} requests per minute`
      : `the limit is ${policy.limit} requests per minute for all keys and members of an account together`,
    { retryAfterSeconds: policy.secondsLeft },
  );

const isExceeded = ({ used, limit }: Policy): boolean => used > limit;

const describe = ({ name, limit }: Policy): string => `"${name}";q=${limit};w=${WINDOW_SECONDS}`;

const describeLeft = ({ name, limit, used, secondsLeft }: Policy): string =>
  `"${name}";r=${Math.max(0, limit - used)};t=${secondsLeft}`;
