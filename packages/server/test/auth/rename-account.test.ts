// Owners can rename their account.

import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { expect, test } from 'vitest';

const suite = useAuthSuite();

test('an owner renames the account, and the audit log says so', async () => {
  const [owner, stranger] = [suite.person(), suite.person()];
  await owner.createAccount('Acme');
  await stranger.createAccount('Other');
  const rename = (name: string) => owner.call('/api/account/name', { name }, { method: 'PUT' });
  expect((await rename('  Acme & Sons ')).body.data).toEqual({ name: 'Acme & Sons' });
  await rename('Acme & Sons');
  expect((await owner.call('/api/session')).body.data.account.name).toBe('Acme & Sons');
  expect((await stranger.call('/api/session')).body.data.account.name).toBe('Other');
  const { body } = await owner.call('/api/audit');
  const actions = body.data.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'account.renamed')).toHaveLength(2); // the first one named it
});

test('a name that could mislead the reader of an invitation is rejected', async () => {
  const owner = suite.person();
  await owner.createAccount('Acme');
  for (const name of ['  ', 'acme.example.com', 'Acme\u202egpj', 'Ac\nme'])
    expectError(await owner.call('/api/account/name', { name }, { method: 'PUT' }), 'invalid_name');
  expect((await owner.call('/api/session')).body.data.account.name).toBe('Acme');
});
