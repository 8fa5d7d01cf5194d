// The sites of an account: who may change them, and what counts as one.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { beforeAll, expect, test } from 'vitest';
import { exportAccount } from '../support/export-account.ts';

const suite = useAuthSuite();
const PATH = '/api/account/origins';
let owner: Person;
beforeAll(async () => {
  owner = suite.person();
  await owner.createAccount();
});

const put = (origins: unknown, person = owner, headers = {}) =>
  person.call(PATH, { origins }, { method: 'PUT', headers });
const get = async (person = owner, headers = {}): Promise<string[]> =>
  (await person.call(PATH, undefined, { headers })).body.data.origins;

test('an account has none at first', async () => {
  const person = suite.person();
  await person.createAccount('New');
  expect(await get(person)).toEqual([]);
});

test('origins are stored the way browsers send them, each once', async () => {
  const sent = [
    'https://www.acme.example/',
    ' HTTPS://WWW.ACME.EXAMPLE:443 ',
    'https://müller.example:8443',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:5173',
  ];
  const stored = [
    'https://www.acme.example',
    'https://xn--mller-kva.example:8443',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:5173',
  ];
  expect((await put(sent)).body).toEqual({ success: true, data: { origins: stored } });
  expect(await get()).toEqual(stored);
  // The test account has the same sites.
  expect(await get(owner, { 'X-Leadline-Mode': 'test' })).toEqual(stored);
  const { body } = await owner.call('/api/audit');
  expect(body.data[0]).toMatchObject({ action: 'account.origins_changed', details: { origins: stored } });
  const exported = await exportAccount(owner);
  expect(exported.text).toContain('"allowed_origins":["https://www.acme.example"');
});

test.each([
  'http://www.acme.example',
  'www.acme.example',
  'https://',
  'https://www.acme.example/path',
  'https://www.acme.example?a',
  'https://www.acme.example#a',
  'https://user@www.acme.example',
  'https://user:pass@www.acme.example',
  'https://*.acme.example',
  'https:\\\\www.acme.example',
  'https:www.acme.example',
  '//www.acme.example',
  'https://www acme.example',
  'https://a.example https://b.example',
  'https://www.acme.example:99999',
  'ftp://www.acme.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'null',
  '*',
  'http://localhost.evil.example',
])('%s is not accepted', async (origin) => {
  await put(['https://www.acme.example']);
  expectError(await put(['https://fine.example', origin]), 'invalid_input', 'origins.1');
  expect(await get()).toEqual(['https://www.acme.example']);
});

test('an account can have 20, and the body can be nothing else', async () => {
  const many = Array.from({ length: 20 }, (_, index) => `https://s${index}.example`);
  expect((await put(many)).status).toBe(200);
  expectError(await put([...many, 'https://more.example']), 'invalid_input', 'origins');
  for (const wrong of ['https://a.example', [1], null, [''], [`https://${'a'.repeat(300)}.example`]])
    expectError(await put(wrong), 'invalid_input', 'origins');
  expect((await put([])).body.data.origins).toEqual([]);
});

test('another account, a rep and a key can neither see nor change them', async () => {
  await put(['https://www.acme.example']);
  const eve = suite.person();
  const evesAccount = await eve.createAccount('Evil');
  expect(await get(eve)).toEqual([]);
  await put(['https://evil.example'], eve);
  expect(await get()).toEqual(['https://www.acme.example']);
  const rep = suite.person();
  const { body } = await owner.call('/api/auth/organization/invite-member', {
    email: rep.email,
    role: 'rep',
  });
  await rep.signUp();
  await rep.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  expectError(await rep.call(PATH), 'role_required');
  expectError(await put([], rep), 'role_required');
  const { body: created } = await owner.call('/api/keys', { name: 'Server' });
  const byKey = await suite.person().call(PATH, { origins: [] }, { method: 'PUT', key: created.data.key });
  expect(byKey.status).toBe(401);
  expect(evesAccount).toMatch(/^acct_/);
  expect(await get()).toEqual(['https://www.acme.example']);
});

test('a change reaches the forms of the account within seconds', async () => {
  const { body } = await owner.call('/api/keys', { name: 'Form', scope: 'intake' });
  const origin = 'https://shop.acme.example';
  const canReadScore = async (): Promise<boolean> => {
    const response = await fetch(`${suite.api.url}/api/intake/${body.data.key}`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: '{"email":"ana@acme.com"}',
    });
    return 'data' in ((await response.json()) as object);
  };
  await put(['https://www.acme.example']);
  await expect.poll(canReadScore, { timeout: 10_000 }).toBe(false);
  await put([origin]);
  await expect.poll(canReadScore, { timeout: 10_000 }).toBe(true);
  await put(['https://www.acme.example']);
  await expect.poll(canReadScore, { timeout: 10_000 }).toBe(false);
  await put([]);
  await expect.poll(canReadScore, { timeout: 10_000 }).toBe(true);
});
