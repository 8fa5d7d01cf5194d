// Every tool, called by the official client against a real service.

import { makeAccount, makeRep } from '@leadline/testkit/database/accounts';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { storePastLeads } from '@leadline/testkit/leads/store-past-leads';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../src/tools/preview-settings.ts';
import { type Called, callTool, connect } from './support/connect.ts';

const DAY_MS = 24 * 60 * 60_000;
const suite = useApi();
const called = new Set<string>();
let client: Client;
let stopWorker: () => Promise<void>;
let henderson: string;
beforeAll(async () => {
  const worker = await startTestWorker(suite.databaseUrl);
  stopWorker = () => worker.stop();
  client = await connect(suite.api.url, suite.account.liveKey);
  henderson = await storeLead(
    suite.call,
    makeLead({
      name: 'Ruth Henderson',
      email: 'ruth@henderson.example',
      message: 'We urgently need a quote for 300 desks.',
    }),
  );
  await storeLead(
    suite.call,
    makeLead({ name: 'Omar Said', email: 'omar@said.example', phone: '', message: 'Please call me.' }),
  );
});
afterAll(async () => {
  await client.close();
  await stopWorker();
});

const run = (name: string, input?: Record<string, unknown>): Promise<Called> => {
  called.add(name);
  return callTool(client, name, input);
};

test('who_to_call_next gives the best lead first, with its score, why it has it and the next step', async () => {
  const { data } = await run('who_to_call_next', { limit: 2 });
  const [first, second] = data.leads;
  expect(first).toMatchObject({
    lead_id: henderson,
    name: '⟦Ruth Henderson⟧',
    status: 'new',
    score: expect.any(Number),
    grade: expect.stringMatching(/^(?:Hot|Warm)$/),
    why: expect.stringMatching(/^⟦.+⟧$/),
    next_step: expect.stringMatching(/^⟦.+⟧$/),
  });
  expect(first.priority).toBeGreaterThan(second.priority);
  expect(first).toMatchObject({ days_waiting: 0, priority: first.score });
});

test('who_to_call_next shows the priority it sorts by, and colleagues’ leads with their email', async () => {
  const account = await makeAccount(suite.owner);
  const receivedAt = new Date(Date.now() - 3 * DAY_MS);
  await storePastLeads(suite.owner, account.accountId, [{ receivedAt, source: 'google' }]);
  await makeRep(suite.owner, account, 'rep@example.org');
  const other = await connect(suite.api.url, account.liveKey);
  const { lead_id } = (await callTool(other, 'find_leads')).data.leads[0];
  const changed = await callTool(other, 'change_lead', { lead_id, assignee: 'rep@example.org' });
  expect(changed.data.assignee).toBe('⟦rep@example.org⟧');
  const [shown] = (await callTool(other, 'who_to_call_next')).data.leads;
  expect(shown).toMatchObject({ days_waiting: 3, priority: shown.score - 6, assignee: '⟦rep@example.org⟧' });
  for (const name of ['find_leads', 'get_lead'] as const) {
    const { text } = await callTool(other, name, name === 'get_lead' ? { lead_id } : {});
    expect(text, name).toContain('"assignee":"⟦rep@example.org⟧"');
  }
  await other.close();
});

test('why a lead is to be called next doesn’t repeat what its next step quotes', async () => {
  const [first] = (await run('who_to_call_next', { limit: 1 })).data.leads;
  const [quote = ''] = /“[^”]+”/.exec(first.next_step) ?? [];
  expect(quote).not.toBe('');
  expect(first.why).not.toContain(quote);
  const detail = (await suite.call(`/api/leads?q=Henderson`)).body.data as { why: string }[];
  expect(detail[0]?.why).toContain(quote);
});

