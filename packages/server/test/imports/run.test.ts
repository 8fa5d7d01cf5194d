// Imports end to end: every row becomes one lead or one rejected row, scored as if it had arrived on its own date.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFile, uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { listIds, storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { waitUntilIdle } from '@leadline/testkit/webhooks/deliveries';
import { addEndpoint } from '@leadline/testkit/webhooks/endpoints';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runImport } from '../../src/imports/run/run-import.ts';
import { readId } from '../../src/platform/base/ids.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { collectRows, shapeOf } from './tables.ts';

const suite = useWebhooks();

/** Rows with distinct emails. */
const makeRows = (count: number, more: (index: number) => Record<string, string> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    email: `lead-${index}@acme.com`,
    message: `We need ${index} laptops`,
    ...more(index),
  }));

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
const getImport = async (caller: Caller, id: string): Promise<any> =>
  (await caller(`/api/imports/${id}`)).body.data;

async function countLeads(accountId: string): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from leadline.leads where account_id = ${accountId}`.execute(
    suite.owner,
  );
  return rows[0]?.leads ?? -1;
}

async function countChunks(accountId: string): Promise<number> {
  const chunks = await suite.owner
    .selectFrom('import_chunks')
    .select('number')
    .where('account_id', '=', accountId)
    .execute();
  return chunks.length;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
async function leadsByEmail(caller: Caller): Promise<Map<string, any>> {
  const ids = await listIds(caller, '?limit=100');
  const leads = await Promise.all(ids.map((id) => caller(`/api/leads/${id}`)));
  return new Map(leads.map(({ body }) => [body.data.lead.email, body.data]));
}

/** Downloads the rejected rows and parses them with the import reader. */
async function downloadRejected(caller: Caller, id: string) {
  const { status, headers, text } = await caller(`/api/imports/${id}/refused`);
  expect(status).toBe(200);
  const file = Buffer.from(text);
  const rows = await collectRows(file, shapeOf(file));
  return { headers, text, rows: rows.map((row) => (row.ok ? row.fields : { broken: row.text })) };
}

describe('importing rows', () => {
  test('turns each row into either a lead or a rejected row', async () => {
    const customer = await newCustomer(suite);
    const rows = makeRows(500, (index) => ({
      Created: index % 7 === 0 ? '31-03-2024' : '2024-03-31',
      Status: index % 11 === 0 ? 'Ghosted' : 'New',
      ...(index % 13 === 0 ? { email: '' } : {}),
    }));
    const isBad = (index: number): boolean => index % 11 === 0 || index % 13 === 0;
    const bad = [...rows.keys()].filter(isBad);
    // Blank lines are not rows.
    const file = toCsv(rows).replaceAll('"lead-250@', '\n,,,\n"lead-250@');
    const id = await importFile(customer.call, file);
    expect(await getImport(customer.call, id)).toMatchObject({
      status: 'finished',
      error: null,
      progress: {
        bytes_read: Buffer.byteLength(file),
        rows_read: 500,
        stored: 500 - bad.length,
        refused: bad.length,
      },
    });
    expect(await countLeads(customer.accountId)).toBe(500 - bad.length);
    const { rows: rejected } = await downloadRejected(customer.call, id);
    expect(rejected.map(({ leadline_line }) => Number(leadline_line))).toEqual(
      bad.map((index) => index + 2 + (index >= 250 ? 2 : 0)),
    );
    expect(await countChunks(customer.accountId)).toBe(0);
  });

  test('updates the progress while the import runs', async () => {
    const { call } = await newCustomer(suite);
    const file = toCsv(makeRows(3_000, (index) => (index % 10 === 0 ? { email: '' } : {})));
    const id = await uploadFile(call, file, '&start=true');
    const seen: Awaited<ReturnType<typeof getImport>>[] = [];
    while (seen.at(-1)?.status !== 'finished') seen.push(await getImport(call, id));
    for (const [index, { status, progress, started_at, finished_at }] of seen.entries()) {
      const before = seen[index - 1]?.progress ?? { bytes_read: 0, rows_read: 0 };
      expect(progress.rows_read).toBe(progress.stored + progress.refused);
      expect(progress.rows_read).toBeGreaterThanOrEqual(before.rows_read);
      expect(progress.bytes_read).toBeGreaterThanOrEqual(before.bytes_read);
      expect([started_at === null, finished_at === null]).toEqual([
        status === 'queued',
        status !== 'finished',
      ]);
    }
    expect(new Set(seen.map(({ progress }) => progress.rows_read)).size).toBeGreaterThan(5);
    expect(seen.at(-1)?.progress).toEqual({
      bytes_read: file.length,
      unassigned: 0,
      repeated: 0,
      warnings: 0,
      removed: 0,
      rows_read: 3_000,
      stored: 2_700,
      refused: 300,
    });
  });

  test('allows progress and rejected rows to be read while a worker runs the import', async () => {
    const { call } = await newCustomer(suite);
    const id = await uploadFile(call, toCsv(makeRows(1)));
    const pool = openPool(suite.accountUrl, { size: 1 });
    const client = await pool.connect();
    onTestFinished(async () => {
      client.release(true);
      await pool.end();
    });
    await client.query('begin');
    await client.query('update leadline.imports set rows_read = rows_read where id = $1', [
      readId('imp', id) ?? '',
    ]);
    const asked = performance.now();
    expect(await call(`/api/imports/${id}`)).toMatchObject({ status: 200 });
    expect(performance.now() - asked).toBeLessThan(1_000);
  });

  test('stores identical rows as one lead, however far apart they are', async () => {
    const { call, accountId } = await newCustomer(suite);
    const same = 'ana@acme.com,Hello\n';
    const others = (from: number) =>
      Array.from({ length: 600 }, (_, at) => `lead-${from + at}@acme.com,Hello\n`).join('');
    const file = `email,message\n${same}${same}${others(0)}${same}ana@acme.com,Hello again\n${others(600)}${same}`;
    const id = await importFile(call, file);
    expect((await getImport(call, id)).progress).toMatchObject({
      rows_read: 1_205,
      stored: 1_202,
      refused: 0,
      repeated: 3,
    });
    expect(await countLeads(accountId)).toBe(1_202);
  });

  test('has a list of its own, and can be undone except for leads that somebody has worked on', async () => {
    const { call, accountId } = await newCustomer(suite);
    await storeLead(call, makeLead({ email: 'before@acme.com' }));
    const file = toCsv(makeRows(450));
    const id = await importFile(call, file);
    const other = await importFile(call, toCsv([{ email: 'other@acme.com' }]));
    expect(await listIds(call, `?limit=100&import=${other}`)).toHaveLength(1);
    const own = await listIds(call, `?limit=2&import=${id}`);
    expect(own).toHaveLength(2);
    expect((await call(`/api/leads/counts?import=${id}&grade=Hot,Warm,Cool,Cold`)).status).toBe(200);
    await call(`/api/leads/${own[0]}`, { note: 'Called her' }, { method: 'PATCH' });
    const used = (await call('/api/usage')).body.data.used;
    expect(await getImport(call, id)).toMatchObject({ can_undo_until: expect.any(String) });
    expect(await call(`/api/imports/${id}/undo`, {})).toMatchObject({ status: 200 });
    await waitFor(async () => (await getImport(call, id)).status, 'undone');
    expect(await getImport(call, id)).toMatchObject({
      can_undo_until: null,
      progress: { stored: 450, removed: 449 },
    });
    expect(await countLeads(accountId)).toBe(3);
    expect((await call('/api/usage')).body.data.used).toBe(used);
    const { body: audit } = await call('/api/audit');
    expect(audit.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['import.undo_started', 'import.undone']),
    );
    expect((await call(`/api/imports/${id}/undo`, {})).status).toBe(409);
    // The same file can be imported again.
    await importFile(call, file);
    expect(await countLeads(accountId)).toBe(453);
  });

  test('stores a lead whose date can’t be read, and lists its row', async () => {
    const { call } = await newCustomer(suite);
    const id = await importFile(call, 'email,Created\nana@acme.com,31-03-2024\nbo@acme.com,2024-03-31\n');
    expect((await getImport(call, id)).progress).toMatchObject({ stored: 2, refused: 0, warnings: 1 });
    const { text, headers } = await call(`/api/imports/${id}/warnings`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="warnings-${id}.csv"`);
    expect(text).toMatch(
      /^email,Created,leadline_line,leadline_reason\r\nana@acme.com,31-03-2024,2,"?Created: /,
    );
    expect((await call(`/api/imports/${id}/refused`)).text).not.toContain('ana@acme.com');
  });

  test('keeps leads imported with a test key out of the live account', async () => {
    const { call: live, testKey, accountId } = await newCustomer(suite, { monthlyLeads: 1 });
    const asTest: Caller = (path, body, options) =>
      call(suite.api.url, path, body, { key: testKey, ...options });
    await importFile(asTest, toCsv(makeRows(3)));
    expect(await countLeads(accountId)).toBe(0);
    expect((await live('/api/usage')).body.data.used).toBe(0);
    expect((await live('/api/imports')).body.data).toEqual([]);
    expect(await listIds(asTest, '')).toHaveLength(3);
  });
});

