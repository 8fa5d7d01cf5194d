// Sets up sign-in and sessions for the API process.

import { describeError } from '../base/log.ts';
import type { AccountDatabase } from '../db/account-scope.ts';
import { type AuthOptions, makeAuth } from './auth.ts';
import { COOKIE_PREFIX } from './cookie-prefix.ts';
import { makeRenewCookies } from './renew-cookies.ts';
import { Sessions } from './sessions.ts';
import { versionTwoFactors } from './version-two-factors.ts';

export interface SessionOptions extends AuthOptions {
  /** The data of accounts. */
  readonly accounts: AccountDatabase;
}

export async function startSessions(options: SessionOptions): Promise<Sessions> {
  const { db, accounts, secrets, logger } = options;
  await versionTwoFactors(db, secrets).catch((error: unknown) =>
    logger.error(describeError(error), 'failed to add key versions to two-factor secrets'),
  );
  return new Sessions(makeAuth(options), db, accounts, makeRenewCookies(secrets, COOKIE_PREFIX));
}