test('find_leads finds a lead by name and pages through all of them', async () => {
  const found = await run('find_leads', { text: 'Henderson' });
  expect(found.data).toMatchObject({ found: 1, leads: [{ lead_id: henderson }] });
  const first = await run('find_leads', { limit: 1 });
  const second = await run('find_leads', { limit: 1, cursor: first.data.next_cursor });
  expect(second.data.leads[0].lead_id).toBe(henderson);
  expect(second.data.next_cursor).toBeUndefined();
});

test('count_leads counts by grade, status and source', async () => {
  const { data } = await run('count_leads', { statuses: ['new'] });
  expect(data).toMatchObject({ total: 2, statuses: { new: 2 }, sources: [{ source: '⟦google⟧', count: 2 }] });
});

test('get_lead shows a lead with the reasons for its score', async () => {
  const { data } = await run('get_lead', { lead_id: henderson });
  expect(data).toMatchObject({
    email: '⟦ruth@henderson.example⟧',
    message: '⟦We urgently need a quote for 300 desks.⟧',
    reasons: expect.arrayContaining([expect.stringMatching(/^⟦.*\(\+\d+\)⟧$/)]),
  });
});

test('explain_score says what would change the score that is stored', async () => {
  const { data } = await run('explain_score', { lead_id: henderson });
  const { data: lead } = await run('get_lead', { lead_id: henderson });
  expect(data.headline).toContain(`${lead.grade}, ${lead.score} of 100`);
  expect(data.strengths.length).toBeGreaterThan(0);
  expect(data.what_would_change.length).toBeGreaterThan(0);
});

test('try_score explains a lead without storing it', async () => {
  const { data } = await run('try_score', { email: 'new@acme.com', message: 'Can I have a demo next week?' });
  expect(data.headline).toMatch(/^⟦\w+, \d+ of 100: /);
  expect((await run('find_leads', { text: 'new@acme.com' })).data).toEqual({ found: 0 });
});

test('add_note, change_lead and record_outcome are in the timeline, with the key that made them', async () => {
  const lea = makeLead({ name: 'Lea Brandt', email: 'lea@brandt.example', phone: '+12125550199' });
  const lead_id = await storeLead(suite.call, lea);
  expect((await run('add_note', { lead_id, note: 'Wants oak.' })).data.done).toBe('The note is added.');
  const changed = await run('change_lead', {
    lead_id,
    status: 'contacted',
    snoozed_until: '2099-01-01T09:00:00Z',
  });
  expect(changed.data).toMatchObject({
    status: 'contacted',
    snoozed_until: expect.stringMatching(/^2099-01-01T09/),
  });
  const lost = await run('record_outcome', { lead_id, outcome: 'lost', reason: 'Too expensive' });
  expect(lost.data).toEqual({
    done: 'The outcome is recorded.',
    lead_id,
    name: '⟦Lea Brandt⟧',
    previous_status: 'contacted',
    outcome: 'lost',
    at: expect.stringMatching(/Z$/),
    reason: '⟦Too expensive⟧',
  });
  const { body } = await suite.call(`/api/leads/${lead_id}`);
  const { timeline } = body.data as { timeline: { event: string; by?: string }[] };
  for (const event of ['note', 'status', 'snoozed', 'outcome'])
    expect(timeline, event).toContainEqual(
      expect.objectContaining({
        event,
        [event === 'outcome' ? 'recorded_by' : 'by']: expect.stringMatching(/^key_[0-9a-f]{32}$/),
      }),
    );
  const { data } = await run('get_lead', { lead_id });
  expect(data.notes).toEqual(['⟦Wants oak.⟧']);
});

const outcomesOf = async (leadId: string): Promise<Record<string, unknown>[]> => {
  const { body } = await suite.call(`/api/leads/${leadId}`);
  return (body.data as { history: Record<string, unknown>[] }).history.filter(
    ({ event }) => event === 'outcome',
  );
};

