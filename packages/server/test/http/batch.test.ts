// Batches: up to 1,000 leads in one request, stored together, with a result for each and no duplicates.

import type { ErrorCode } from '@leadline/contract/errors';
import { ENGINE_VERSION } from '@leadline/engine';
import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { listIds } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readFormToolCases } from '../../../engine/cases/form-tools/form-tool-cases.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { setPlan } from '../../src/operations/commands/set-plan.ts';
import { readId } from '../../src/platform/base/ids.ts';
import { holdWrites } from '../support/hold-writes.ts';

const suite = useApi();

let account: NewAccount;
let caller: Caller;
beforeEach(async () => {
  account = await makeAccount(suite.owner);
  caller = callAs(suite, account);
});

async function useLimit(monthlyLeads: number): Promise<void> {
  account = await makeAccount(suite.owner, { monthlyLeads });
  caller = callAs(suite, account);
}

const makeLeads = (count: number, prefix = 'lead'): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) =>
    makeLead({
      email: `${prefix}-${index}@acme.com`,
      phone: '',
      message: `We need ${2 + (index % 100)} laptops`,
    }),
  );

const send = (
  leads: unknown,
  options: object = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> => caller('/api/batch', { leads, ...options }, { headers });

const idsOf = ({ body }: ApiResponse): string[] =>
  body.data.flatMap(({ lead_id }: { lead_id?: string }) => (lead_id === undefined ? [] : [lead_id]));

/** Usage and stored leads must agree. */
async function countStored(): Promise<number> {
  const { rows } = await sql<{ used: number; leads: number }>`
    select coalesce((select leads from leadline.usage where account_id = ${account.accountId}), 0) as used,
      (select count(*) from leadline.leads where account_id = ${account.accountId})::integer as leads`.execute(
    suite.owner,
  );
  expect(rows[0]?.used).toBe(rows[0]?.leads);
  return rows[0]?.leads ?? -1;
}

describe('a batch', () => {
  test('of 1,000 leads returns the stored results in order', async () => {
    const leads = makeLeads(1_000);
    const answer = await send(leads);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, version: ENGINE_VERSION, stored: 1_000, repeated: 0, refused: 0 },
    });
    const ids = idsOf(answer);
    expect(new Set(ids).size).toBe(1_000);
    expect(await countStored()).toBe(1_000);
    for (const index of [0, 1, 24, 25, 499, 998, 999]) {
      const { data } = (await caller(`/api/leads/${ids[index]}`)).body;
      expect(data.lead).toMatchObject({ email: `lead-${index}@acme.com` });
      const { reasons, ...given } = answer.body.data[index].data;
      expect(data.result).toMatchObject(given);
      expect(data.result.ledger.map(({ text }: { text: string }) => text)).toEqual(reasons);
      expect((await caller(`/api/leads/${ids[index]}/replay`, {})).body.data.identical).toBe(true);
    }
    const listed = await listIds(caller, '?limit=100');
    expect(listed).toEqual(ids.toSorted().slice(-100).reverse());
  });

  test('scores each lead as if it were sent alone', async () => {
    const leads = [
      makeLead(),
      { email: 'ceo@globex.com', budget: '10 Lakh', 'When do you want to start?': 'asap' },
      { phone: '+442071838750', message: 'We offer the best SEO' },
    ];
    const { body } = await send(leads);
    const other = callAs(suite, await makeAccount(suite.owner));
    for (const [index, lead] of leads.entries()) {
      expect(body.data[index].data).toEqual((await other('/api/webhook.php', lead)).body.data);
    }
  });

  test('rejects an invalid lead without affecting the others', async () => {
    const answer = await send([
      makeLead({ email: 'first@acme.com' }),
      { name: 'Cy Young' },
      null,
      'ana@acme.com',
      7,
      [],
      { email: 'x@acme.com', message: { nested: true } },
      { email: 'y@acme.com', message: 'half \ud83d a pair' },
      { email: 'z@acme.com', message: 'x'.repeat(20_001) },
      makeLead({ email: 'last@acme.com' }),
    ]);
    const rejected = (code: ErrorCode, field: string) => ({
      success: false,
      code,
      error: expect.any(String),
      field,
    });
    expect(answer.body).toMatchObject({ stored: 2, repeated: 0, refused: 8 });
    expect(answer.body.data).toEqual([
      { success: true, lead_id: expect.any(String), data: expect.any(Object) },
      rejected('missing_contact', 'email'),
      rejected('not_an_object', 'lead'),
      rejected('not_an_object', 'lead'),
      rejected('not_an_object', 'lead'),
      rejected('not_an_object', 'lead'),
      rejected('wrong_type', 'message'),
      rejected('invalid_characters', 'message'),
      rejected('too_long', 'message'),
      { success: true, lead_id: expect.any(String), data: expect.any(Object) },
    ]);
    expect(await countStored()).toBe(2);
  });

  test('with only invalid leads stores nothing', async () => {
    const answer = await send([{}, { name: 'x' }]);
    expect(answer).toMatchObject({ status: 200, body: { stored: 0, repeated: 0, refused: 2 } });
    expect(await countStored()).toBe(0);
  });

  test('links leads of the same person, within the batch and with earlier leads', async () => {
    const { body } = await caller('/api/webhook.php', makeLead({ email: 'ana@acme.com', phone: '' }));
    const ids = idsOf(
      await send([
        makeLead({ email: 'ANA@acme.com', phone: '' }),
        makeLead({ email: 'bo@acme.com', phone: '+442071838750' }),
        makeLead({ email: 'bo2@acme.com', phone: '+44 20 7183 8750' }),
      ]),
    );
    const people = await Promise.all(
      [body.lead_id, ...ids].map(async (id) => (await caller(`/api/leads/${id}`)).body.data.person.person_id),
    );
    expect(people[1]).toBe(people[0]);
    expect(people[3]).toBe(people[2]);
    expect(people[2]).not.toBe(people[0]);
  });

  test('is stored in the account of the key', async () => {
    const answer = await caller('/api/batch', { leads: makeLeads(3) }, { key: account.testKey });
    expect(answer.body).toMatchObject({ stored: 3 });
    expect(await countStored()).toBe(0);
    expectError(await caller(`/api/leads/${idsOf(answer)[0]}`), 'not_found');
    const asTest = await caller('/api/leads', undefined, { key: account.testKey });
    expect(asTest.body.data).toHaveLength(3);
  });

  test('is rejected when it is malformed', async () => {
    expectError(await send([]), 'invalid_input', 'leads is empty');
    expectError(await send(makeLeads(1_001)), 'invalid_input', 'leads has 1001 entries; the limit is 1000');
    for (const leads of [undefined, null, {}, 'x', 7]) {
      expectError(await send(leads), 'invalid_input', 'leads must be a list');
    }
    expectError(await caller('/api/batch', makeLeads(2)), 'invalid_input', 'leads must be a list');
    expectError(await caller('/api/batch', '{"leads":['), 'invalid_json');
    expectError(
      await send(makeLeads(1), { when_full: 'wait' }),
      'invalid_input',
      'when_full must be stop or skip',
    );
    for (const key of ['', 'x'.repeat(256)]) {
      expectError(
        await send(makeLeads(1), {}, { 'Idempotency-Key': key }),
        'invalid_input',
        'Idempotency-Key',
      );
    }
    expectError(
      await caller('/api/batch', { leads: makeLeads(1) }, { key: 'll_live_x' }),
      'invalid_api_key',
      'key',
    );
    expect(await countStored()).toBe(0);
  });

  test('may be up to 8 MiB', async () => {
    const leads = makeLeads(1_000).map((lead) => ({ ...lead, message: 'word '.repeat(1_600) }));
    const size = JSON.stringify({ leads }).length;
    expect(size).toBeGreaterThan(8_000_000);
    expect((await send(leads)).body).toMatchObject({ stored: 1_000 });
    const padding = ' '.repeat(8 * 1024 * 1024 - size);
    const least = await caller('/api/batch', `${JSON.stringify({ leads })}${padding}`);
    expect(least.body).toMatchObject({ stored: 0, repeated: 1_000 });
    expectError(await caller('/api/batch', `${JSON.stringify({ leads })}${padding} `), 'too_large', '8 MiB');
    expect(await countStored()).toBe(1_000);
  });
});