describe('downloading rejected rows', () => {
  test('returns CSV for a CSV import, which can be corrected and uploaded again', async () => {
    const { call } = await newCustomer(suite);
    const rows = [
      { Name: 'Ana', Email: 'ana@acme.com', Created: '2024-03-31', 'Team size': '4', Message: 'fine' },
      { Name: 'Bo; "Bob"', Email: '', Created: '2024-03-31', 'Team size': '5', Message: 'two\nlines, here' },
      { Name: '=1+1', Email: '', Created: '', 'Team size': '', Message: '' },
      { Name: '+49 30 123', Email: '', Created: '', 'Team size': '-7', Message: 'C:\\users\\new\\u0000' },
    ];
    const id = await importFile(call, toCsv(rows).replaceAll(',', ';'));
    const { headers, rows: rejected } = await downloadRejected(call, id);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="refused-${id}.csv"`);
    const missing = 'No email or phone number';
    expect(rejected).toEqual([
      {
        ...rows[1],
        Message: 'two\nlines; here',
        leadline_line: '3',
        leadline_reason: missing,
      },
      {
        ...rows[2],
        leadline_line: '5',
        leadline_reason: missing,
      },
      { ...rows[3], leadline_line: '6', leadline_reason: missing },
    ]);
    // Escaped, or a spreadsheet would run them as formulas. Reading the file takes the apostrophes out.
    const { text } = await call(`/api/imports/${id}/refused`);
    expect(text).toContain("\r\n'=1+1,,");
    expect(text).toContain("\r\n'+49 30 123,,,'-7,");
    const corrected = rejected.map((row) => ({
      ...(row as Record<string, string>),
      Created: '2024-03-31',
      Email: `fixed-${row.leadline_line}@acme.com`,
    }));
    const again = await importFile(call, toCsv(corrected));
    expect((await getImport(call, again)).progress).toMatchObject({ rows_read: 3, stored: 3, refused: 0 });
    const leads = await leadsByEmail(call);
    expect(leads.get('fixed-3@acme.com').lead).toMatchObject({
      name: 'Bo; "Bob"',
      message: 'two\nlines; here',
      custom_fields: { 'Team size': '5' },
    });
    expect(leads.get('fixed-5@acme.com').lead.name).toBe('=1+1');
    expect(leads.get('fixed-6@acme.com').lead).toMatchObject({
      name: '+49 30 123',
      message: 'C:\\users\\new\\u0000',
      custom_fields: { 'Team size': '-7' },
    });
    expect(leads.size).toBe(4);
  });

  test('returns NDJSON for an NDJSON import, which can be corrected and uploaded again', async () => {
    const { call } = await newCustomer(suite);
    const file = [
      '{"email":"ana@acme.com","message":"fine"}',
      '{"name":"Bo","custom_fields":{"Team size":5},"message":"no address \\\\u0000"}',
      '{"email":"cy@acme.com", broken',
      '["email","dee@acme.com"]',
      '{"email":"eve@acme.com","message":"half \\ud83d a pair and \\u0000"}',
      '{"email":"fay@acme.com","message":{"nested":true}}',
    ].join('\n');
    const id = await importFile(call, file);
    expect((await getImport(call, id)).progress).toMatchObject({ rows_read: 6, stored: 1, refused: 5 });
    const { headers, text, rows: rejected } = await downloadRejected(call, id);
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="refused-${id}.ndjson"`);
    expect(text.endsWith('}\n')).toBe(true);
    expect(rejected).toMatchObject([
      {
        name: 'Bo',
        custom_fields: { 'Team size': 5 },
        message: 'no address \\u0000',
        leadline_line: 2,
        leadline_reason: 'No email or phone number',
      },
      {
        row: '{"email":"cy@acme.com", broken',
        leadline_line: 3,
        leadline_reason: 'the line is not valid JSON',
      },
      {
        row: '["email","dee@acme.com"]',
        leadline_line: 4,
        leadline_reason: 'the line is JSON, but not an object',
      },
      { email: 'eve@acme.com', leadline_line: 5, leadline_reason: expect.stringContaining('NUL or half') },
      { email: 'fay@acme.com', leadline_line: 6, leadline_reason: expect.stringContaining('message: ') },
    ]);
    const corrected = { ...rejected[0], email: 'bo@acme.com' };
    await importFile(call, `${JSON.stringify(corrected)}\n`);
    expect((await leadsByEmail(call)).get('bo@acme.com').lead).toMatchObject({
      name: 'Bo',
      message: 'no address \\u0000',
      custom_fields: { 'Team size': '5' },
    });
  });

  test('includes values that have no column in the header', async () => {
    const { call } = await newCustomer(suite);
    const id = await importFile(call, 'Name,Email\nAna,,"a value more, ana@acme.com"\n');
    expect((await downloadRejected(call, id)).text).toContain('ana@acme.com');
  });

  test('returns thousands of rows in file order', async () => {
    const { call } = await newCustomer(suite);
    const id = await importFile(call, toCsv(makeRows(2_500, () => ({ email: '' }))));
    const { rows } = await downloadRejected(call, id);
    expect(rows.map(({ leadline_line }) => Number(leadline_line))).toEqual(
      Array.from({ length: 2_500 }, (_, index) => index + 2),
    );
  });

  test('returns only the header for an import without rejected rows', async () => {
    const { call } = await newCustomer(suite);
    const { text } = await call(`/api/imports/${await importFile(call, toCsv(makeRows(1)))}/refused`);
    expect(text).toBe('email,message,leadline_line,leadline_reason\r\n');
  });
});

