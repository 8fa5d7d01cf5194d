// The typical deal of the account profile is part of the settings.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { beforeEach, expect, test } from 'vitest';

const suite = useAuthSuite();
let owner: Person;
beforeEach(async () => {
  owner = suite.person();
  await owner.createAccount();
});

async function saveProfile(changes: object): Promise<void> {
  const { body } = await owner.call('/api/account/profile');
  const answer = await owner.call('/api/account/profile', { ...body.data, ...changes }, { method: 'PUT' });
  expect(answer.status).toBe(200);
}
const read = async () => (await owner.call('/api/settings')).body.data;

test('a changed typical deal is a new version', async () => {
  await saveProfile({ typical_deal: 20_000, currency: 'EUR' });
  expect(await read()).toMatchObject({
    live: { version: 1, changes: {}, settings: { typicalDeal: { amount: 20_000, currency: 'EUR' } } },
    typical_deal: { amount: 20_000, currency: 'EUR', from: 'profile' },
  });
  const { body } = await owner.call('/api/settings/versions');
  expect(body.data[0]).toMatchObject({
    note: 'Typical deal changed in the account profile',
    by: expect.stringMatching(/^user_/),
  });
});

test('other changes of the profile publish nothing', async () => {
  await saveProfile({ typical_deal: 20_000 });
  await saveProfile({ opens_at: '07:00' });
  expect((await read()).live.version).toBe(1);
});

test('a currency without a typical deal changes nothing', async () => {
  await saveProfile({ currency: 'EUR' });
  expect((await read()).live.version).toBe(0);
});

test('a typical deal in the settings takes precedence', async () => {
  const changes = { typicalDeal: { amount: 300, currency: 'INR' } };
  await owner.call('/api/settings/publish', { version: 0, changes });
  await saveProfile({ typical_deal: 20_000 });
  expect(await read()).toMatchObject({
    live: { version: 1 },
    typical_deal: { amount: 300, currency: 'INR', from: 'settings' },
  });
});

test('rolling back keeps the typical deal of the profile', async () => {
  await owner.call('/api/settings/publish', { version: 0, changes: { grades: { hot: 75 } } });
  await saveProfile({ typical_deal: 20_000 });
  await owner.call('/api/settings/rollback', { version: 2, to: 0 });
  expect(await read()).toMatchObject({
    live: { version: 3, changes: {} },
    typical_deal: { amount: 20_000, from: 'profile' },
  });
});
