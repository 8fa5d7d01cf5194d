// Claiming the account that a new installation starts with.

import { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { expect, test } from 'vitest';
import { createFirstAccount } from '../../src/operator/create-first-account.ts';

const suite = useAuthSuite({ signUp: 'closed' });

test('the first account can no longer be claimed after an hour', async () => {
  const account = await createFirstAccount(suite.owner);
  const stranger = suite.person();
  const age = (minutes: number) =>
    suite.owner
      .updateTable('accounts')
      .set({ created_at: new Date(Date.now() - minutes * 60_000) })
      .execute();
  await age(61);
  const other = await stranger.createAccount('Stranger');
  expect(other).not.toBe(`acct_${account?.accountId}`);
  await suite.owner.deleteFrom('members').execute();
  await age(59);
  const { body } = await stranger.call('/api/accounts', { name: 'Ours' });
  expect(body.data.account_id).toBe(`acct_${account?.accountId}`);
});

test('a closed installation does not allow a second account', async () => {
  await suite.owner.deleteFrom('users').execute();
  const first = suite.person();
  await first.createAccount();
  await suite.owner.deleteFrom('members').execute();
  const { body } = await first.call('/api/accounts', { name: 'Again' });
  expect(body.success).toBe(true);
  expect((await first.call('/api/accounts', { name: 'More' })).status).toBe(403);
});

test('only one of several simultaneous first users can create an account on a closed installation', async () => {
  const databaseUrl = await cloneDatabase();
  const api = await startTestApi(databaseUrl, { signUp: 'closed' });
  const people = Array.from(
    { length: 4 },
    (_, index) => new Person(() => api.url, `first${index}@example.org`),
  );
  await Promise.all(people.map((person) => person.signUp()));
  const opened = await Promise.all(people.map((person) => person.call('/api/accounts', { name: 'Acme' })));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  await api.stop();
});