test('a row that the database rejects does not affect the other rows', async () => {
  const customer = await newCustomer(suite, { monthlyLeads: 1_000 });
  // The readers let nothing through that the database would reject, so this adds a constraint.
  await sql`alter table leadline.leads add constraint no_harm check (source <> 'harm') not valid`.execute(
    suite.owner,
  );
  const rows = makeRows(350, (index) => ({
    source: [3, 4, 99, 100, 217, 349].includes(index) ? 'harm' : 'x',
  }));
  const id = await importFile(customer.call, toCsv(rows));
  expect((await getImport(customer.call, id)).progress).toMatchObject({
    rows_read: 350,
    stored: 344,
    refused: 6,
  });
  expect(await countLeads(customer.accountId)).toBe(344);
  expect((await customer.call('/api/usage')).body.data.used).toBe(344);
  const { rows: rejected } = await downloadRejected(customer.call, id);
  expect(rejected.map((row) => [row.email, row.leadline_line, row.leadline_reason])).toEqual(
    [3, 4, 99, 100, 217, 349].map((index) => [
      `lead-${index}@acme.com`,
      String(index + 2),
      'the row cannot be stored',
    ]),
  );
});

test('imported outcomes are stored with their leads and can be filtered by', async () => {
  const { call } = await newCustomer(suite);
  await importFile(
    call,
    toCsv([
      {
        email: 'won@acme.com',
        Created: '2024-03-31',
        'Deal stage': 'Closed Won',
        'Close date': '2024-04-20 14:30',
        Amount: '12,500.50',
        'Lost reason': '',
      },
      {
        email: 'lost@acme.com',
        Created: '2024-03-31',
        'Deal stage': 'verloren',
        'Close date': '',
        Amount: '',
        'Lost reason': 'Too expensive',
      },
      {
        email: 'open@acme.com',
        Created: '2024-03-31',
        'Deal stage': 'Proposal sent',
        'Close date': '2031-01-01',
        Amount: '900',
        'Lost reason': '',
      },
    ]),
  );
  const leads = await leadsByEmail(call);
  const scored = { event: 'scored', at: '2024-03-31T00:00:00.000Z' };
  expect(leads.get('won@acme.com')).toMatchObject({
    outcome: 'won',
    history: [
      scored,
      { event: 'outcome', outcome: 'won', at: '2024-04-20T14:30:00.000Z', amount: 12_500.5, reason: null },
    ],
  });
  // An outcome without a date gets the date the lead was received.
  expect(leads.get('lost@acme.com')).toMatchObject({
    outcome: 'lost',
    history: [
      scored,
      {
        event: 'outcome',
        outcome: 'lost',
        at: '2024-03-31T00:00:00.000Z',
        amount: null,
        reason: 'Too expensive',
      },
    ],
  });
  expect(leads.get('open@acme.com')).toMatchObject({
    outcome: 'open',
    history: [scored],
    // What the team expected of the deal is not an answer of the lead.
    lead: { custom_fields: {} },
  });
  for (const outcome of ['won', 'lost', 'open']) {
    expect(await listIds(call, `?outcome=${outcome}`)).toEqual([leads.get(`${outcome}@acme.com`).lead_id]);
  }
  // The outcome can be changed, like that of any lead.
  const { lead_id } = leads.get('lost@acme.com');
  await call(`/api/leads/${lead_id}/outcome`, { outcome: 'won', amount: 5 });
  expect((await call(`/api/leads/${lead_id}`)).body.data.history).toHaveLength(3);
});