test('record_outcome again corrects the amount, keeps the rest, and does nothing if nothing differs', async () => {
  const won = { lead_id: henderson, outcome: 'won' };
  const first = await run('record_outcome', { ...won, reason: 'Fastest answer' });
  expect(first.data).toMatchObject({ previous_status: 'new', reason: '⟦Fastest answer⟧' });
  expect(first.data).not.toHaveProperty('currency');
  const corrected = await run('record_outcome', { ...won, amount: 90_000, currency: 'USD' });
  expect(corrected.data).toEqual({
    done: 'The outcome is corrected.',
    lead_id: henderson,
    name: '⟦Ruth Henderson⟧',
    previous_status: 'won',
    outcome: 'won',
    at: first.data.at,
    amount: 90_000,
    currency: 'USD',
    reason: '⟦Fastest answer⟧',
  });
  const again = await run('record_outcome', won);
  expect(again.data).toMatchObject({ amount: 90_000, previous_amount: 90_000 });
  expect(again.data.done).toMatch(/^Nothing is changed/);
  expect(await outcomesOf(henderson)).toHaveLength(2);
});

test('record_outcome records no amount in another currency, and names the account’s', async () => {
  const before = await outcomesOf(henderson);
  const { isError, data } = await run('record_outcome', {
    lead_id: henderson,
    outcome: 'won',
    amount: 80_000,
    currency: 'EUR',
  });
  expect([isError, data.message]).toEqual([true, expect.stringContaining('are in USD, not EUR')]);
  expect(await outcomesOf(henderson)).toEqual(before);
});

test('a won lead shows its amount, currency and date, and no next step', async () => {
  const decided = {
    at: expect.stringMatching(/Z$/),
    amount: 90_000,
    currency: 'USD',
    reason: '⟦Fastest answer⟧',
  };
  const { data } = await run('get_lead', { lead_id: henderson });
  const [listed] = (await run('find_leads', { text: 'Henderson' })).data.leads;
  for (const shown of [data, listed]) {
    expect(shown).toMatchObject({ status: 'won', decided });
    expect(shown).not.toHaveProperty('next_step');
  }
  expect(data).not.toHaveProperty('chance_of_closing_percent');
});

test('record_outcome reopens a lead, which has the status it had', async () => {
  const opened = await run('record_outcome', { lead_id: henderson, outcome: 'open' });
  expect(opened.data).toMatchObject({ previous_status: 'won', previous_amount: 90_000, outcome: 'open' });
  expect((await run('record_outcome', { lead_id: henderson, outcome: 'open' })).data.done).toMatch(
    /^Nothing is changed/,
  );
  expect(await outcomesOf(henderson)).toHaveLength(3);
  const { data } = await run('get_lead', { lead_id: henderson });
  expect(data).toMatchObject({ status: 'new', next_step: expect.anything() });
  expect(data).not.toHaveProperty('decided');
  await run('record_outcome', { lead_id: henderson, outcome: 'won', amount: 90_000 });
});

test('get_scoring_settings and preview_settings answer what would change if urgency counted double', async () => {
  const { text } = await run('get_scoring_settings', { group: 'answers' });
  const [, points = ''] = /answers\.when\.strong = (\d+) \(0 to 100\): Soon, or urgent/.exec(text) ?? [];
  expect(Number(points)).toBeGreaterThan(0);
  const preview = await run('preview_settings', {
    changes: [{ path: 'answers.when.strong', value: 2 * Number(points) }],
  });
  expect(preview.data).toMatchObject({ compared_with_version: 0, leads: 3 });
  const risen = [...(preview.data.with_another_grade ?? []), ...(preview.data.rise_most_within_grade ?? [])];
  expect(risen).toContainEqual(expect.objectContaining({ lead_id: henderson, name: '⟦Ruth Henderson⟧' }));
});

