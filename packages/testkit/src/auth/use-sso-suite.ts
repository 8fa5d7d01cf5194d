// An API that someone has already set up and that trusts an identity provider on this machine.

import type { Installation, RunningApi } from '@leadline/server';
import type { ApiConfig } from '@leadline/server/testing';
import { afterAll, beforeAll } from 'vitest';
import { openOwner } from '../database/accounts.ts';
import { cloneDatabase } from '../database/clone-database.ts';
import { findFreePort } from '../net/find-free-port.ts';
import { startTestApi } from '../service/start-in-process.ts';
import { addFirstUser } from './first-user.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from './identity-provider.ts';
import { Person } from './person.ts';

export interface SsoSuite {
  readonly databaseUrl: string;
  readonly owner: Installation;
  readonly api: RunningApi;
  readonly idp: IdentityProvider;
  /** A browser without cookies. */
  person(email?: string): Person;
  /** The settings of the API. */
  readonly sso: NonNullable<ApiConfig['sso']>;
}

export function useSsoSuite(
  changes: Partial<ApiConfig> = {},
  ssoChanges: Partial<NonNullable<ApiConfig['sso']>> = {},
): SsoSuite {
  const suite = {} as { -readonly [K in keyof SsoSuite]: SsoSuite[K] };
  let people = 0;
  beforeAll(async () => {
    const [port, idpPort] = [await findFreePort(), await findFreePort()];
    const publicUrl = `http://127.0.0.1:${port}`;
    suite.idp = await startIdentityProvider(idpPort, `${publicUrl}/api/auth/callback/oidc`);
    suite.sso = {
      issuer: suite.idp.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      name: 'Example ID',
      allowedDomains: null,
      isOnly: false,
      ...ssoChanges,
    };
    suite.databaseUrl = await cloneDatabase();
    suite.owner = openOwner(suite.databaseUrl);
    await addFirstUser(suite.owner);
    suite.api = await startTestApi(suite.databaseUrl, { port, publicUrl, sso: suite.sso, ...changes });
  });
  afterAll(async () => {
    await suite.api.stop();
    await suite.owner.destroy();
    await suite.idp.close();
  });
  suite.person = (email) => new Person(() => suite.api.url, email ?? `person${++people}@example.org`);
  return suite;
}
