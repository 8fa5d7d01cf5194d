// A real worker gives new leads an assignee.

import type { RoutingRuleBody, TimelineEntry } from '@leadline/contract';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningWorker } from '../../../src/processes/worker-process.ts';
import { makeRoutedAccount, type RoutedAccount, readLead, waitUntilRouted } from './suite.ts';

const suite = useApi();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startTestWorker(suite.databaseUrl);
});
afterAll(() => worker.stop());

/** Leads stay in the outbox until the returned function is called. */
async function pauseWorker(): Promise<() => Promise<void>> {
  await worker.stop();
  return async () => {
    worker = await startTestWorker(suite.databaseUrl);
  };
}

const assigneeOf = async ({ call }: RoutedAccount, leadId: string): Promise<string | null> =>
  (await readLead(call, leadId)).assignee;

const assignments = (timeline: readonly TimelineEntry[]) =>
  timeline.filter(({ event }) => event === 'assigned');

test('a lead is assigned by the first rule that matches, and its timeline names the rule', async () => {
  const account = await makeRoutedAccount(suite);
  const [ana, bo] = account.people;
  await account.save([
    { name: 'From <Bing>', when: { sources: ['bing'] }, assign_to: [ana] },
    { name: 'Rest', when: {}, assign_to: [bo] },
  ]);
  const [fromBing, other] = [await account.send({ source: 'Bing' }), await account.send()];
  await waitUntilRouted(suite, account.accountId);
  const lead = await readLead(account.call, fromBing);
  expect(lead.assignee).toBe(ana);
  expect(assignments(lead.timeline)).toEqual([
    {
      entry_id: expect.stringMatching(/^act_/),
      at: expect.any(String),
      event: 'assigned',
      by: 'worker',
      assignee: ana,
      previous: null,
      rule: 'From <Bing>',
    },
  ]);
  expect(await assigneeOf(account, other)).toBe(bo);
  const body = { status: 'contacted', revision: 1 };
  const unaware = await account.call(`/api/leads/${fromBing}`, body, { method: 'PATCH' });
  expectError(unaware, 'changed_meanwhile');
});

test.each<[string, RoutingRuleBody['when'], Record<string, unknown>, Record<string, unknown>]>([
  ['source', { sources: ['bing'] }, { source: 'BING' }, { source: 'google' }],
  ['country', { countries: ['DE'] }, { phone: '+4930901820' }, { phone: '+33142685300' }],
  [
    'company size',
    { company_sizes: ['medium'] },
    { custom_fields: { 'Company size': '51-200' } },
    { custom_fields: { 'Company size': '2-10' } },
  ],
  [
    'answer',
    { answer: { question: 'Which product?', contains: 'laptop' } },
    { custom_fields: { 'Which product?': 'Forty Laptops' } },
    { custom_fields: { 'Which product?': 'Phones' } },
  ],
])('a rule by %s decides', async (_, when, matching, other) => {
  const account = await makeRoutedAccount(suite);
  await account.save([{ name: 'Some', when, assign_to: [account.people[0]] }]);
  const [first, second] = [await account.send(matching), await account.send(other)];
  await waitUntilRouted(suite, account.accountId);
  expect(await assigneeOf(account, first)).toBe(account.people[0]);
  expect(await assigneeOf(account, second)).toBeNull();
});

test('a rule by grade decides', async () => {
  const account = await makeRoutedAccount(suite);
  const ids = [await account.send(), await account.send({ message: '', phone: '', name: '' })];
  const grades = await Promise.all(
    ids.map(async (id) => (await readLead(account.call, id)).result.grade as 'Hot'),
  );
  expect(grades[0]).not.toBe(grades[1]);
  await account.save([
    { name: 'Best', when: { grades: [grades[0] as 'Hot'] }, assign_to: [account.people[0]] },
  ]);
  const [first, second] = [await account.send(), await account.send({ message: '', phone: '', name: '' })];
  await waitUntilRouted(suite, account.accountId);
  expect(await assigneeOf(account, first)).toBe(account.people[0]);
  expect(await assigneeOf(account, second)).toBeNull();
});

