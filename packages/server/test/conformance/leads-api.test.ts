// Reading, closing, replaying and deleting a stored lead, and usage.

import { type LedgerEntry, readLead, score } from '@leadline/engine';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { listIds, storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { describe, expect, test } from 'vitest';
import { packResult, unpackResult } from '../../src/leads/record/packed-result.ts';
import { toStored } from '../../src/leads/record/stored-result.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { readId } from '../../src/platform/base/ids.ts';

const suite = useApi();

const as = (account: NewAccount): Caller => callAs(suite, account);

/** What the engine answers for a lead. */
function readAnswers(input: Record<string, unknown>, receivedAt: string) {
  const read = readLead(input);
  if (!read.ok) throw new Error(read.error);
  return toStored(score(read.lead, { now: new Date(receivedAt) }), null).answers;
}

const NO_LEAD = `lead_${'0'.repeat(32)}`;

describe('a stored lead', () => {
  test('has a result, ledger, versions, person and history', async () => {
    const caller = as(await makeAccount(suite.owner));
    const scored = (await caller('/api/webhook.php', makeLead({ custom_fields: { Role: 'CTO' } }))).body;
    const { status, body } = await caller(`/api/leads/${scored.lead_id}`);
    expect(status).toBe(200);
    const { reasons, ...data } = scored.data;
    const answers = readAnswers(makeLead({ custom_fields: { Role: 'CTO' } }), body.data.received_at);
    expect(answers.who).toEqual({ value: 2, probability: 1, clause: 1 });
    expect(body).toStrictEqual({
      success: true,
      data: {
        lead_id: scored.lead_id,
        received_at: expect.any(String),
        lead: { budget: '', ...makeLead({ custom_fields: { Role: 'CTO' } }) },
        company: 'acme.com',
        title: 'CTO',
        result: {
          version: scored.version,
          settings_version: expect.any(String),
          model_version: null,
          score_without_ai: expect.any(Number),
          ...data,
          closing: { probability: 0.5, low: 0.4, high: 0.6, basis: 'stated prior' },
          ledger: reasons.map((text: string) => ({
            group: expect.any(String),
            code: expect.any(String),
            points: expect.any(Number),
            text,
          })),
          answers,
          assessment: null,
        },
        person: { person_id: expect.stringMatching(/^person_/), lead_ids: [scored.lead_id] },
        outcome: 'open',
        history: [
          { event: 'scored', at: body.data.received_at, version: scored.version, score: scored.data.score },
        ],
        status: 'new',
        assignee: null,
        snoozed_until: null,
        contacted_at: null,
        not_spam: false,
        next_activity: null,
        revision: 1,
        timeline: [
          {
            entry_id: scored.lead_id,
            at: body.data.received_at,
            event: 'received',
            source: body.data.lead.source,
          },
          {
            entry_id: scored.lead_id,
            at: body.data.received_at,
            event: 'scored',
            version: scored.version,
            settings_version: expect.any(String),
            score: scored.data.score,
            grade: scored.data.grade,
          },
        ],
      },
    });
    expect(Math.abs(Date.parse(body.data.received_at) - Date.now())).toBeLessThan(60_000);
  });

  test('is linked to other leads of the person by email or phone number', async () => {
    const caller = as(await makeAccount(suite.owner));
    const first = await storeLead(caller, { email: 'ana@acme.com', phone: '+12125550101' });
    const byEmail = await storeLead(caller, { email: 'ANA@acme.com', message: 'by e-mail' });
    const byPhone = await storeLead(caller, { phone: '+1 212-555-0101', message: 'by phone' });
    const stranger = await storeLead(caller, { email: 'bo@acme.com' });
    const personOf = async (id: string) => (await caller(`/api/leads/${id}`)).body.data.person;
    expect(await personOf(first)).toMatchObject({ lead_ids: [byPhone, byEmail, first] });
    expect((await personOf(byPhone)).person_id).toBe((await personOf(first)).person_id);
    expect(await personOf(stranger)).toMatchObject({ lead_ids: [stranger] });
  });

  test('scored by an older engine is shown as stored and replayed by the current one', async () => {
    const caller = as(await makeAccount(suite.owner));
    const id = await storeLead(caller, makeLead());
    const { result: today } = (await caller(`/api/leads/${id}`)).body.data;
    const lead = readId('lead', id) as string;
    const { scored } = await suite.owner
      .selectFrom('leads')
      .select('scored')
      .where('id', '=', lead)
      .executeTakeFirstOrThrow();
    const stored = unpackResult(scored);
    const [first, ...rest] = stored.ledger as [LedgerEntry];
    const earlier = { version: '3.0.0-1', score_without_ai: 61 };
    const ledger = [{ ...first, points: first.points + 1 }, ...rest];
    const changed = { ...stored, ...earlier, data: { ...stored.data, score: today.score + 1 }, ledger };
    await suite.owner
      .updateTable('leads')
      .set({ scored: packResult(changed) })
      .where('id', '=', lead)
      .execute();
    const { status, body } = await caller(`/api/leads/${id}`);
    expect(status).toBe(200);
    expect(body.data.result).toMatchObject({ ...earlier, score: today.score + 1, answers: today.answers });
    const replay = (await caller(`/api/leads/${id}/replay`, undefined, { method: 'POST' })).body.data;
    expect(replay).toMatchObject({ identical: false, stored: body.data.result, replayed: today });
    const { group, code, points } = first;
    expect(replay.differences).toEqual([{ group, code, stored_points: points + 1, replayed_points: points }]);
  });

  test('from the legacy call is not linked to others', async () => {
    const caller = as(await makeAccount(suite.owner));
    await storeLead(caller, makeLead());
    const id = await storeLead(caller, makeLead(), '/api/score.php');
    expect((await caller(`/api/leads/${id}`)).body.data.person.lead_ids).toEqual([id]);
  });
});

describe('an outcome', () => {
  test('can be recorded, changed and reverted, and its history is kept', async () => {
    const caller = as(await makeAccount(suite.owner));
    const id = await storeLead(caller, makeLead());
    const record = (body: unknown) => caller(`/api/leads/${id}/outcome`, body);
    const won = await record({
      outcome: 'won',
      at: '2026-03-01T10:00:00+02:00',
      amount: 1250.5,
      reason: 'Fast',
    });
    expect(won).toMatchObject({ status: 200 });
    expect(won.body).toStrictEqual({
      success: true,
      data: {
        lead_id: id,
        outcome: 'won',
        at: '2026-03-01T08:00:00.000Z',
        amount: 1250.5,
        reason: 'Fast',
        recorded_at: expect.any(String),
        recorded_by: expect.stringMatching(/^key_[0-9a-f]{32}$/),
        revision: 2,
      },
    });
    const lost = (await record({ outcome: 'lost', amount: null })).body.data;
    expect(lost).toMatchObject({ outcome: 'lost', amount: null, reason: null });
    expect(Math.abs(Date.parse(lost.at) - Date.now())).toBeLessThan(60_000);
    await record({ outcome: 'open' });
    const { outcome, history } = (await caller(`/api/leads/${id}`)).body.data;
    expect(outcome).toBe('open');
    expect(history.map((entry: { outcome?: string }) => entry.outcome)).toEqual([
      undefined,
      'won',
      'lost',
      'open',
    ]);
    const { lead_id, revision, ...recorded } = won.body.data;
    expect(history[1]).toStrictEqual({ event: 'outcome', ...recorded });
  });

  test('filters the list', async () => {
    const caller = as(await makeAccount(suite.owner));
    const won = await storeLead(caller, { email: 'won@acme.com' });
    const open = await storeLead(caller, { email: 'open@acme.com' });
    await caller(`/api/leads/${won}/outcome`, { outcome: 'won' });
    expect(await listIds(caller, '?outcome=won')).toEqual([won]);
    expect(await listIds(caller, '?outcome=open')).toEqual([open]);
    expect(await listIds(caller, '?outcome=lost')).toEqual([]);
  });

  test.each([
    ['outcome', { outcome: 'maybe' }],
    ['the body', {}],
    ['the body', []],
    ['the body', { outcome: 'won', note: 'x' }],
    ['at', { outcome: 'won', at: 'yesterday' }],
    ['at', { outcome: 'won', at: 5 }],
    ['amount', { outcome: 'won', amount: '12' }],
    ['amount', { outcome: 'won', amount: -1 }],
    ['amount', { outcome: 'won', amount: 1e12 }],
    ['reason', { outcome: 'lost', reason: 'x'.repeat(2_001) }],
    ['reason', { outcome: 'lost', reason: 5 }],
  ])('is rejected, naming %s: %j', async (field, body) => {
    const id = await storeLead(suite.call, { email: 'outcome@acme.com' });
    const answer = await suite.call(`/api/leads/${id}/outcome`, body);
    expectError(answer, 'invalid_input', `${field} `);
    expect(answer.body.field).toBe(field === 'the body' ? undefined : field);
  });

  test('is rejected when its reason contains a character that cannot be stored', async () => {
    const id = await storeLead(suite.call, { email: 'outcome@acme.com' });
    const answer = await suite.call(`/api/leads/${id}/outcome`, { outcome: 'lost', reason: '\0' });
    expectError(answer, 'invalid_characters', 'reason ');
    expect(answer.body.field).toBe('reason');
  });
});

test('a replay gives exactly the stored result', async () => {
  const id = await storeLead(suite.call, makeLead({ budget: '$15k-20k/mo', custom_fields: { Role: 'CTO' } }));
  const { status, body } = await suite.call(`/api/leads/${id}/replay`, undefined, { method: 'POST' });
  expect(status).toBe(200);
  const { result } = (await suite.call(`/api/leads/${id}`)).body.data;
  expect(body).toStrictEqual({
    success: true,
    data: { lead_id: id, identical: true, stored: result, replayed: result, differences: [] },
  });
});

test('calls without a body accept a JSON content type', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const id = await storeLead(suite.call, { email: 'typed@acme.com' });
  const replayed = await suite.call(`/api/leads/${id}/replay`, undefined, { method: 'POST', headers });
  const deleted = await suite.call(`/api/leads/${id}`, undefined, { method: 'DELETE', headers });
  expect([replayed.status, deleted.status]).toEqual([200, 200]);
});

