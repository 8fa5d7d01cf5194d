// Who takes over the account that a fresh installation begins with.

import { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { expect, test } from 'vitest';
import { createFirstAccount } from '../../src/operator/create-first-account.ts';

const suite = useAuthSuite({ signUp: 'closed' });

test('nobody does once it has been there for a while', async () => {
  const made = await createFirstAccount(suite.owner);
  const stranger = suite.person();
  const age = (minutes: number) =>
    suite.owner
      .updateTable('accounts')
      .set({ created_at: new Date(Date.now() - minutes * 60_000) })
      .execute();
  await age(61);
  const other = await stranger.createAccount('Stranger');
  expect(other).not.toBe(`acct_${made?.accountId}`);
  await suite.owner.deleteFrom('members').execute();
  await age(59);
  const { body } = await stranger.call('/api/accounts', { name: 'Ours' });
  expect(body.data.account_id).toBe(`acct_${made?.accountId}`);
});

test('a closed installation opens no further account', async () => {
  await suite.owner.deleteFrom('users').execute();
  const first = suite.person();
  await first.createAccount();
  await suite.owner.deleteFrom('members').execute();
  const { body } = await first.call('/api/accounts', { name: 'Again' });
  expect(body.success).toBe(true);
  expect((await first.call('/api/accounts', { name: 'More' })).status).toBe(403);
});

test('of several who come first at once, one opens the account', async () => {
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
