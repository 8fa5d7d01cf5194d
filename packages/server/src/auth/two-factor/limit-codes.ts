// Limits wrong second factors. The library would lock the user's second factor, and with it the owner, as soon as anyone
// who knows the password has sent ten wrong codes. We count by network, and browsers that the user has signed in with before
// have a counter of their own, so the owner can still get in. Sessions from before two-factor sign-in was turned on count
// together with sign-ins: somebody who knew the password may have opened many.

import { clientNetwork } from '../../platform/base/client-network.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { findDeviceOf, readDeviceToken } from '../cookies/known-devices.ts';
import { type AttemptCounter, BY_PAIR, CODES_BY_PERSON, forgetAttempts } from '../security/attempts.ts';
import { CLIENT_ADDRESS_HEADER } from '../security/library-client.ts';

/** Of a request that goes to the library. */
export async function codeCounters(
  db: Installation,
  userId: string,
  headers: Headers | undefined,
  publicUrl: string,
): Promise<AttemptCounter[]> {
  const token = readDeviceToken(headers?.get('cookie') ?? undefined, publicUrl.startsWith('https:'));
  const device = await findDeviceOf(db, userId, token);
  if (device !== null) return [counter(BY_PAIR, 'codes of', userId, 'on', device)];
  return countersElsewhere(userId, clientNetwork(headers?.get(CLIENT_ADDRESS_HEADER) ?? ''));
}

/** For someone who has just chosen a new password: people who sent wrong codes don't know it. */
export const forgetWrongCodes = (db: Installation, userId: string, network: string): Promise<void> =>
  forgetAttempts(db, countersElsewhere(userId, network));

const countersElsewhere = (userId: string, network: string): AttemptCounter[] => [
  counter(BY_PAIR, 'codes of', userId, 'from', network),
  counter(CODES_BY_PERSON, 'codes of', userId),
];

const counter = (limit: AttemptCounter['limit'], ...subject: readonly string[]): AttemptCounter => ({
  subject: JSON.stringify(subject),
  limit,
});
