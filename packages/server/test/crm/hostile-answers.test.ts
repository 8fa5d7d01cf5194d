// A customer chooses the server that answers for a CRM. Whatever it answers, and however slowly, costs that account its sync,
// and the worker neither time nor memory.

import { longestTurnMs } from '@leadline/testkit/cost/longest-turn';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDeal, readFields, readLoaded, readValue } from '../../src/crm/vendors/odoo-answers.ts';
import { type CrmAccount, queueAll, useCrm } from './use-crm.ts';

const suite = useCrm({ timeoutMs: 5_000, turnMs: 1_000 });

const METHODS = [
  'authenticate',
  'crm.lead.fields_get',
  'ir.model.search_read',
  'crm.lead.search_read',
  'crm.lead.load',
  'crm.stage.search_read',
];

/** JSON of at most 2 MB, which is what we read. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 1e300,
  'a text': 'x'.repeat(1_900_000),
  'a list of nulls': Array(300_000).fill(null),
  'rows without IDs': [{ id: 'x' }, {}],
  'rows with invalid IDs': [{ id: -1 }, { id: 1e300 }, { id: [[1]] }],
  'many rows': Array.from({ length: 60_000 }, (_, index) => ({ id: index + 1 })),
  'rows with deep values': [{ id: 1, name: nested(), email_normalized: nested(), write_date: nested() }],
  'the same row again and again': Array(100).fill({ id: 7, write_date: '2026-01-01 00:00:00' }),
  'a range of all rows there could be': {
    ids: false,
    messages: [{ type: 'error', rows: { from: 0, to: 400_000_000 } }],
  },
  'a range of other rows': { ids: false, messages: [{ type: 'error', rows: { from: 5_000, to: 6_000 } }] },
  'too many IDs': { ids: Array(300_000).fill(1), messages: [] },
  'messages that are not objects': { ids: false, messages: [null, 1, { rows: 1 }] },
};

function nested(): unknown {
  let value: unknown = 1;
  for (let depth = 0; depth < 5_000; depth++) value = [value];
  return value;
}

async function newPair(): Promise<CrmAccount> {
  const account = await suite.newAccount();
  for (const name of ['ana', 'ben']) await account.send(makeLead({ email: `${name}@acme.com` }));
  return account;
}

describe.each(Object.keys(ANSWERS))('a CRM that answers with %s', (name) => {
  test.each(METHODS)('to %s costs nobody else anything', async (method) => {
    const account = await newPair();
    await account.connect();
    account.crm.fail(method, ...Array(20).fill({ result: ANSWERS[name] }));
    const calls = account.crm.calls.length;
    // Errors that aren't the CRM's would fail here.
    expect(await longestTurnMs(() => account.turn())).toBeLessThan(1_000);
    expect(account.crm.calls.length - calls).toBeLessThan(60);
  });
});

test('a field of HTML is read in linear time, however many tags begin in it', () => {
  const started = process.cpuUsage();
  readValue('html', '<'.repeat(1_900_000));
  readValue('html', '<br'.repeat(600_000));
  readValue('html', '<br '.repeat(400_000));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(200);
});

test('what is read is bounded', () => {
  const long = 'x'.repeat(1_000_000);
  const fields = readFields({
    [long]: { type: 'char' },
    name: { type: 'char', string: long },
    other: null,
    link: { type: 'char', string: 1 },
  });
  expect(fields.map(({ name, label }) => [name, label.length])).toEqual([
    ['link', 4],
    ['name', 100],
  ]);
  expect(String(readValue('text', long)).length).toBeLessThan(100_000);
  expect(readValue('datetime', '9999-99-99 00:00:00')).toBeNull();
  expect(readLoaded({ ids: false, messages: [{ type: 'error', rows: { from: -5, to: 1e15 } }] }, 3)).toEqual({
    rejected: new Set([0, 1, 2]),
  });
  const won = { id: 1, active: true, probability: 100, email_from: long, date_closed: '9000-01-01 00:00:00' };
  const record = readDeal({ ...won, expected_revenue: 1e300 }, new Set(), 'expected_revenue');
  expect(record.amount).toBeNull();
  expect(record.email.length).toBeLessThan(1_000);
  expect(record.closedAt.getTime()).toBeLessThanOrEqual(Date.now());
  const cents = readDeal({ ...won, expected_revenue: 99.999_999 }, new Set(), 'expected_revenue');
  expect(cents.amount).toBe(100);
});

async function timeTurn(account: CrmAccount): Promise<number> {
  const started = performance.now();
  await account.turn();
  return performance.now() - started;
}

test('a CRM whose answers all come just in time is cut off after three turns', async () => {
  const account = await newPair();
  await account.connect();
  // Each rejection makes us send the records one by one.
  for (const method of ['authenticate', 'crm.lead.fields_get', 'crm.lead.search_read', 'crm.lead.load'])
    account.crm.fail(method, ...Array(50).fill({ delayMs: 1_500 }));
  expect(await timeTurn(account)).toBeLessThan(4_500);
  expect((await account.call('/api/crm')).body.data.error).toBe('the CRM answers too slowly');
});

test('a slow CRM gets done, a part of the updates with each turn', async () => {
  const account = await suite.newAccount();
  for (let index = 0; index < 4; index++) await account.send(makeLead({ email: `p${index}@acme.com` }));
  await account.connect();
  await account.sync();
  await sql`update leadline.leads set score = 1 where account_id = ${account.accountId}`.execute(suite.owner);
  await queueAll(suite, account);
  account.crm.fail('crm.lead.write', ...Array(4).fill({ delayMs: 900 }));
  await account.call('/api/crm/runs', { kind: 'sync' });
  for (let turn = 0; turn < 4; turn++) expect(await timeTurn(account)).toBeLessThan(3_500);
  await account.sync();
  expect([...account.crm.records.values()].map(({ x_leadline_score: score }) => score)).toEqual([1, 1, 1, 1]);
  expect(await account.lastRun()).toMatchObject({ status: 'finished', counts: { updated: 4 } });
});
