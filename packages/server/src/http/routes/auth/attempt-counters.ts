// Chooses the attempt counters for a call: by the network it comes from and by the person it is about.

import type { ErrorCode } from '@leadline/contract/errors';
import type { FastifyRequest } from 'fastify';
import {
  type AttemptCounter,
  type AttemptLimit,
  BY_NETWORK,
  BY_PAIR,
  BY_PERSON,
  countAttempts,
  FAILED_SIGN_UPS,
  findWait,
  RESETS,
  VERIFICATIONS,
} from '../../../auth/security/attempts.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions/sessions.ts';
import { clientNetwork } from '../../../platform/base/client-network.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { About, Fields } from './auth-call.ts';

export interface CallCounters {
  /** Empty for signed-in users, so that an office can't lock itself out by working normally. */
  readonly network: readonly AttemptCounter[];
  /** For the person the call is about. */
  readonly own: readonly AttemptCounter[];
  /** All of them, in the order in which they count. An attempt that one rejects doesn't count in those after it. */
  readonly inOrder: readonly AttemptCounter[];
}

const NONE: CallCounters = { network: [], own: [], inOrder: [] };

export function countersOf(
  { ip }: Pick<FastifyRequest, 'ip'>,
  path: string,
  about: About | undefined,
  { email: given }: Fields,
  signedIn: SignedIn | null,
  knownDevice: string | null = null,
): CallCounters {
  const from = clientNetwork(ip);
  const email = String(given).toLowerCase();
  const network = [counter(BY_NETWORK, path, 'from', from)];
  const networkFirst = (own: readonly AttemptCounter[] = []): CallCounters => ({
    network,
    own,
    inOrder: [...network, ...own],
  });
  switch (about) {
    case undefined:
      return NONE;
    case 'nobody':
      return networkFirst();
    case 'newcomer': {
      const failed = [counter(FAILED_SIGN_UPS, path, 'from', from)];
      return { network: failed, own: [], inOrder: failed };
    }
    case 'reset':
      return networkFirst([counter(RESETS, path, 'to', email)]);
    case 'verified':
      return { network: [], own: [], inOrder: [counter(VERIFICATIONS, path, 'to', email)] };
    case 'email': {
      if (knownDevice !== null) {
        const device = [counter(BY_PAIR, path, 'as', email, 'on', knownDevice)];
        return { network: [], own: device, inOrder: device };
      }
      // Even while someone is guessing a password, its owner can sign in from another network.
      const pair = counter(BY_PAIR, path, 'as', email, from);
      const person = counter(BY_PERSON, path, 'as', email);
      // The pair first: someone who keeps guessing one password shouldn't use up the attempts of everyone in their
      // network, which may be everyone behind a proxy that isn't in TRUSTED_PROXIES.
      return { network, own: [pair, person], inOrder: [pair, ...network, person] };
    }
    case 'user': {
      // The second factor is still missing; limit-codes.ts counts wrong codes.
      if (signedIn === null) return networkFirst();
      // By session, so that somebody in another one can't keep its owner from changing their password.
      const own = [counter(BY_PAIR, path, 'in', signedIn.sessionId)];
      return { network: [], own, inOrder: own };
    }
  }
}

/** JSON keeps the parts separate, so that a crafted email can't match another counter. */
export const counter = (limit: AttemptLimit, ...subject: readonly (string | null)[]): AttemptCounter => ({
  subject: JSON.stringify(subject),
  limit,
});

/** `what` completes "too many …". */
export async function rejectTooMany(
  { db }: Pick<Sessions, 'db'>,
  counters: readonly AttemptCounter[],
  code: ErrorCode = 'too_many_attempts',
  what = 'attempts',
): Promise<void> {
  const wait = await countAttempts(db, counters);
  if (wait > 0) throw tooMany(wait, code, what);
}

/** Rejects attempts from networks that have used up theirs. Without this, each would still add the counter of a person. */
export async function rejectExhausted(
  { db }: Pick<Sessions, 'db'>,
  { network }: CallCounters,
): Promise<void> {
  const wait = await findWait(db, network);
  if (wait > 0) throw tooMany(wait, 'too_many_attempts', 'attempts');
}

const tooMany = (wait: number, code: ErrorCode, what: string): DomainError =>
  new DomainError(code, `too many ${what}; try again in ${describeWait(wait)}`, { retryAfterSeconds: wait });

const describeWait = (seconds: number): string =>
  seconds > 2 * 60 * 60 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} min`;
