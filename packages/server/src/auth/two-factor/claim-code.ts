// Makes authenticator codes work only once (RFC 6238, section 5.2), since someone may have read one over the user's
// shoulder. The library doesn't do this. We claim the code before the library verifies it, so that only one of two
// simultaneous requests succeeds.

import type { Installation } from '../../platform/db/installation.ts';
import { type AttemptLimit, countAttempts } from '../security/attempts.ts';

/** A code is valid for 90 seconds: its own 30, plus the 30 before and after. */
const ONCE: AttemptLimit = { max: 1, windowSeconds: 120 };

/** False if the code was used before. */
export async function claimCode(db: Installation, userId: string, code: unknown): Promise<boolean> {
  if (typeof code !== 'string' || !/^\d{6}$/.test(code)) return true; // the library will reject it
  return (await countAttempts(db, [{ subject: `code ${code} of ${userId}`, limit: ONCE }])) === 0;
}