test('a deleted lead is gone everywhere', async () => {
  const caller = as(await makeAccount(suite.owner));
  const id = await storeLead(caller, makeLead());
  await caller(`/api/leads/${id}/outcome`, { outcome: 'won' });
  const deleted = await caller(`/api/leads/${id}`, undefined, { method: 'DELETE' });
  expect(deleted).toMatchObject({ status: 200 });
  expect(deleted.body).toStrictEqual({ success: true, data: { lead_id: id, deleted: true } });
  expectError(await caller(`/api/leads/${id}`), 'not_found', 'no such lead');
  expectError(await caller(`/api/leads/${id}`, undefined, { method: 'DELETE' }), 'not_found');
  expect(await listIds(caller, '')).toEqual([]);
  expect(await listIds(caller, '?q=ana')).toEqual([]);
  expect(await listIds(caller, '?outcome=won')).toEqual([]);
});

describe('usage', () => {
  test('shows the plan, its limit, what is used and when it resets', async () => {
    const caller = as(await makeAccount(suite.owner, { monthlyLeads: 5 }));
    await storeLead(caller, makeLead());
    const now = new Date();
    const { status, body } = await caller('/api/usage');
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        plan: expect.stringMatching(/^plan-/),
        month: now.toISOString().slice(0, 7),
        used: 1,
        limit: 5,
        left: 4,
        spam: { not_counted: 0, limit: 1_000 },
        resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
        storage: { used_bytes: expect.any(Number), limit_bytes: null },
      },
    });
  });

  test('has no limit on an unlimited plan', async () => {
    expect((await suite.call('/api/usage')).body.data).toMatchObject({
      plan: 'unlimited',
      limit: null,
      left: null,
    });
  });
});

