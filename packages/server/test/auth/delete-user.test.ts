// Deleting a user removes everything about them; accounts they worked in keep their data.

import { PASSWORD, type Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { readDatabase } from '@leadline/testkit/database/read-database';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../src/platform/db/pool.ts';

const suite = useAuthSuite({ inOneCell: true });
/** The directory and, if it is another database, the cell of all accounts. */
let pools: pg.Pool[];
beforeAll(() => {
  pools = [...new Set([suite.databaseUrl, suite.accountUrl])].map((url) => openPool(url, { size: 1 }));
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));
// The tests send more invitations than the limit allows.
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const deleteUser = (person: Person, password = PASSWORD) => person.call('/api/user/deletion', { password });

async function join(by: Person, person: Person, role: string): Promise<void> {
  const { body } = await by.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  const joined = await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  expect(joined.status, joined.text).toBe(200);
}

const idOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.user.user_id.slice('user_'.length);

/** Tables with the user's ID or email, whatever the column. */
async function findTraces(...words: readonly string[]): Promise<string[]> {
  const rows = (await Promise.all(pools.map(readDatabase))).flat();
  const found = rows.filter(({ text }) =>
    words.some((word) => text.includes(word) || text.replaceAll('-', '').includes(word)),
  );
  return [...new Set(found.map(({ table }) => table))].toSorted();
}

test('needs the password', async () => {
  const ana = suite.person();
  await ana.signUp();
  expectError(await deleteUser(ana, 'not the password'), 'wrong_password');
  expectError(await ana.call('/api/user/deletion', {}), 'wrong_password');
  expect((await ana.call('/api/session')).body.data.user).not.toBeNull();
});

test('someone who is not signed in, or whose request comes from another site, deletes nothing', async () => {
  const ana = suite.person();
  await ana.signUp();
  expectError(await deleteUser(suite.person()), 'not_signed_in');
  const foreign = await ana.call(
    '/api/user/deletion',
    { password: PASSWORD },
    { headers: { 'sec-fetch-site': 'cross-site' } },
  );
  expectError(foreign, 'cross_site_request');
  expect((await ana.call('/api/session')).body.data.user).not.toBeNull();
});

test('guessing the password is limited', async () => {
  const ana = suite.person();
  await ana.signUp();
  for (let guess = 0; guess < 10; guess++)
    expectError(await deleteUser(ana, `guess number ${guess}`), 'wrong_password');
  expectError(await deleteUser(ana), 'too_many_attempts');
});

test('the only owner of an account must hand it over or delete it first', async () => {
  const ana = suite.person();
  await ana.createAccount('Acme');
  expectError(await deleteUser(ana), 'last_owner', 'the only owner of “Acme”');
  const bo = suite.person();
  await join(ana, bo, 'owner');
  expect((await deleteUser(ana)).status).toBe(200);
  expect((await bo.call('/api/session')).body.data.account).toMatchObject({ name: 'Acme', role: 'owner' });
});

test('the only owner can go once the account is waiting to be deleted', async () => {
  const ana = suite.person();
  await ana.createAccount('Acme');
  const requested = await ana.call('/api/account/deletion', { name: 'Acme', password: PASSWORD });
  expect(requested.status).toBe(200);
  expect((await deleteUser(ana)).status).toBe(200);
});

test('if two owners delete themselves at the same time, one stays', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const bo = suite.person();
  await join(ana, bo, 'owner');
  const answers = await Promise.all([deleteUser(ana), deleteUser(bo)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('removes every trace of the user but their ID in what others keep', async () => {
  const owner = suite.person();
  const ana = suite.person();
  await ana.createAccount('Acme');
  await join(ana, owner, 'owner');
  // Everything that is stored about a user: a second session, a second factor, a reset link, invitations both ways.
  await ana.signIn();
  await ana.call('/api/session'); // chooses the account
  const enabled = await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  expect(enabled.status, enabled.text).toBe(200);
  await suite.person().call('/api/auth/request-password-reset', { email: ana.email });
  const guest = suite.person();
  await ana.call('/api/auth/organization/invite-member', { email: guest.email, role: 'viewer' });
  const other = suite.person();
  await other.createAccount('Other');
  await other.call('/api/auth/organization/invite-member', { email: ana.email, role: 'viewer' });
  const { body: key } = await ana.call('/api/keys', { name: 'Website' });
  const { body: lead } = await suite.person().call('/api/webhook.php', makeLead(), { key: key.data.key });
  await ana.call(`/api/leads/${lead.lead_id}/outcome`, { outcome: 'won' });

  const id = await idOf(ana);
  const traces = await findTraces(id, ana.email);
  for (const table of [
    'users',
    'credentials',
    'sessions',
    'members',
    'invitations',
    'two_factors',
    'accounts',
  ])
    expect(traces).toContain(`leadline.${table}`);
  expect(traces).toContain('leadline.verifications');

  expect((await deleteUser(ana)).status).toBe(200);
  expect(await findTraces(ana.email)).toEqual([]);
  expect(await findTraces(id)).toEqual([
    'leadline.activities',
    'leadline.audit_log',
    expect.stringMatching(/^leadline\.leads_/), // the assignee of a closed lead
    'leadline.outcomes',
  ]);
  expect((await ana.call('/api/session')).body.data.user).toBeNull();
  expectError(await ana.signIn(), 'wrong_credentials');
  expect(await findTraces(guest.email)).toEqual([]);
  // Others see that someone did it, and the lead is still there.
  expect((await owner.call('/api/audit')).text).toContain(`user_${id}`);
  expect((await owner.call(`/api/leads/${lead.lead_id}`)).body.data.outcome).toBe('won');
  // The email is free again.
  expect((await ana.signUp()).status).toBe(200);
});
