// An account that requires two-factor sign-in from its members.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { expect, test } from 'vitest';

const suite = useAuthSuite();

async function join(owner: Person, role: string): Promise<Person> {
  const person = suite.person();
  const { body } = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  return person;
}

async function turnOnTwoFactor(
  person: Person,
): Promise<{ readonly nextCode: () => string; readonly backupCodes: readonly string[] }> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const verified = await person.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  expect(verified.status, verified.text).toBe(200);
  // Valid from now on, and different from the one that was just used.
  const nextCode = () => computeTotp(body.totpURI, Date.now() + 30_000);
  return { nextCode, backupCodes: body.backupCodes };
}

const require = (person: Person, requires_two_factor: unknown, headers = {}) =>
  person.call('/api/account/security', { requires_two_factor }, { method: 'PUT', headers });

test('an owner can only require two-factor sign-in after turning it on', async () => {
  const owner = suite.person();
  await owner.createAccount();
  expectError(await require(owner, true), 'two_factor_required', 'for yourself');
  await turnOnTwoFactor(owner);
  const { user_id } = (await owner.call('/api/session')).body.data.user;
  const expected = { requires_two_factor: true, with_two_factor: [user_id] };
  expect((await require(owner, true)).body.data).toMatchObject(expected);
  expect((await owner.call('/api/account/security')).body.data).toMatchObject(expected);
  expect((await owner.call('/api/leads')).status).toBe(200);
  const { body } = await owner.call('/api/audit');
  expect(body.data[0]).toMatchObject({ action: 'account.two_factor_changed', details: { required: true } });
});

test('members without it can only turn it on, and get access when they have', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await turnOnTwoFactor(owner);
  const member = await join(owner, 'rep');
  expect((await member.call('/api/leads')).status).toBe(200);
  await require(owner, true);
  for (const [path, body, method] of [
    ['/api/leads', undefined, 'GET'],
    ['/api/keys', undefined, 'GET'],
    ['/api/live', undefined, 'GET'],
    ['/api/views', { name: 'Mine', query: '' }, 'POST'],
    ['/api/auth/organization/list-members', undefined, 'GET'],
  ] as const) {
    expectError(await member.call(path, body, { method }), 'two_factor_required');
    const test = { method, headers: { 'X-Leadline-Mode': 'test' } };
    expectError(await member.call(path, body, test), 'two_factor_required');
  }
  expect((await member.call('/api/session')).body.data).toMatchObject({
    needs_two_factor: true,
    account: { requires_two_factor: true },
  });
  const { nextCode } = await turnOnTwoFactor(member);
  expect((await member.call('/api/leads')).status).toBe(200);
  expect((await member.call('/api/session')).body.data.needs_two_factor).toBe(false);
  // Turning it off again locks them out.
  await member.call('/api/auth/two-factor/disable', { password: PASSWORD, code: nextCode() });
  expectError(await member.call('/api/leads'), 'two_factor_required');
});

test('API keys and other accounts of the member are not affected', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await turnOnTwoFactor(owner);
  const member = await join(owner, 'owner');
  const { body: created } = await member.call('/api/keys', { name: 'Website' });
  await require(owner, true);
  const key = { key: created.data.key };
  expect((await suite.person().call('/api/leads', undefined, key)).status).toBe(200);
  expectError(await member.call('/api/leads'), 'two_factor_required');
  await member.call('/api/accounts', { name: 'Own' });
  expect((await member.call('/api/leads')).status).toBe(200);
});

test('only owners can change the setting, from our own pages, by session', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await turnOnTwoFactor(owner);
  const rep = await join(owner, 'rep');
  await turnOnTwoFactor(rep);
  expectError(await require(rep, true), 'role_required');
  expectError(await rep.call('/api/account/security'), 'role_required');
  expectError(await require(owner, true, { 'sec-fetch-site': 'cross-site' }), 'cross_site_request');
  expectError(await require(owner, 'yes'), 'invalid_input');
  const { body } = await owner.call('/api/keys', { name: 'Website' });
  const byKey = { method: 'PUT', key: body.data.key };
  const answer = await suite.person().call('/api/account/security', { requires_two_factor: true }, byKey);
  expectError(answer, 'not_signed_in');
  expect((await owner.call('/api/account/security')).body.data.requires_two_factor).toBe(false);
});

test('an owner can stop requiring it', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await turnOnTwoFactor(owner);
  const member = await join(owner, 'viewer');
  await require(owner, true);
  await require(owner, false);
  expect((await member.call('/api/leads')).status).toBe(200);
});

test('a session opened with a password alone, before two-factor was turned on, has to give the second factor', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const intruder = new Person(() => suite.api.url, owner.email);
  await intruder.signIn();
  await intruder.call('/api/session');
  expect((await intruder.call('/api/leads')).status).toBe(200);
  const { nextCode } = await turnOnTwoFactor(owner);
  await require(owner, true);
  expect((await owner.call('/api/leads')).status).toBe(200);

  expectError(await intruder.call('/api/leads'), 'two_factor_required', 'code');
  expectError(await require(intruder, false), 'two_factor_required');
  const { data } = (await intruder.call('/api/session')).body;
  expect(data).toMatchObject({ needs_two_factor: true, user: { has_two_factor: true } });
  // With the password, they still can't replace the second factor or get around it.
  for (const path of ['enable', 'disable', 'generate-backup-codes'])
    expect((await intruder.call(`/api/auth/two-factor/${path}`, { password: PASSWORD })).status).not.toBe(
      200,
    );
  expectError(await intruder.call('/api/account/export', { password: PASSWORD }), 'two_factor_required');
  expectError(await intruder.call('/api/user/deletion', { password: PASSWORD }), 'two_factor_required');
  await intruder.call('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: PASSWORD,
    revokeOtherSessions: false,
  });
  expectError(await intruder.call('/api/leads'), 'two_factor_required');

  // The owner, at the same browser, can.
  expect((await intruder.call('/api/auth/two-factor/verify-totp', { code: nextCode() })).status).toBe(200);
  expect((await intruder.call('/api/leads')).status).toBe(200);
  expect((await intruder.call('/api/session')).body.data.needs_two_factor).toBe(false);
});

test('backup codes of a second factor that was never confirmed are not a second factor', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await turnOnTwoFactor(owner);
  const member = await join(owner, 'rep');
  await require(owner, true);
  const { body } = await member.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const code = body.backupCodes[0];
  expectError(await member.call('/api/auth/two-factor/verify-backup-code', { code }), 'invalid_input');
  expectError(await member.call('/api/leads'), 'two_factor_required');
});

test('a session that gave its second factor keeps it when the password changes', async () => {
  const owner = suite.person();
  await owner.createAccount();
  await turnOnTwoFactor(owner);
  await require(owner, true);
  const newPassword = 'another horse battery';
  const changed = await owner.call('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword,
    revokeOtherSessions: true,
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await owner.call('/api/leads')).status).toBe(200);
});