describe('a lead is reported as unknown', () => {
  test.each([
    ['another account', (mine: NewAccount, other: NewAccount) => [mine.liveKey, other.liveKey]],
    ['the live key, if it is a test lead', (mine: NewAccount) => [mine.testKey, mine.liveKey]],
    ['the test key, if it is a live lead', (mine: NewAccount) => [mine.liveKey, mine.testKey]],
  ])('to %s', async (_, choose) => {
    const mine = await makeAccount(suite.owner);
    const [owner = '', stranger = ''] = choose(mine, await makeAccount(suite.owner));
    const id = (await call(suite.api.url, '/api/webhook.php', makeLead(), { key: owner })).body.lead_id;
    const look = async (leadId: string) => {
      const answers = [
        await call(suite.api.url, `/api/leads/${leadId}`, undefined, { key: stranger }),
        await call(suite.api.url, `/api/leads/${leadId}`, undefined, { key: stranger, method: 'DELETE' }),
        await call(suite.api.url, `/api/leads/${leadId}/outcome`, { outcome: 'won' }, { key: stranger }),
        await call(suite.api.url, `/api/leads/${leadId}/replay`, undefined, {
          key: stranger,
          method: 'POST',
        }),
      ];
      return answers.map(({ status, text }) => [status, text]);
    };
    const seen = await look(id);
    expect(seen.map(([status]) => status)).toEqual([404, 404, 404, 404]);
    expect(seen).toEqual(await look(NO_LEAD));
    const listed = await call(suite.api.url, '/api/leads?q=ana', undefined, { key: stranger });
    expect(listed.body.data).toEqual([]);
    const kept = await call(suite.api.url, `/api/leads/${id}`, undefined, { key: owner });
    expect(kept.body.data.outcome).toBe('open');
  });
});
