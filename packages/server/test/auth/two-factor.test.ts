// Two-factor authentication: codes work once, and turning it on or off keeps the current account.

import { PASSWORD, type Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { expect, test } from 'vitest';

const suite = useAuthSuite();

const STEP_MS = 30_000;
const verify = (person: Person, code: string) => person.call('/api/auth/two-factor/verify-totp', { code });

async function turnOn(person: Person): Promise<{ totpURI: string; backupCodes: string[]; code: string }> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const code = computeTotp(body.totpURI);
  const { status, text } = await verify(person, code);
  expect(status, text).toBe(200);
  return { ...body, code };
}

/** The code of the next 30 seconds, which is already valid and stays valid if the current 30 seconds end. */
const nextCode = (totpURI: string): string => computeTotp(totpURI, Date.now() + STEP_MS);

test('a code works only once, including the one that turned two-factor on', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { totpURI, code } = await turnOn(ana);
  await ana.call('/api/auth/sign-out', {});
  expect((await ana.signIn()).body.twoFactorRedirect).toBe(true);
  const again = await verify(ana, code);
  expectError(again, 'wrong_code', 'already used');
  expect((await ana.call('/api/session')).body.data.user).toBeNull();
  // They don't have to start over.
  const next = nextCode(totpURI);
  expect((await verify(ana, next)).status).toBe(200);
  expect((await ana.call('/api/session')).body.data.user.email).toBe(ana.email);
  const other = suite.person();
  await other.call('/api/auth/sign-in/email', { email: ana.email, password: PASSWORD });
  expect((await verify(other, next)).status).toBe(401);
  expect((await other.call('/api/session')).body.data.user).toBeNull();
});

test('only one of many simultaneous sign-ins with the same code succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const ana = suite.person();
    await ana.createAccount();
    const { totpURI } = await turnOn(ana);
    const others = Array.from({ length: 8 }, () => suite.person());
    for (const other of others)
      await other.call('/api/auth/sign-in/email', { email: ana.email, password: PASSWORD });
    const code = nextCode(totpURI);
    const statuses = (await Promise.all(others.map((other) => verify(other, code)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)]);
  }
});

test('a code used by one person still works for another who has the same code', async () => {
  const [ana, bo] = [suite.person(), suite.person()];
  await ana.createAccount();
  await bo.createAccount();
  const { body } = await bo.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const code = computeTotp(body.totpURI);
  await verify(ana, code);
  expect((await verify(bo, code)).status).toBe(200);
});

test('a wrong code and an expired sign-in get readable errors', async () => {
  const ana = suite.person();
  await ana.createAccount();
  await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  expectError(await verify(ana, 'nonsense'), 'wrong_code', 'wrong or has expired');
  expectError(await verify(suite.person(), '123456'), 'not_signed_in', 'took too long');
  const disabled = await ana.call('/api/auth/two-factor/disable', { password: 'not the password' });
  expectError(disabled, 'wrong_password');
});

test('an office where everyone has the right code is never locked out', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { backupCodes } = await turnOn(ana);
  for (const code of backupCodes) {
    await ana.call('/api/auth/sign-out', {});
    await ana.signIn();
    expect((await ana.call('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(200);
  }
  const counts = await suite.owner.selectFrom('sign_in_attempts').select('attempts').execute();
  expect(Math.max(...counts.map(({ attempts }) => attempts))).toBeLessThan(backupCodes.length);
});

test('turning two-factor on and off keeps the current account', async () => {
  const ana = suite.person();
  await ana.createAccount('First');
  const { body } = await ana.call('/api/accounts', { name: 'Second' });
  const second = body.data.account_id;
  const shown = { headers: { 'X-Leadline-Account': second } };
  const { totpURI } = await turnOn(ana);
  expect((await ana.call('/api/leads', undefined, shown)).status).toBe(200);
  const code = nextCode(totpURI);
  const off = await ana.call('/api/auth/two-factor/disable', { password: PASSWORD, code });
  expect(off.status, off.text).toBe(200);
  expect((await ana.call('/api/leads', undefined, shown)).status).toBe(200);
  expect((await ana.call('/api/session')).body.data.account.account_id).toBe(second);
});

test('new backup codes need password and code and replace the old ones, and only their number is shown', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const left = async () => (await ana.call('/api/user/backup-codes')).body.data;
  expect(await left()).toEqual({ left: 0 });
  const { backupCodes: old } = await turnOn(ana);
  expect(await left()).toEqual({ left: 10 });
  const use = (code: string | undefined) => ana.call('/api/auth/two-factor/verify-backup-code', { code });
  await ana.call('/api/auth/sign-out', {});
  await ana.signIn();
  expect((await use(old[0])).status).toBe(200);
  expect(await left()).toEqual({ left: 9 });

  const renew = (password: string, code?: string) =>
    ana.call('/api/auth/two-factor/generate-backup-codes', { password, code });
  expectError(await renew('not the password', old[1]), 'wrong_password');
  expectError(await renew(PASSWORD), 'two_factor_required', 'code');
  expectError(await renew(PASSWORD, 'aaaaa-bbbbb'), 'wrong_code');
  expect(await left()).toEqual({ left: 9 });
  const { body } = await renew(PASSWORD, old[1]);
  expect(body.backupCodes).toHaveLength(10);
  expect(await left()).toEqual({ left: 10 });
  await ana.call('/api/auth/sign-out', {});
  await ana.signIn();
  expectError(await use(old[1]), 'wrong_code');
  expect((await use(body.backupCodes[0])).status).toBe(200);
  expectError(await suite.person().call('/api/user/backup-codes'), 'not_signed_in');
});

test('turning two-factor off needs the password and the second factor', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { totpURI, backupCodes, code: used } = await turnOn(ana);
  const turnOff = (password: string, code?: string) =>
    ana.call('/api/auth/two-factor/disable', { password, code });
  expectError(await turnOff(PASSWORD), 'two_factor_required', 'authenticator app');
  expectError(await turnOff(PASSWORD, used), 'wrong_code', 'already used');
  expectError(await turnOff('not the password', nextCode(totpURI)), 'wrong_password');
  expect((await ana.call('/api/session')).body.data.user.has_two_factor).toBe(true);
  expect((await turnOff(PASSWORD, backupCodes[3]?.toUpperCase().replace('-', ' '))).status).toBe(200);
  expect((await ana.call('/api/session')).body.data.user.has_two_factor).toBe(false);
});