describe('an imported lead', () => {
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  const days = ['2004-05-06', '2019-12-31 23:59', lastMonth.toISOString().slice(0, 10), ''];

  test('is sorted by its own date but counts toward this month’s plan', async () => {
    const { call } = await newCustomer(suite, { monthlyLeads: 100 });
    const before = Date.now();
    await importFile(
      call,
      toCsv(days.map((Created, index) => ({ email: `lead-${index}@acme.com`, Created }))),
    );
    const leads = await leadsByEmail(call);
    const received = days.map((_, index) => leads.get(`lead-${index}@acme.com`).received_at);
    expect(received).toEqual([
      '2004-05-06T00:00:00.000Z',
      '2019-12-31T23:59:00.000Z',
      `${days[2]}T00:00:00.000Z`,
      expect.any(String),
    ]);
    expect(new Date(received[3] ?? 0).getTime()).toBeGreaterThanOrEqual(before);
    expect(await listIds(call, '')).toEqual(
      [3, 2, 1, 0].map((index) => leads.get(`lead-${index}@acme.com`).lead_id),
    );
    expect(await listIds(call, '?from=2019-12-31T00:00:00Z&to=2020-01-01T00:00:00Z')).toEqual([
      leads.get('lead-1@acme.com').lead_id,
    ]);
    expect((await call('/api/usage')).body.data).toMatchObject({
      month: new Date().toISOString().slice(0, 7),
      used: 4,
      left: 96,
    });
  });

  test('is scored as of its own date, and replaying gives the same score', async () => {
    const { call } = await newCustomer(suite);
    const messages = [
      'We need 40 laptops by 1 June 2024, budget $50,000',
      'Need it by Friday',
      'before the end of the year',
    ];
    await importFile(
      call,
      toCsv(
        messages.flatMap((message, row) =>
          [...days, '2024-05-30', '2024-12-30'].map((Created, column) => ({
            email: `lead-${row}-${column}@acme.com`,
            message,
            Created,
            'When do you want to start?': 'next month',
          })),
        ),
      ),
    );
    const leads = await leadsByEmail(call);
    expect(leads.size).toBe(18);
    for (const { lead_id } of leads.values()) {
      const { body } = await call(`/api/leads/${lead_id}/replay`, {});
      expect(body.data).toMatchObject({ identical: true, differences: [] });
    }
  });

  test('belongs to the same person as other leads with its email or phone', async () => {
    const { call } = await newCustomer(suite);
    const known = await storeLead(call, makeLead({ email: 'known@acme.com', phone: '+442071838750' }));
    const rows = makeRows(250).map((row) => ({ ...row, phone: '', Created: '2022-02-02' }));
    Object.assign(rows[3] ?? {}, { email: 'KNOWN@acme.com' });
    Object.assign(rows[4] ?? {}, { email: 'twice@acme.com' });
    Object.assign(rows[5] ?? {}, { email: 'twice@acme.com', phone: '+12125550123' });
    Object.assign(rows[240] ?? {}, { email: 'twice@acme.com', Created: '2001-01-01' });
    Object.assign(rows[241] ?? {}, { email: 'other@acme.com', phone: '020 7183 8750' });
    Object.assign(rows[242] ?? {}, { email: 'third@acme.com', phone: '+1 (212) 555-0123' });
    await importFile(call, toCsv(rows));
    const personOf = async (query: string) => {
      const [id] = await listIds(call, query);
      return (await call(`/api/leads/${id}`)).body.data.person;
    };
    const twice = await personOf('?q=twice@acme.com');
    expect(twice.lead_ids).toHaveLength(4);
    expect(await personOf('?q=third@acme.com')).toEqual(twice);
    const { person } = (await call(`/api/leads/${known}`)).body.data;
    expect(person.lead_ids).toHaveLength(2);
    expect(person.lead_ids[0]).toBe(known);
    const next = await storeLead(call, makeLead({ email: 'twice@acme.com', phone: '' }));
    expect((await call(`/api/leads/${next}`)).body.data.person).toMatchObject({
      person_id: twice.person_id,
      lead_ids: [next, ...twice.lead_ids],
    });
  });
});

