// GET /api/account/setup: what has happened in an account so far.

import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { expect, test } from 'vitest';

const suite = useAuthSuite({ signUpPlan: 'unlimited' });

test('the steps of setting up are done once their traces are in the account', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const setup = async () => (await owner.call('/api/account/setup')).body.data;
  const done = {
    is_connected: false,
    has_leads: false,
    has_team: false,
    has_alerts: false,
    has_outcomes: false,
  };
  expect(await setup()).toEqual(done);

  await owner.call('/api/leads', makeLead());
  Object.assign(done, { has_leads: true });
  expect(await setup(), 'a lead entered by hand connects nothing').toEqual(done);

  const { key } = (await owner.call('/api/keys', { name: 'Website' })).body.data;
  expect(await setup(), 'a key that was never used connects nothing').toEqual(done);
  const { lead_id } = (await call(suite.api.url, '/api/webhook.php', makeLead(), { key })).body;
  Object.assign(done, { is_connected: true, has_leads: true });
  await expect.poll(setup, { timeout: 10_000 }).toEqual(done);

  await owner.call(`/api/leads/${lead_id}/outcome`, { outcome: 'won' });
  await owner.call('/api/webhooks', { url: 'http://127.0.0.1:9/hook' });
  Object.assign(done, { has_outcomes: true, has_alerts: true });
  expect(await setup()).toEqual(done);

  const other = suite.person();
  await other.createAccount('Initech');
  expect((await other.call('/api/account/setup')).body.data.has_leads, 'of another account').toBe(false);
});
