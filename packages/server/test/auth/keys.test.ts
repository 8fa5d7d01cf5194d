// The key limit, rotation, and which keys are shown again.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { beforeEach, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { addMember } from '../../src/operations/commands/add-member.ts';
import { readId } from '../../src/platform/base/ids.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';

const suite = useAuthSuite();

let ana: Person;
let accountId: string;
beforeEach(async () => {
  ana = suite.person();
  accountId = readId('acct', await ana.createAccount()) ?? '';
});

const make = (mode = 'live') => ana.call('/api/keys', { name: 'Website', mode });
const rotate = (keyId: string, graceHours: number) =>
  ana.call(`/api/keys/${keyId}/rotate`, { grace_hours: graceHours });
const countKeys = async (): Promise<number> => (await ana.call('/api/keys')).body.data.length;

/** As the operator, who has no limit. */
async function fillUpTo(keys: number): Promise<void> {
  for (let count = await countKeys(); count < keys; count++)
    await createKey(suite.owner, asOperator(accountId), 'live', 'Filling');
}

test('an account can have 100 keys, live and test, even when many are created at once', async () => {
  await fillUpTo(97);
  const answers = await Promise.all(['live', 'test', 'live', 'test', 'live', 'test', 'live'].map(make));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409]);
  expect(await countKeys()).toBe(100);
  expectError(await make(), 'limit_reached', '100 keys');
});

test('at the key limit, a key can only be rotated without a grace period', async () => {
  const { key_id } = (await make()).body.data;
  await fillUpTo(100);
  expectError(await rotate(key_id, 24), 'limit_reached', '100 keys');
  expect(await rotate(key_id, 0)).toMatchObject({ status: 200 });
  expect(await countKeys()).toBe(100);
});

test('a key can be rotated once, even by simultaneous requests; then its successor can', async () => {
  const { key_id } = (await make()).body.data;
  const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(key_id, 24)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expectError(await rotate(key_id, 0), 'conflict', 'already being replaced');
  const [former] = (await ana.call('/api/keys')).body.data;
  expect(Date.parse(former.expires_at)).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);
  const successor = answers.find(({ status }) => status === 200)?.body.data.key_id;
  expect(await rotate(successor, 24)).toMatchObject({ status: 200 });
  expect(await countKeys()).toBe(3);
  expect(await ana.call(`/api/keys/${key_id}`, undefined, { method: 'DELETE' })).toMatchObject({
    status: 200,
  });
});

test('an intake key is shown again to owners, also after a rotation; no other key ever is', async () => {
  const shown = async (person = ana): Promise<Record<string, string | null>> => {
    const { status, body, text } = await person.call('/api/keys');
    expect(status, text).toBe(200);
    return Object.fromEntries(
      body.data.map((key: { key_id: string; key: string | null }) => [key.key_id, key.key]),
    );
  };
  const create = async (scope: string) =>
    (await ana.call('/api/keys', { name: 'Form', scope })).body.data as { key_id: string; key: string };
  const [intake, api, send] = [await create('intake'), await create('api'), await create('send')];
  const rotated = (await rotate(intake.key_id, 1)).body.data;
  expect(await shown()).toEqual({
    [intake.key_id]: intake.key,
    [rotated.key_id]: rotated.key,
    [api.key_id]: null,
    [send.key_id]: null,
  });
  const rep = suite.person();
  const { password } = await addMember(suite.owner, accountId, rep.email, 'rep');
  expect(await rep.signIn(password ?? '')).toMatchObject({ status: 200 });
  await rep.call('/api/session'); // chooses the account
  expect(Object.values(await shown(rep))).toEqual([null, null, null, null]);
  // As before intake keys were kept, and as the command line does without SECRET_KEY.
  const { keyId } = await createKey(suite.owner, asOperator(accountId), 'live', 'Old form', 'intake');
  expect((await shown())[`key_${keyId}`]).toBeNull();
});
