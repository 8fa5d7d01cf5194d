// Sets up sign-in and sessions for the API process.

import type { TextSeal } from '../../platform/base/sealed-text.ts';
import type { AccountDatabase } from '../../platform/db/account-scope.ts';
import { COOKIE_PREFIX } from '../cookies/cookie-prefix.ts';
import { makeRenewCookies } from '../cookies/renew-cookies.ts';
import { OidcProvider, type SsoOptions } from '../sso/oidc-provider.ts';
import { SsoChecks } from '../sso/sso-checks.ts';
import { type AuthOptions, makeAuth } from './auth.ts';
import { Sessions } from './sessions.ts';

export interface SessionOptions extends Omit<AuthOptions, 'sso'> {
  /** The data of accounts. */
  readonly accounts: AccountDatabase;
  /** Null without single sign-on. */
  readonly sso: SsoOptions | null;
  /** For what the identity provider gives us. */
  readonly ssoSeal: TextSeal;
}

export function startSessions({ sso, ssoSeal: seal, ...options }: SessionOptions): Sessions {
  const { db, accounts, secrets, logger } = options;
  const provider = sso === null ? null : new OidcProvider(sso);
  const auth = makeAuth({ ...options, sso: provider });
  return new Sessions(auth, db, accounts, makeRenewCookies(secrets, COOKIE_PREFIX), {
    checks: provider === null ? null : new SsoChecks({ db, provider, seal, logger }),
    isOnly: sso?.config.isOnly ?? false,
  });
}
