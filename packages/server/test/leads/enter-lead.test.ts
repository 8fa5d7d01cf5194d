// Leads that a signed-in person enters by hand.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { expect, test } from 'vitest';

const suite = useAuthSuite();

async function newOwner(company?: string): Promise<{ person: Person; accountId: string }> {
  const person = suite.person();
  return { person, accountId: await person.createAccount(company) };
}

const enter = (person: Person, lead: object, headers: Record<string, string> = {}) =>
  person.call('/api/leads', lead, { headers });

test('a lead entered by hand is scored, stored and counted toward the plan', async () => {
  const { person } = await newOwner();
  const entered = await enter(person, makeLead({ source: 'Entered by hand' }));
  expect(entered, entered.text).toMatchObject({ status: 200, body: { success: true } });
  const { body } = await person.call(`/api/leads/${entered.body.lead_id}`);
  expect(body.data).toMatchObject({ lead: { source: 'Entered by hand' }, status: 'new' });
  expect((await person.call('/api/usage')).body.data.used).toBe(1);
});

test('the same lead sent twice in a row is stored once', async () => {
  const { person } = await newOwner();
  const lead = makeLead();
  const [first, second] = [await enter(person, lead), await enter(person, lead)];
  expect(second.body.lead_id).toBe(first.body.lead_id);
  expect((await person.call('/api/leads')).body.data).toHaveLength(1);
});

test('a lead without an email or phone number is rejected', async () => {
  const { person } = await newOwner();
  expectError(await enter(person, { name: 'Ana Lopez' }), 'missing_contact');
});

test('a lead beyond the plan is rejected', async () => {
  const { person, accountId } = await newOwner();
  await suite.owner
    .insertInto('plans')
    .values({
      name: 'one-lead',
      monthly_leads: 1,
      requests_per_minute: 1_000,
      account_requests_per_minute: 1_000,
      storage_bytes: null,
      test_leads: null,
    })
    .execute();
  await suite.owner
    .updateTable('accounts')
    .set({ plan: 'one-lead' })
    .where('id', '=', accountId.slice('acct_'.length))
    .execute();
  expect((await enter(person, makeLead({ email: 'one@acme.com' }))).status).toBe(200);
  const refused = await enter(person, makeLead({ email: 'two@acme.com' }));
  expectError(refused, 'plan_limit_reached');
  expect((await person.call('/api/leads')).body.data).toHaveLength(1);
});

test('only people of the account see the lead', async () => {
  const { person } = await newOwner();
  const { person: stranger } = await newOwner('Other');
  const { lead_id: leadId } = (await enter(person, makeLead())).body;
  expect((await stranger.call(`/api/leads/${leadId}`)).status).toBe(404);
  expect((await stranger.call('/api/leads')).body.data).toEqual([]);
});

test('needs a session: neither an API key nor a page of another site can enter leads', async () => {
  const { person } = await newOwner();
  const { body } = await person.call('/api/keys', { name: 'Website' });
  const byKey = await call(suite.api.url, '/api/leads', makeLead(), {
    key: body.data.key,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expectError(byKey, 'not_signed_in');
  const fromElsewhere = await enter(person, makeLead(), { 'sec-fetch-site': 'cross-site' });
  expect(fromElsewhere.status).toBe(403);
  expect((await person.call('/api/leads')).body.data).toEqual([]);
});

test('a window that shows another account adds nothing to this one', async () => {
  const { person } = await newOwner();
  const { accountId: otherId } = await newOwner('Other');
  expectError(await enter(person, makeLead(), { 'X-Leadline-Account': otherId }), 'account_switched');
});
