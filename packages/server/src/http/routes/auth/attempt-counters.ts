// Chooses the attempt counters for a call: by the network it comes from and by the person it is about.

import type { FastifyRequest } from 'fastify';
import {
  type AttemptCounter,
  type AttemptLimit,
  BY_NETWORK,
  BY_PAIR,
  BY_PERSON,
  countAttempts,
  INVITATIONS,
  RESETS,
  SIGN_UPS,
} from '../../../auth/attempts.ts';
import { clientNetwork } from '../../../auth/client-network.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions.ts';
import { DomainError } from '../../../base/domain-error.ts';
import type { About, Fields } from './auth-call.ts';

export interface CallCounters {
  /** Empty for signed-in users, so that an office can't lock itself out by working normally. */
  readonly network: readonly AttemptCounter[];
  /** For the person or account the call is about. */
  readonly own: readonly AttemptCounter[];
}

export function countersOf(
  { ip }: Pick<FastifyRequest, 'ip'>,
  path: string,
  about: About | undefined,
  { email: given }: Fields,
  signedIn: SignedIn | null,
): CallCounters {
  const from = clientNetwork(ip);
  const email = String(given).toLowerCase();
  // JSON keeps the parts separate, so that a crafted email can't match another counter.
  const counter = (limit: AttemptLimit, ...subject: readonly (string | null)[]): AttemptCounter => ({
    subject: JSON.stringify([path, ...subject]),
    limit,
  });
  const network = [counter(BY_NETWORK, 'from', from)];
  switch (about) {
    case undefined:
      return { network: [], own: [] };
    case 'nobody':
      return { network, own: [] };
    case 'newcomer':
      return { network, own: [counter(SIGN_UPS, 'all from', from)] };
    case 'mailed':
      return { network, own: [counter(RESETS, 'to', email)] };
    case 'email':
      // Even while someone is guessing a password, its owner can sign in from another network.
      return { network, own: [counter(BY_PAIR, 'as', email, from), counter(BY_PERSON, 'as', email)] };
    case 'user':
      // The second factor is still missing; the library counts wrong codes itself.
      if (signedIn === null) return { network, own: [] };
      return { network: [], own: [counter(BY_PAIR, 'by', signedIn.user.id)] };
    case 'invited':
      if (signedIn === null) return { network, own: [] };
      return {
        network: [],
        own: [
          counter(INVITATIONS, 'of', signedIn.accountId),
          counter(INVITATIONS, 'by', signedIn.user.id),
          counter(BY_PAIR, 'of', signedIn.accountId, email),
          counter(INVITATIONS, 'to', email),
        ],
      };
  }
}

export async function rejectTooMany({ db }: Sessions, counters: readonly AttemptCounter[]): Promise<void> {
  const wait = await countAttempts(db, counters);
  if (wait > 0) {
    throw new DomainError(
      'too_many_attempts',
      `too many attempts; try again in ${Math.ceil(wait / 60)} min`,
      { retryAfterSeconds: wait },
    );
  }
}