test('leads that came before the rules, test leads and accounts without rules are left alone', async () => {
  const account = await makeRoutedAccount(suite);
  const before = await account.send();
  await account.save([{ name: 'All', when: {}, assign_to: [account.people[0]] }]);
  const lead = makeLead({ email: newEmail() });
  const { body } = await account.call('/api/webhook.php', lead, { key: account.testKey });
  const after = await account.send();
  await waitUntilRouted(suite, account.accountId);
  expect(await assigneeOf(account, before)).toBeNull();
  expect(await assigneeOf(account, after)).toBe(account.people[0]);
  const test = await account.call(`/api/leads/${body.lead_id}`, undefined, { key: account.testKey });
  expect(test.body.data.assignee).toBeNull();
});

test('a person who was faster keeps the lead, and nobody loses a turn', async () => {
  const account = await makeRoutedAccount(suite);
  const [ana, bo, cy] = account.people;
  await account.save([{ name: 'All', when: {}, assign_to: [ana, bo] }]);
  const resume = await pauseWorker();
  const ids = [await account.send(), await account.send(), await account.send()];
  await account.call(`/api/leads/${ids[1]}`, { assignee: cy }, { method: 'PATCH' });
  await resume();
  await waitUntilRouted(suite, account.accountId);
  const leads = await Promise.all(ids.map((id) => readLead(account.call, id)));
  expect(leads.map(({ assignee }) => assignee)).toEqual([ana, cy, bo]);
  expect(assignments(leads[1].timeline)).toMatchObject([{ by: expect.stringMatching(/^key_/) }]);
});

test('a lead that somebody is changing at this moment is routed afterwards', async () => {
  const account = await makeRoutedAccount(suite);
  await account.save([{ name: 'All', when: {}, assign_to: [account.people[0]] }]);
  const resume = await pauseWorker();
  const [held, free] = [await account.send(), await account.send()];
  const lock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const change = suite.owner.transaction().execute(async (trx) => {
    await sql`select from leadline.leads where account_id = ${account.accountId}
      and id = ${held.replace('lead_', '')} for update`.execute(trx);
    locked.resolve();
    await lock.promise;
  });
  await locked.promise;
  await resume();
  await expect.poll(() => assigneeOf(account, free), { timeout: 20_000 }).toBe(account.people[0]);
  expect(await assigneeOf(account, held)).toBeNull();
  lock.resolve();
  await change;
  await waitUntilRouted(suite, account.accountId);
  const lead = await readLead(account.call, held);
  expect(assignments(lead.timeline)).toHaveLength(1);
});

