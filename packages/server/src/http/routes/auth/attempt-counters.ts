// How many attempts a call may take, counted against where it comes from and who it is about.

import type { FastifyRequest } from 'fastify';
import {
  type AttemptCounter,
  type AttemptLimit,
  BY_ADDRESS,
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
  /** Where it comes from, unless it is known who calls: an office does not lock itself out by its own work. */
  readonly network: readonly AttemptCounter[];
  /** Whom it is about. */
  readonly own: readonly AttemptCounter[];
}

/** What a call counts against. */
export function countersOf(
  { ip }: Pick<FastifyRequest, 'ip'>,
  path: string,
  about: About | undefined,
  { email: given }: Fields,
  signedIn: SignedIn | null,
): CallCounters {
  const from = clientNetwork(ip);
  const email = String(given).toLowerCase();
  // Apart whatever is written as an address: by `x from 192.0.2.1` nobody counts against somebody there.
  const each = (limit: AttemptLimit, ...subject: readonly (string | null)[]): AttemptCounter => ({
    subject: JSON.stringify([path, ...subject]),
    limit,
  });
  const network = [each(BY_ADDRESS, 'from', from)];
  switch (about) {
    case undefined:
      return { network: [], own: [] };
    case 'nobody':
      return { network, own: [] };
    case 'newcomer':
      return { network, own: [each(SIGN_UPS, 'all from', from)] };
    case 'mailed':
      return { network, own: [each(RESETS, 'to', email)] };
    case 'email':
      // From elsewhere they can still sign in while somebody guesses; only many who guess keep them out.
      return { network, own: [each(BY_PAIR, 'as', email, from), each(BY_PERSON, 'as', email)] };
    case 'user':
      // Half signed in: the library counts wrong codes itself.
      if (signedIn === null) return { network, own: [] };
      return { network: [], own: [each(BY_PAIR, 'by', signedIn.user.id)] };
    case 'invited':
      if (signedIn === null) return { network, own: [] };
      return {
        network: [],
        own: [
          each(INVITATIONS, 'of', signedIn.accountId),
          each(INVITATIONS, 'by', signedIn.user.id),
          each(BY_PAIR, 'of', signedIn.accountId, email),
          each(INVITATIONS, 'to', email),
        ],
      };
  }
}

export async function rejectTooMany({ db }: Sessions, counted: readonly AttemptCounter[]): Promise<void> {
  const wait = await countAttempts(db, counted);
  if (wait > 0) {
    throw new DomainError(
      'too_many_attempts',
      `too many attempts; try again in ${Math.ceil(wait / 60)} min`,
      { retryAfterSeconds: wait },
    );
  }
}
