// Setting up a new installation: only with the token that its operator sees.

import { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { beforeEach, expect, test } from 'vitest';
import { createSetupToken } from '../../src/accounts/lifecycle/setup-token.ts';
import { createFirstAccount } from '../../src/operations/commands/create-first-account.ts';

const suite = useAuthSuite({ signUp: 'closed', isEmpty: true });

beforeEach(async () => {
  await suite.owner.deleteFrom('users').execute();
  await suite.owner.deleteFrom('setup_tokens').execute();
});

const createToken = async (): Promise<string> => (await createSetupToken(suite.owner)) ?? '';

test('a stranger who finds a new installation first cannot take it over', async () => {
  const stranger = suite.person();
  expect((await stranger.call('/api/session')).body.data).toMatchObject({ user: null, sign_up: 'first' });
  const token = await createToken();
  for (const guess of [undefined, '', 'guess', token.slice(1), `${token}x`])
    expectError(await stranger.signUp(guess), 'invalid_setup_token', 'leadline setup-token');
  expect((await stranger.call('/api/session')).body.data).toMatchObject({ user: null, sign_up: 'first' });
});

test('the setup link signs up the first person, who takes over the first account and its keys', async () => {
  const account = await createFirstAccount(suite.owner);
  const link = new URL((await suite.api.createSetupLink()) ?? '');
  expect(link.origin + link.pathname).toBe(`${suite.api.url}/sign-up`);
  const token = new URLSearchParams(link.hash.slice(1)).get('setup') ?? '';
  const owner = suite.person();
  const signedUp = await owner.signUp(token);
  expect(signedUp.status, signedUp.text).toBe(200);
  const { body } = await owner.call('/api/accounts', { name: 'Acme' });
  expect(body.data.account_id).toBe(`acct_${account?.accountId}`);
  expectError(await suite.person().signUp(token), 'sign_up_closed');
  expect(await suite.api.createSetupLink(), 'no link once somebody has signed up').toBeNull();
  await suite.owner.deleteFrom('members').execute();
});

test('a setup token works on every API process, and expires after a day', async () => {
  const [first, second] = [await createToken(), await createToken()];
  const hashes = await suite.owner.selectFrom('setup_tokens').select('hash').execute();
  expect(JSON.stringify(hashes)).not.toContain(first);
  const past = new Date(Date.now() - 1_000);
  await suite.owner.updateTable('setup_tokens').set({ expires_at: past }).execute();
  const owner = suite.person();
  expectError(await owner.signUp(first), 'invalid_setup_token');
  const third = await createToken();
  expect(await suite.owner.selectFrom('setup_tokens').select('hash').execute()).toHaveLength(1);
  const other = await startTestApi(suite.databaseUrl, { signUp: 'closed' });
  const there = new Person(() => other.url, owner.email);
  expectError(await there.signUp(second), 'invalid_setup_token');
  expect((await there.signUp(third)).status).toBe(200);
  await other.stop();
});

test('with open sign-up, nobody else can claim the first account before the person with the token does', async () => {
  const databaseUrl = await cloneDatabase();
  const db = openOwner(databaseUrl);
  const account = await createFirstAccount(db);
  const api = await startTestApi(databaseUrl, { signUp: 'open' });
  const token = await createSetupToken(db);
  const [owner, stranger] = ['a', 'b'].map((name) => new Person(() => api.url, `${name}@example.org`)) as [
    Person,
    Person,
  ];
  expectError(await stranger.signUp(), 'invalid_setup_token');
  expect((await owner.signUp(token ?? '')).status).toBe(200);
  const theirs = await stranger.createAccount('Stranger');
  expect(theirs).not.toBe(`acct_${account?.accountId}`);
  await db.deleteFrom('members').execute();
  const { body } = await owner.call('/api/accounts', { name: 'Acme' });
  expect(body.data.account_id).toBe(`acct_${account?.accountId}`);
  await api.stop();
  await db.destroy();
});

test('a rejected sign-up does not use up the token', async () => {
  const token = await createToken();
  const owner = suite.person();
  const short = { name: 'Ana', email: owner.email, password: 'short', setupToken: token };
  expectError(await owner.call('/api/auth/sign-up/email', short), 'invalid_input', 'too short');
  expect((await owner.signUp(token)).status).toBe(200);
});

test('a closed installation does not allow a second account', async () => {
  const first = suite.person();
  await first.signUp(await createToken());
  await first.call('/api/accounts', { name: 'Acme' });
  await suite.owner.deleteFrom('members').execute();
  const { body } = await first.call('/api/accounts', { name: 'Again' });
  expect(body.success).toBe(true);
  expectError(await first.call('/api/accounts', { name: 'More' }), 'sign_up_closed');
  await suite.owner.deleteFrom('members').execute();
});

test('of several people who use the setup link at once, only one gets an account', async () => {
  const token = await createToken();
  const people = Array.from({ length: 4 }, () => suite.person());
  await Promise.all(people.map((person) => person.signUp(token)));
  const opened = await Promise.all(people.map((person) => person.call('/api/accounts', { name: 'Acme' })));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
});
