// What requests of somebody signed in work for, and what of them is kept.

import { expect, test } from 'vitest';
import { makeLead } from '../support/api.ts';
import { useAuthSuite } from './suite.ts';

const suite = useAuthSuite();

test('a window that shows another account does nothing in this one', async () => {
  const ana = suite.person();
  const first = await ana.settle('First');
  const { body } = await ana.call('/api/accounts', { name: 'Second' });
  const inWindow = (account: string) => ({ headers: { 'X-Leadline-Account': account } });
  const stale = await ana.call('/api/keys', { name: 'Website' }, inWindow(first));
  expect(stale.status).toBe(409);
  expect(stale.body.error).toMatch(/^conflict: another account was chosen/);
  expect((await ana.call('/api/keys', { name: 'Website' }, inWindow(body.data.account_id))).status).toBe(200);
});

test('what a session shows is kept by no cache', async () => {
  const ana = suite.person();
  await ana.settle();
  const { headers } = await ana.call('/api/leads');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a person is erased among test leads, too', async () => {
  const ana = suite.person();
  await ana.settle();
  const test = { headers: { 'X-Leadline-Mode': 'test' } };
  await ana.call('/api/test-lead', makeLead({ email: 'cy@acme.com' }), test);
  const found = await ana.call('/api/people?email=cy@acme.com');
  expect(found.body.data.leads).toHaveLength(1);
  const erased = await ana.call('/api/people/erase', { email: 'cy@acme.com' });
  expect(erased.body.data.leads).toBe(1);
  expect((await ana.call('/api/leads', undefined, test)).body.data).toEqual([]);
});

test('keys are the account’s, also for who looks at test leads', async () => {
  const ana = suite.person();
  await ana.settle();
  const test = { headers: { 'X-Leadline-Mode': 'test' } };
  const made = await ana.call('/api/keys', { name: 'Website' }, test);
  expect(made.body.data.key).toMatch(/^ll_live_/);
  expect((await ana.call('/api/keys', undefined, test)).body.data).toHaveLength(1);
});
