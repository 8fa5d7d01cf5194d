// Second factors: a code is good once, and turning one on or off leaves one where one was.

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

/** Another of the codes that are right now; later ones stay so should a half minute end meanwhile. */
const nextCode = (totpURI: string): string => computeTotp(totpURI, Date.now() + STEP_MS);

test('a code that was used is not good again, not even the one a second factor was turned on with', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { totpURI, code } = await turnOn(ana);
  await ana.call('/api/auth/sign-out', {});
  expect((await ana.signIn()).body.twoFactorRedirect).toBe(true);
  const again = await verify(ana, code);
  expectError(again, 'wrong_code', 'already used');
  expect((await ana.call('/api/session')).body.data.user).toBeNull();
  // They need not start anew.
  const next = nextCode(totpURI);
  expect((await verify(ana, next)).status).toBe(200);
  expect((await ana.call('/api/session')).body.data.user.email).toBe(ana.email);
  const other = suite.person();
  await other.call('/api/auth/sign-in/email', { email: ana.email, password: PASSWORD });
  expect((await verify(other, next)).status).toBe(401);
  expect((await other.call('/api/session')).body.data.user).toBeNull();
});

test('of many who use a code at once, one gets in', async () => {
  for (let round = 0; round < 5; round++) {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const ana = suite.person();
    await ana.createAccount();
    const { totpURI } = await turnOn(ana);
    const others = Array.from({ length: 8 }, () => suite.person());
    for (const each of others)
      await each.call('/api/auth/sign-in/email', { email: ana.email, password: PASSWORD });
    const code = nextCode(totpURI);
    const statuses = (await Promise.all(others.map((each) => verify(each, code)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)]);
  }
});

test('a code of one person is still good for another who happens to have the same', async () => {
  const [ana, bo] = [suite.person(), suite.person()];
  await ana.createAccount();
  await bo.createAccount();
  const { body } = await bo.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const code = computeTotp(body.totpURI);
  await verify(ana, code);
  expect((await verify(bo, code)).status).toBe(200);
});

test('a wrong code and a sign-in that is over are told in words', async () => {
  const ana = suite.person();
  await ana.createAccount();
  await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  expectError(await verify(ana, 'nonsense'), 'wrong_code', 'wrong or has expired');
  expectError(await verify(suite.person(), '123456'), 'not_signed_in', 'took too long');
  const disabled = await ana.call('/api/auth/two-factor/disable', { password: 'not the password' });
  expectError(disabled, 'wrong_password');
});

test('an office in which everybody has the right code is never locked out', async () => {
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

test('turning it on and off leaves one in the account one worked in', async () => {
  const ana = suite.person();
  await ana.createAccount('First');
  const { body } = await ana.call('/api/accounts', { name: 'Second' });
  const second = body.data.account_id;
  const shown = { headers: { 'X-Leadline-Account': second } };
  await turnOn(ana);
  expect((await ana.call('/api/leads', undefined, shown)).status).toBe(200);
  const off = await ana.call('/api/auth/two-factor/disable', { password: PASSWORD });
  expect(off.status, off.text).toBe(200);
  expect((await ana.call('/api/leads', undefined, shown)).status).toBe(200);
  expect((await ana.call('/api/session')).body.data.account.account_id).toBe(second);
});