describe('webhooks for an import', () => {
  test('sends one event for the import and none for its leads', async () => {
    const { call } = await newCustomer(suite);
    const { receiver } = await addEndpoint(suite, call, {
      events: ['lead.scored', 'lead.outcome', 'import.finished'],
    });
    const rows = makeRows(250, (index) => ({
      Status: index % 2 === 0 ? 'won' : 'new',
      ...(index === 7 ? { email: '' } : {}),
    }));
    const id = await importFile(call, toCsv(rows));
    await receiver.untilAccepted(1);
    await waitUntilIdle(suite);
    expect(receiver.receipts.map(({ type, body }) => [type, body.data])).toEqual([
      [
        'import.finished',
        {
          import_id: id,
          status: 'finished',
          file_name: 'leads.csv',
          rows_read: 250,
          stored: 249,
          refused: 1,
          repeated: 0,
          warnings: 0,
          error: null,
        },
      ],
    ]);
  });

  test('sends usage events when the import uses up the plan', async () => {
    const { call } = await newCustomer(suite, { monthlyLeads: 250 });
    const { receiver } = await addEndpoint(suite, call, { events: ['usage.threshold'] });
    await importFile(call, toCsv(makeRows(250)));
    await waitUntilIdle(suite);
    expect(receiver.receipts.map(({ body }) => [body.data.percent, body.data.limit]).toSorted()).toEqual([
      [100, 250],
      [80, 250],
    ]);
  });
});

