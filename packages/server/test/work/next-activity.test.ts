// What a rep plans to do next about a lead, what they did, and the order of the leads in progress.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, expect, test } from 'vitest';

const suite = useApi({ inOneCell: true });
let caller: Caller;
beforeAll(async () => {
  caller = callAs(suite, await makeAccount(suite.owner));
});

const newCaller = async (): Promise<Caller> => callAs(suite, await makeAccount(suite.owner));
const store = (by: Caller = caller): Promise<string> => storeLead(by, { email: newEmail() });
const change = (leadId: string, body: object, by: Caller = caller) =>
  by(`/api/leads/${leadId}`, body, { method: 'PATCH' });
const read = async (leadId: string) => (await caller(`/api/leads/${leadId}`)).body.data;
const list = async (by: Caller, query: string): Promise<string[]> =>
  (await by(`/api/leads?${query}`)).body.data.map(({ lead_id }: { lead_id: string }) => lead_id);

const HOUR_MS = 60 * 60_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('a planned activity is part of the lead, of lists, of the export and of the timeline', async () => {
  const leadId = await store();
  const { revision } = await read(leadId);
  const planned = { kind: 'meeting', at: inHours(30) };
  const answer = await change(leadId, { status: 'contacted', next_activity: planned, revision });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data).toMatchObject({ next_activity: planned, revision: revision + 1 });
  const lead = await read(leadId);
  expect(lead.next_activity).toEqual(planned);
  expect(lead.timeline.at(-1)).toMatchObject({ event: 'planned', activity: planned });
  const { body } = await caller('/api/leads?work=in_progress&sort=next');
  expect(body.data.find(({ lead_id }: { lead_id: string }) => lead_id === leadId)).toMatchObject({
    next_activity: planned,
  });
  const csv = (await caller('/api/leads/export?work=in_progress')).text;
  expect(csv).toContain(`meeting,${planned.at}`);
});

test('planning the same again changes nothing', async () => {
  const leadId = await store();
  const next_activity = { kind: 'email', at: inHours(2) };
  const first = await change(leadId, { next_activity });
  const second = await change(leadId, { next_activity });
  expect(second.body.data.revision).toBe(first.body.data.revision);
  const { timeline } = await read(leadId);
  expect(timeline.filter(({ event }: { event: string }) => event === 'planned')).toHaveLength(1);
});

test('a call is in the timeline with its result and note, and ends the call that was planned', async () => {
  const leadId = await store();
  await change(leadId, { next_activity: { kind: 'call', at: inHours(1) } });
  const done = { kind: 'call', result: 'no_answer' };
  const answer = await change(leadId, { done, note: 'Rang twice' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data).toMatchObject({ status: 'new', next_activity: null });
  const { timeline } = await read(leadId);
  expect(timeline.at(-1)).toMatchObject({ event: 'done', ...done, note: 'Rang twice' });
  expect(timeline.some(({ event }: { event: string }) => event === 'note')).toBe(false);
});

test('what was done doesn’t end a plan of another kind, nor the one that replaces it', async () => {
  const leadId = await store();
  const meeting = { kind: 'meeting', at: inHours(5) };
  await change(leadId, { next_activity: meeting });
  await change(leadId, { done: { kind: 'call', result: 'reached' } });
  expect(await read(leadId)).toMatchObject({ next_activity: meeting });
  const later = { kind: 'meeting', at: inHours(50) };
  await change(leadId, { done: { kind: 'meeting' }, next_activity: later });
  expect(await read(leadId)).toMatchObject({ next_activity: later });
});

test('snoozed, won and lost leads keep their next activity', async () => {
  const leadId = await store();
  const next_activity = { kind: 'call', at: inHours(3) };
  await change(leadId, { status: 'contacted', next_activity });
  await change(leadId, { snoozed_until: inHours(24) });
  expect(await read(leadId)).toMatchObject({ next_activity });
  await change(leadId, { status: 'won', amount: 100 });
  expect(await read(leadId)).toMatchObject({ next_activity });
});

test('a plan that a colleague has changed since is not overwritten', async () => {
  const leadId = await store();
  const { revision } = await read(leadId);
  await change(leadId, { next_activity: { kind: 'call', at: inHours(1) }, revision });
  const late = await change(leadId, { next_activity: { kind: 'email', at: inHours(9) }, revision });
  expectError(late, 'changed_meanwhile');
  expect(await read(leadId)).toMatchObject({ next_activity: { kind: 'call' } });
});

test('only calls have a result, and a plan needs a kind and a time', async () => {
  const leadId = await store();
  expectError(await change(leadId, { done: { kind: 'email', result: 'reached' } }), 'invalid_input');
  for (const next_activity of [{ kind: 'call' }, { at: inHours(1) }, { kind: 'fax', at: inHours(1) }])
    expectError(await change(leadId, { next_activity }), 'invalid_input');
});

test('leads in progress are sorted by their next activity, overdue first, page by page', async () => {
  const by = await newCaller();
  const ids: string[] = [];
  for (const hours of [null, 5, -2, 5, null, -40, 100]) {
    const leadId = await store(by);
    ids.push(leadId);
    const next_activity = hours === null ? null : { kind: 'call', at: inHours(hours) };
    await change(leadId, { status: 'contacted', next_activity }, by);
  }
  const unworked = await store(by);
  await change(unworked, { next_activity: { kind: 'call', at: inHours(-1) } }, by);
  const expected = [5, 2, 1, 3, 6, 0, 4].map((index) => ids[index]);
  expect(await list(by, 'sort=next&work=in_progress')).toEqual(expected);
  expect(await list(by, 'sort=next')).toEqual(expected);
  expect(await list(by, 'sort=next&work=todo')).toEqual([]);
  const paged: string[] = [];
  let cursor = '';
  do {
    const { body } = await by(`/api/leads?sort=next&limit=2${cursor}`);
    paged.push(...body.data.map(({ lead_id }: { lead_id: string }) => lead_id));
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  expect(paged).toEqual(expected);
});