test('a lead that is erased before it is routed leaves nothing behind', async () => {
  const account = await makeRoutedAccount(suite);
  await account.save([{ name: 'All', when: {}, assign_to: [account.people[0]] }]);
  const resume = await pauseWorker();
  const leadId = await account.send();
  expect((await account.call(`/api/leads/${leadId}`, undefined, { method: 'DELETE' })).status).toBe(200);
  const kept = await account.send();
  await resume();
  await waitUntilRouted(suite, account.accountId);
  expect(await assigneeOf(account, kept)).toBe(account.people[0]);
  const rows = await suite.owner
    .selectFrom('activities')
    .select('lead_id')
    .where('account_id', '=', account.accountId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('a person who has left gets no more leads', async () => {
  const account = await makeRoutedAccount(suite);
  const [ana, bo, cy] = account.people;
  await account.save([{ name: 'All', when: {}, assign_to: [ana, bo, cy] }]);
  await suite.owner
    .deleteFrom('members')
    .where('account_id', '=', account.accountId)
    .where('user_id', '=', bo.replace('user_', ''))
    .execute();
  const ids = [await account.send(), await account.send(), await account.send()];
  await waitUntilRouted(suite, account.accountId);
  expect(await Promise.all(ids.map((id) => assigneeOf(account, id)))).toEqual([ana, cy, ana]);
});

test('webhooks still see each lead once, and storage counts the timeline', async () => {
  const account = await makeRoutedAccount(suite);
  await account.save([{ name: 'All', when: {}, assign_to: [account.people[0]] }]);
  await account.call('/api/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['lead.scored'],
    min_grade: 'Hot',
  });
  const leadId = await account.send({ message: '', name: '' });
  await waitUntilRouted(suite, account.accountId);
  expect(await assigneeOf(account, leadId)).toBe(account.people[0]);
  // The lead is not hot, so it is in the outbox only to be routed.
  expect((await readLead(account.call, leadId)).timeline.map(({ event }: TimelineEntry) => event)).toEqual([
    'received',
    'scored',
    'assigned',
  ]);
  const { rows } = await sql<{ missing: number }>`
    select s.bytes - (select sum(leadline.lead_bytes(octet_length(l.lead::text) + octet_length(l.scored::text)))
        from leadline.leads l where l.account_id = s.account_id)
      - (select sum(leadline.activity_bytes(t.data)) from leadline.activities t where t.account_id = s.account_id)
      as missing
    from leadline.storage s where s.account_id = ${account.accountId}`.execute(suite.owner);
  expect(rows).toEqual([{ missing: 0 }]);
});

test('a preview shows what then happens', async () => {
  const account = await makeRoutedAccount(suite);
  const [ana, bo, cy] = account.people;
  const rules: RoutingRuleBody[] = [
    { name: 'Bing', when: { sources: ['bing'] }, assign_to: [ana, bo] },
    { name: 'Germany', when: { countries: ['DE'] }, assign_to: [cy] },
    {
      name: 'North',
      when: { answer: { question: 'Region', contains: 'north' } },
      assign_to: [bo, cy, ana],
    },
  ];
  await account.save(rules);
  const saved = (await account.call('/api/routing')).body.data.rules.map(
    ({ left, ...rule }: { left: string[] }) => rule,
  );
  const resume = await pauseWorker();
  const kinds = [
    { source: 'bing' },
    { phone: '+4930901820' },
    { custom_fields: { Region: 'Up north' } },
    { source: 'elsewhere' },
  ];
  const ids: string[] = [];
  for (let index = 0; index < 30; index++)
    ids.push(await account.send(kinds[(index * 7) % kinds.length] ?? {}));
  const { status, body } = await account.call('/api/routing/preview', { rules: saved });
  expect(status).toBe(200);
  for (const id of ids) expect(await assigneeOf(account, id)).toBeNull();
  await resume();
  await waitUntilRouted(suite, account.accountId);
  const leads = await Promise.all(ids.map((id) => readLead(account.call, id)));
  const happened = (rule: string | undefined, userId?: string): number =>
    leads.filter(({ assignee, timeline }) => {
      const [entry] = assignments(timeline) as { rule?: string }[];
      return entry?.rule === rule && (userId === undefined || assignee === userId);
    }).length;
  const { data } = body;
  expect(data).toMatchObject({ leads: 30, is_capped: false });
  for (const [index, { name, assign_to }] of rules.entries()) {
    expect(data.rules[index].leads).toBe(happened(name));
    expect(data.rules[index].people).toEqual(
      assign_to.map((user_id) => ({ user_id, leads: happened(name, user_id) })),
    );
  }
  expect(data.unassigned.leads).toBe(happened(undefined));
  for (const { examples } of [...data.rules, data.unassigned]) {
    expect(examples).toHaveLength(3);
    for (const { lead_id, assignee } of examples) expect(leads[ids.indexOf(lead_id)].assignee).toBe(assignee);
  }
  expect(data.seen).toEqual({
    sources: expect.arrayContaining(['bing', 'google', 'elsewhere']),
    countries: ['DE'],
    questions: ['Region'],
  });
});