test('an import cancelled midway ends immediately and keeps the leads stored so far', async () => {
  const { call, accountId } = await newCustomer(suite);
  const { receiver } = await addEndpoint(suite, call, { events: ['import.finished'] });
  const id = await uploadFile(call, toCsv(makeRows(20_000)), '&start=true');
  await expect.poll(() => countLeads(accountId), { timeout: 10_000, interval: 20 }).toBeGreaterThan(200);
  const cancelled = await call(`/api/imports/${id}/cancel`, {});
  const { stored } = cancelled.body.data.progress;
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', finished_at: expect.any(String) });
  expect(stored).toBeLessThan(20_000);
  expect(await countLeads(accountId)).toBe(stored);
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ jobs: number }>`
          select count(*)::integer as jobs from leadline_jobs.job where name = 'import-turns' and state <= 'active'`.execute(
          suite.owner,
        );
        return rows[0]?.jobs;
      },
      { timeout: 2_000, interval: 50 },
    )
    .toBe(0);
  expect(await countLeads(accountId)).toBe(stored);
  expect((await getImport(call, id)).progress).toEqual(cancelled.body.data.progress);
  expect((await call('/api/usage')).body.data.used).toBe(stored);
  expect(await countChunks(accountId)).toBe(0);
  await waitUntilIdle(suite);
  expect(receiver.receipts).toEqual([]);
});

