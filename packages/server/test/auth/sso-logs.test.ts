// Neither secrets nor personal data of a sign-in appear in the logs, whether it succeeds or fails.

import { addFirstUser } from '@leadline/testkit/auth/first-user';
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from '@leadline/testkit/auth/identity-provider';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { comeBack, visitProvider } from '@leadline/testkit/auth/sso-flow';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { findFreePort } from '@leadline/testkit/net/find-free-port';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { expect, test } from 'vitest';

test('logs contain no codes, tokens, cookies, secrets or emails', async () => {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const idp = await startIdentityProvider(await findFreePort(), `${publicUrl}/api/auth/callback/oidc`);
  const databaseUrl = await cloneDatabase();
  const owner = openOwner(databaseUrl);
  await addFirstUser(owner);
  await owner.destroy();
  const api = await spawnApi(databaseUrl, port, 'trace', 'off', {
    PUBLIC_URL: publicUrl,
    SIGN_UP: 'open',
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  });
  const secrets = new Set([CLIENT_SECRET, PASSWORD, idp.user.email, idp.user.name ?? '']);
  const person = (email = 'founder@example.org') => new Person(() => api.url, email);
  const locations: (string | null)[] = [];
  const visit = async (): Promise<void> => {
    const somebody = person();
    const url = await visitProvider(somebody);
    for (const name of ['code', 'state']) secrets.add(new URL(url).searchParams.get(name) ?? '');
    locations.push((await comeBack(somebody, url)).headers.get('location'));
    locations.push((await comeBack(somebody, url)).headers.get('location')); // replayed
    for (const value of somebody.cookies.values()) secrets.add(decodeURIComponent(value));
  };
  try {
    const founder = person();
    await founder.createAccount();
    await founder.signIn('wrong password');
    await founder.signIn();
    for (const value of founder.cookies.values()) secrets.add(decodeURIComponent(value));
    secrets.add(founder.email);
    await visit();
    idp.tamper = async (claims, sign) => {
      const token = await sign({ ...claims, aud: 'another' });
      secrets.add(token);
      return token;
    };
    await visit();
    idp.tamper = null;
    idp.user = { ...idp.user, sub: 'other', email_verified: false };
    await visit();
    const away = person();
    const url = await visitProvider(away);
    await idp.pause();
    locations.push((await comeBack(away, url)).headers.get('location'));
    await idp.resume();
  } finally {
    await api.kill('SIGTERM');
    await idp.close();
  }
  const failed = '/sign-in?sso_error=sso_failed';
  expect(locations).toEqual([
    '/',
    failed,
    failed,
    failed,
    '/sign-in?sso_error=sso_email_unverified',
    failed,
    '/sign-in?sso_error=sso_unavailable',
  ]);
  const output = api.output();
  expect(output.match(/single sign-on failed/g)?.length).toBe(6);
  expect([...secrets].filter((secret) => secret !== '' && output.includes(secret))).toEqual([]);
  expect(secrets.size).toBeGreaterThan(12);
});