describe('a repeated batch', () => {
  const leads = [...makeLeads(40), { name: 'nobody' }];

  test.each([
    ['known by its content', {}],
    ['known by its key', { 'Idempotency-Key': 'monday 1' }],
  ])('gets the same response and stores nothing, %s', async (_, headers) => {
    const first = await send(leads, {}, headers);
    const again = await send(leads, {}, headers);
    expect(first.body).toMatchObject({ stored: 40, repeated: 0, refused: 1 });
    expect(again.body).toEqual({ ...first.body, stored: 0, repeated: 40 });
    expect(await countStored()).toBe(40);
  });

  test.each([
    ['known by its content', {}],
    ['known by its key', { 'Idempotency-Key': 'monday 2' }],
  ])('is stored once when sent simultaneously over several connections, %s', async (_, headers) => {
    const held = await holdWrites(suite.databaseUrl, account.accountId);
    const sent = Promise.all(Array.from({ length: 4 }, () => send(leads, {}, headers)));
    await held.whenWaiting();
    await held.release();
    const answers = await sent;
    expect(answers.map(({ body }) => body.stored).toSorted()).toEqual([0, 0, 0, 40]);
    for (const { body } of answers) expect(body.data).toEqual(answers[0]?.body.data);
    expect(await countStored()).toBe(40);
  });

  test('is rejected and stores nothing if the key is the same but the leads differ', async () => {
    const headers = { 'Idempotency-Key': 'tuesday' };
    await send(leads.slice(0, 10), {}, headers);
    const others = [
      leads.slice(0, 9),
      leads.slice(0, 11),
      leads.slice(0, 10).toReversed(),
      [...makeLeads(1, 'other'), ...leads.slice(0, 10)],
      makeLeads(30, 'other'),
    ];
    for (const other of others) {
      expectError(
        await send(other, {}, headers),
        'idempotency_key_reused',
        'already used with a different batch',
      );
    }
    expect(await countStored()).toBe(10);
    expect((await send(leads.slice(0, 10), {}, headers)).body).toMatchObject({ repeated: 10 });
  });

  test('is rejected if the key is the same and the first batch had an invalid lead', async () => {
    const headers = { 'Idempotency-Key': 'wednesday' };
    await send([{ name: 'nobody' }, ...makeLeads(1)], {}, headers);
    expectError(await send([...makeLeads(1, 'other')], {}, headers), 'idempotency_key_reused');
    expect(await countStored()).toBe(1);
  });

  test('is a new batch if the key differs', async () => {
    for (const key of ['a', 'b']) {
      expect((await send(leads, {}, { 'Idempotency-Key': key })).body).toMatchObject({ stored: 40 });
    }
    expect((await send(leads)).body).toMatchObject({ stored: 40 });
    expect(await countStored()).toBe(120);
  });

  test('does not count as a repeat of a lead sent alone', async () => {
    const [lead] = leads;
    await send([lead]);
    await caller('/api/webhook.php', lead);
    await caller('/api/webhook.php', lead, { headers: { 'Idempotency-Key': 'x' } });
    await send([lead], {}, { 'Idempotency-Key': 'x' });
    expect(await countStored()).toBe(4);
  });

  test('stores a lead twice if the batch contains it twice', async () => {
    const twice = [leads[0], leads[0], leads[0]];
    const first = await send(twice);
    expect(first.body).toMatchObject({ stored: 3 });
    expect(new Set(idsOf(first)).size).toBe(3);
    expect((await send(twice)).body.data).toEqual(first.body.data);
    expect(await countStored()).toBe(3);
  });
});