describe('importing random tables', () => {
  const quiet = useApi({ inOneCell: true });
  let worker: pg.Pool;
  beforeAll(() => {
    worker = openWorkerPool(quiet.accountUrl);
  });
  afterAll(() => worker.end());

  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => value.replaceAll('\0', ''));
  /** A row and its lines in the file; `isGood` is null for a blank line. */
  interface MadeRow {
    readonly isGood: boolean | null;
    readonly bytes: (index: number) => Buffer;
  }
  const csvRow = (isGood: boolean | null, write: (index: number) => string): MadeRow => ({
    isGood,
    bytes: (index) => Buffer.from(write(index)),
  });
  const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  const csv: fc.Arbitrary<MadeRow> = fc.oneof(
    { weight: 12, arbitrary: text.map((m) => csvRow(true, (at) => `lead-${at}@acme.com,${quote(m)},,`)) },
    fc.constant(csvRow(true, (at) => `lead-${at}@acme.com,hello,2024-03-31,Closed Won`)),
    fc.constant(csvRow(true, (at) => `lead-${at}@acme.com`)),
    text.map((m) => csvRow(false, () => `,${quote(`${m}.`)},,`)),
    fc.constant(csvRow(true, (at) => `lead-${at}@acme.com,hello,31-03-2024,`)),
    fc.constant(csvRow(false, (at) => `lead-${at}@acme.com,hello,,Ghosted`)),
    fc.constant(csvRow(false, (at) => `lead-${at}@acme.com${',x'.repeat(500)}`)),
    fc.constant({ isGood: false, bytes: () => Buffer.from([0x61, 0xff, 0x62]) }),
    fc.constantFrom('', '  ', ',,,').map((line) => csvRow(null, () => line)),
  );
  const ndjson: fc.Arbitrary<MadeRow> = fc.oneof(
    {
      weight: 12,
      arbitrary: text.map((message) =>
        csvRow(true, (at) => JSON.stringify({ email: `lead-${at}@acme.com`, message })),
      ),
    },
    fc.constant(csvRow(true, (at) => `{"email":"lead-${at}@acme.com","created_at":1711843200,"won":true}`)),
    fc.constant(csvRow(false, (at) => `{"email":"lead-${at}@acme.com","message":"\\u0000"}`)),
    fc.constant(csvRow(false, (at) => `{"email":"lead-${at}@acme.com"`)),
    fc.constant(csvRow(false, (at) => `{"email":{"value":"lead-${at}@acme.com"}}`)),
    fc.constantFrom('7', 'null', '[]', '{}', '"text"').map((line) => csvRow(false, () => line)),
    fc.constantFrom('', ' ').map((line) => csvRow(null, () => line)),
  );
  const tables = fc.oneof(
    fc.record({
      head: fc.constant('\ufeffEmail,Message,Created,Status\n'),
      rows: fc.array(csv, { minLength: 1, maxLength: 350, size: 'max' }),
    }),
    fc.record({
      head: fc.constant('{"email":"first@acme.com","message":"","created_at":1711843200,"won":"no"}\n'),
      rows: fc.array(ndjson, { minLength: 1, maxLength: 350, size: 'max' }),
    }),
  );

  test('gives one lead for each valid row and one rejected row for each other row', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ head, rows }) => {
        // In NDJSON, the first line is already a row.
        const first = head.startsWith('{') ? ['first@acme.com'] : [];
        fc.pre(first.length > 0 || rows.some(({ isGood }) => isGood !== null));
        const account = await makeAccount(quiet.owner);
        const caller = callAs(quiet, account);
        const good = [...first];
        const bad: number[] = [];
        let line = 2;
        const parts = rows.map(({ isGood, bytes }, index) => {
          const part = Buffer.concat([bytes(index), Buffer.from('\n')]);
          if (isGood === true) good.push(`lead-${index}@acme.com`);
          if (isGood === false) bad.push(line);
          line += part.filter((byte) => byte === 0x0a).length;
          return part;
        });
        const uploaded = await fetch(`${quiet.api.url}/api/imports?start=true`, {
          method: 'POST',
          headers: { 'X-API-KEY': account.liveKey },
          body: Buffer.concat([Buffer.from(head), ...parts]),
        });
        expect(uploaded.status, await uploaded.clone().text()).toBe(200);
        const { data } = (await uploaded.json()) as { data: { import_id: string } };
        await runImport(worker, account.accountId, readId('imp', data.import_id) ?? '', {
          signal: new AbortController().signal,
          onRows: () => {},
          onFailure: (error) => {
            throw error;
          },
        });
        const { rows: stored } = await sql<{ email: string }>`
          select lead->>'email' as email from leadline.leads where account_id = ${account.accountId}`.execute(
          quiet.owner,
        );
        expect(stored.map(({ email }) => email).toSorted()).toEqual(good.toSorted());
        const rejectedLines = await quiet.owner
          .selectFrom('import_refusals')
          .select('line')
          .where('account_id', '=', account.accountId)
          .where('is_stored', '=', false)
          .orderBy('line')
          .execute();
        expect(rejectedLines.map(({ line }) => line)).toEqual(bad);
        expect((await getImport(caller, data.import_id)).progress).toMatchObject({
          rows_read: good.length + bad.length,
          stored: good.length,
          refused: bad.length,
        });
      }),
      { numRuns: 30 },
    );
  });
});
