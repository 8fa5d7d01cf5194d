// Correcting how to reach the person behind a lead: what it was stays known, and scores can still be replayed.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { indexAllLeads } from '../support/index-all-leads.ts';

const suite = useApi({ inOneCell: true });
let caller: Caller;
let accountId: string;
beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  accountId = account.accountId;
  caller = callAs(suite, account);
});

const correct = (leadId: string, body: object) =>
  caller(`/api/leads/${leadId}/contact`, body, { method: 'PATCH' });
const read = async (leadId: string) => (await caller(`/api/leads/${leadId}`)).body.data;
const replay = async (leadId: string) => (await caller(`/api/leads/${leadId}/replay`, {})).body.data;
const store = (lead: object): Promise<string> =>
  storeLead(caller, {
    name: 'Ana Lopes',
    email: newEmail(),
    phone: '',
    message: 'Please send a quote',
    ...lead,
  });

test('a correction without a new score keeps the score, which can still be replayed', async () => {
  const leadId = await store({});
  const before = await read(leadId);
  const answer = await correct(leadId, {
    name: 'Ana Lopez',
    phone: '+44 20 7946 0123',
    company: 'Acme',
    rescore: false,
    revision: before.revision,
  });
  expect(answer.status, answer.text).toBe(200);
  const after = await read(leadId);
  expect(after).toMatchObject({
    lead: { name: 'Ana Lopez', phone: '+44 20 7946 0123', custom_fields: { Company: 'Acme' } },
    company: 'Acme',
    result: before.result,
    revision: before.revision + 1,
  });
  expect(after.timeline.at(-1)).toMatchObject({
    event: 'corrected',
    corrections: [
      { field: 'name', from: 'Ana Lopes', to: 'Ana Lopez' },
      { field: 'phone', from: '', to: '+44 20 7946 0123' },
      { field: 'company', from: '', to: 'Acme', question: 'Company' },
    ],
  });
  expect(await replay(leadId)).toMatchObject({ identical: true });
});

test('a correction with a new score says so in the timeline, and that score can be replayed', async () => {
  const leadId = await store({ email: 'ana@mailinator.com' });
  const before = await read(leadId);
  await correct(leadId, { email: 'ana@acme.com', rescore: true });
  const after = await read(leadId);
  expect(after.result.score).toBeGreaterThan(before.result.score);
  expect(after.timeline.slice(-2)).toMatchObject([
    { event: 'corrected', corrections: [{ field: 'email', from: 'ana@mailinator.com', to: 'ana@acme.com' }] },
    { event: 'rescored', previous: before.result.score, score: after.result.score },
  ]);
  expect(await replay(leadId)).toMatchObject({ identical: true });
  await correct(leadId, { name: 'Ana Lopez', rescore: false });
  expect(await replay(leadId)).toMatchObject({ identical: true });
});

test('a decided lead keeps its score', async () => {
  const leadId = await store({ email: 'bo@mailinator.com' });
  await caller(`/api/leads/${leadId}/outcome`, { outcome: 'lost' });
  const { result } = await read(leadId);
  await correct(leadId, { email: newEmail(), rescore: true });
  const after = await read(leadId);
  expect(after.result).toEqual(result);
  expect(after.timeline.at(-1)).toMatchObject({ event: 'corrected' });
});

test('the lead is found by what is right now, in the list and as a person, and no longer by what was wrong', async () => {
  const [wrong, right] = [newEmail(), newEmail()];
  const leadId = await store({ email: wrong });
  await correct(leadId, { email: right, rescore: false });
  await indexAllLeads(suite.accountUrl);
  const find = async (q: string) => (await caller(`/api/leads?q=${encodeURIComponent(q)}`)).body.data;
  expect(await find(right)).toMatchObject([{ lead_id: leadId, email: right }]);
  expect(await find(wrong)).toEqual([]);
  const contacts = await sql<{ email: string; leads: number }>`
    select email, leads from leadline.contacts
    where account_id = ${accountId} and email = any(${[wrong, right]}::text[])`.execute(suite.owner);
  expect(contacts.rows).toEqual([{ email: right, leads: 1 }]);
  await caller('/api/people/erase', { email: right });
  expect((await caller(`/api/leads/${leadId}`)).status).toBe(404);
});

test('nothing is overwritten that somebody else has changed meanwhile, and nothing changes twice', async () => {
  const leadId = await store({});
  const { revision } = await read(leadId);
  await caller(`/api/leads/${leadId}`, { status: 'contacted' }, { method: 'PATCH' });
  const late = await correct(leadId, { name: 'Bo', rescore: false, revision });
  expect(late.status).toBe(409);
  expectError(late, 'changed_meanwhile');
  expect((await read(leadId)).lead.name).toBe('Ana Lopes');
  await correct(leadId, { name: 'Ana Lopes', rescore: true });
  expect((await read(leadId)).timeline.map(({ event }: { event: string }) => event)).not.toContain(
    'corrected',
  );
});

test('a lead keeps a way to be reached, and invalid texts are rejected', async () => {
  const leadId = await store({});
  expectError(await correct(leadId, { email: '  ', rescore: false }), 'missing_contact');
  expectError(await correct(leadId, { name: 'a\u0000b', rescore: false }), 'invalid_characters', 'name');
  expectError(await correct(leadId, { name: 'x'.repeat(321), rescore: false }), 'invalid_input', 'name');
  expectError(await correct(leadId, { name: 'Bo' }), 'invalid_input', 'rescore');
  expect((await correct(`lead_${'0'.repeat(32)}`, { name: 'Bo', rescore: false })).status).toBe(404);
});

test('what a lead takes is counted', async () => {
  const bytes = async (): Promise<number> => {
    const { rows } = await sql<{ bytes: string }>`
      select bytes from leadline.storage where account_id = ${accountId}`.execute(suite.owner);
    return Number(rows[0]?.bytes);
  };
  const leadId = await store({});
  const before = await bytes();
  await correct(leadId, { company: 'A'.repeat(300), rescore: false });
  expect(await bytes()).toBeGreaterThan(before + 600);
});