describe('a batch that exceeds the allowance', () => {
  test('stores the first leads that fit and returns an error for each of the others', async () => {
    await useLimit(10);
    const leads = [{ name: 'nobody' }, ...makeLeads(15)];
    const first = await send(leads);
    expect(first.body).toMatchObject({ success: true, stored: 10, repeated: 0, refused: 6 });
    expect(first.body.data.map(({ success }: { success: boolean }) => success)).toEqual(
      leads.map((_, index) => index >= 1 && index <= 10),
    );
    expect(first.body.data[15]).toEqual({
      success: false,
      code: 'plan_limit_reached',
      error: expect.stringContaining('10 leads per month'),
    });
    expect(await countStored()).toBe(10);
    // After an upgrade, the leads that did not fit are stored.
    await setPlan(suite.owner, account.accountId, 'unlimited');
    await expect
      .poll(async () => (await caller('/api/usage')).body.data.limit, { timeout: 10_000 })
      .toBe(null);
    const again = await send(leads);
    expect(again.body).toMatchObject({ stored: 5, repeated: 10, refused: 1 });
    expect(again.body.data.slice(0, 11)).toEqual(first.body.data.slice(0, 11));
    expect(await countStored()).toBe(15);
  });

  test('stores nothing with when_full=stop', async () => {
    await useLimit(10);
    const refused = await send(makeLeads(11), { when_full: 'stop' });
    expectError(refused, 'plan_limit_reached');
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(await countStored()).toBe(0);
    expect((await send(makeLeads(10), { when_full: 'stop' })).body).toMatchObject({ stored: 10 });
    // A repeat needs no allowance.
    expect((await send(makeLeads(10), { when_full: 'stop' })).body).toMatchObject({ repeated: 10 });
    expectError(await send(makeLeads(1, 'more'), { when_full: 'stop' }), 'plan_limit_reached');
    expect(await countStored()).toBe(10);
  });

  test('uses the allowance exactly, even when many batches are sent at once', async () => {
    await useLimit(173);
    const batches = Array.from({ length: 10 }, (_, index) => send(makeLeads(30, `batch-${index}`)));
    const singles = makeLeads(60, 'single').map((lead) => caller('/api/webhook.php', lead));
    const stored = (await Promise.all(batches)).reduce((sum, { body }) => sum + body.stored, 0);
    const taken = (await Promise.all(singles)).filter(({ status }) => status === 200).length;
    expect(stored + taken).toBe(173);
    expect(await countStored()).toBe(173);
  });

  test('is stored completely or not at all with when_full=stop, even concurrently', async () => {
    await useLimit(100);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        send(makeLeads(30, `batch-${index}`), { when_full: 'stop' }),
      ),
      ...makeLeads(5, 'single').map((lead) => caller('/api/webhook.php', lead)),
    ]);
    const batches = answers.slice(0, 6).filter(({ status }) => status === 200);
    expect(batches).toHaveLength(3);
    for (const { body } of batches) expect(body).toMatchObject({ stored: 30, refused: 0 });
    expect(answers.slice(6).every(({ status }) => status === 200)).toBe(true);
    expect(await countStored()).toBe(95);
  });
});