test('preview_settings lists the leads that change grade, and counts grades before and after', async () => {
  const { data } = await run('preview_settings', { changes: [{ path: 'grades.hot', value: 100 }] });
  const { Hot } = data.leads_by_grade;
  expect(Hot.before).toBeGreaterThan(0);
  expect(Hot.after).toBe(0);
  expect(data.leads_with_another_grade).toBe(Hot.before);
  expect(data.with_another_grade).toHaveLength(Hot.before);
  for (const { before, after } of data.with_another_grade) {
    expect(before).toMatch(/^\d+ Hot$/);
    expect(after).toMatch(/^\d+ Warm$/);
  }
  expect(data).not.toHaveProperty('others_with_another_grade');
  expect(data.chance_that_a_won_lead_scores_higher_than_a_lost_one.difference).toBe('practically none');
});

test('a difference is only called better or worse if it can’t be chance', () => {
  expect(judge({ value: 0.001, low: -0.004, high: 0.006 })).toBe('practically none');
  expect(judge({ value: 0.03, low: -0.01, high: 0.07 })).toBe('could be chance');
  expect(judge({ value: 0.03, low: 0.01, high: 0.05 })).toBe('better');
  expect(judge({ value: -0.03, low: -0.05, high: -0.01 })).toBe('worse');
});

test('get_scoring_settings offers every group, and returns the one that is asked for', async () => {
  const { groups } = (await suite.call('/api/settings')).body.data as { groups: { id: string }[] };
  const { tools } = await client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'get_scoring_settings') ?? {};
  expect(inputSchema?.properties?.group).toMatchObject({ enum: groups.map(({ id }) => id) });
  const { data, hasMarks } = await run('get_scoring_settings', { group: 'grades' });
  expect(data.groups).toHaveLength(1);
  expect(data.groups[0].settings).toHaveLength(3);
  expect(hasMarks).toBe(false);
  expect((await run('get_scoring_settings')).data.groups).toHaveLength(groups.length);
});

test('preview_settings keeps the live settings and returns a result it has already', async () => {
  await suite.call('/api/settings/publish', { version: 0, changes: { grades: { hot: 90 } } });
  const input = { changes: [{ path: 'budget.huge', value: 9 }] };
  const preview = await run('preview_settings', input);
  expect(preview.data).toMatchObject({ compared_with_version: 1 });
  const backtest = async () =>
    (await suite.call('/api/settings/backtest')).body.data as Record<string, unknown>;
  const { changes, job_id } = await backtest();
  expect(changes).toEqual({ grades: { hot: 90 }, budget: { huge: 9 } });
  expect(await run('preview_settings', input)).toEqual(preview);
  expect((await backtest()).job_id).toBe(job_id);
});

test('arguments that are wrong are explained, so that the model can try again', async () => {
  for (const [name, input, problem] of [
    ['get_lead', { lead_id: 'Henderson' }, 'lead_id must match pattern'],
    ['get_lead', {}, 'required properties lead_id'],
    ['find_leads', { limit: 21 }, 'limit must be <= 20'],
    ['find_leads', { name: 'Henderson' }, 'name is not an argument of this tool'],
    ['find_leads', { received_from: 'yesterday' }, 'from'],
    [
      'preview_settings',
      { changes: [{ path: 'answers.urgency', value: 20 }] },
      'get_scoring_settings lists them',
    ],
    [
      'preview_settings',
      { changes: [{ path: 'constructor.prototype.x', value: 1 }] },
      'get_scoring_settings lists them',
    ],
    ['preview_settings', { changes: [{ path: 'answers.when.strong', value: 9_999 }] }, 'answers.when.strong'],
    ['try_score', { name: 'Nobody' }, 'email'],
  ] as const) {
    const { isError, data } = await run(name, input);
    expect([isError, data.message], name).toEqual([true, expect.stringContaining(problem)]);
  }
});

test('every tool says whether it changes something, and all of them were called here', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...called].toSorted());
  for (const { name, description, annotations, inputSchema } of tools) {
    const isWrite = description?.startsWith('Changes data: ');
    expect(inputSchema.type, name).toBe('object');
    expect(annotations?.readOnlyHint, name).toBe(!isWrite && name !== 'preview_settings');
    expect(annotations?.openWorldHint, name).toBe(false);
  }
});
