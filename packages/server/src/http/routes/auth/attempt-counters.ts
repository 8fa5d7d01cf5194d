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
  RESETS,
  VERIFICATIONS,
} from '../../../auth/attempts.ts';
import { clientNetwork } from '../../../auth/client-network.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions.ts';
import { DomainError } from '../../../base/domain-error.ts';
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
      // Even while someone is guessing a password, its owner can sign in from another network.
      const pair = counter(BY_PAIR, path, 'as', email, from);
      const person = counter(BY_PERSON, path, 'as', email);
      // The pair first: someone who keeps guessing one password shouldn't use up the attempts of everyone in their
      // network, which may be everyone behind a proxy we weren't told of.
      return { network, own: [pair, person], inOrder: [pair, ...network, person] };
    }
    case 'user': {
      // The second factor is still missing; the library counts wrong codes itself.
      if (signedIn === null) return networkFirst();
      const own = [counter(BY_PAIR, path, 'by', signedIn.user.id)];
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
  if (wait > 0)
    throw new DomainError(code, `too many ${what}; try again in ${describeWait(wait)}`, {
      retryAfterSeconds: wait,
    });
}

const describeWait = (seconds: number): string =>
  seconds > 2 * 60 * 60 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} min`;