test('a batch may contain payloads of form tools', async () => {
  const cases = readFormToolCases().filter(([, { contentType }]) => contentType.includes('json'));
  expect(cases.length).toBeGreaterThan(10);
  const answer = await send(
    cases.map(([, { body }]) => (typeof body === 'string' ? JSON.parse(body) : body) as unknown),
  );
  expect(answer.body).toMatchObject({ stored: cases.length, refused: 0 });
  for (const [index, id] of idsOf(answer).entries()) {
    expect((await caller(`/api/leads/${id}`)).body.data.lead).toEqual(cases[index]?.[1].expect.lead);
  }
});

test('an API key inside a lead of a batch is not stored', async () => {
  const { liveKey } = account;
  const answer = await send([
    { email: 'a@acme.com', api_key: liveKey },
    { email: 'b@acme.com', custom_fields: { key: ` ${liveKey} `, Role: 'CTO' } },
    { email: 'c@acme.com', 'X-API-KEY': account.testKey },
  ]);
  expect(answer.body).toMatchObject({ stored: 3 });
  const { rows } = await sql<{ lead: string }>`
    select concat(lead, scored) as lead from leadline.leads where account_id = ${account.accountId}`.execute(
    suite.owner,
  );
  expect(rows).toHaveLength(3);
  for (const { lead } of rows) expect(lead).not.toMatch(/ll_(?:live|test)_/);
  const stored = (await caller(`/api/leads/${idsOf(answer)[1]}`)).body.data.lead;
  expect(stored.custom_fields).toEqual({ Role: 'CTO' });
});

test('each lead of a batch triggers exactly one lead.scored event', async () => {
  const added = await caller('/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['lead.scored'] });
  expect(added, added.text).toMatchObject({ status: 200 });
  const leads = [...makeLeads(20), {}];
  const ids = idsOf(await send(leads));
  await send(leads);
  const events = await suite.owner
    .selectFrom('outbox')
    .select(['id', 'kind'])
    .where('account_id', '=', account.accountId)
    .orderBy('id')
    .execute();
  expect(events.map(({ kind, id }) => [kind, id.replaceAll('-', '')])).toEqual(
    ids.toSorted().map((id) => ['lead.scored', readId('lead', id)]),
  );
});
