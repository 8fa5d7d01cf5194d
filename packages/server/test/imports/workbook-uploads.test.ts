// Excel workbooks over HTTP: from the upload to the leads, with a choice of sheets.

import { writeXlsx, type XlsxCell } from '@leadline/testkit/files/write-xlsx';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import type { Caller } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const date = (days: number): XlsxCell => ({ style: 1, xml: `<v>${days}</v>` });
const LEADS = {
  name: 'Leads',
  rows: [
    ['Leads of 2024'],
    [],
    ['Full name', 'E-Mail', 'Mobile', 'Created', 'Status', 'Position', 'Message', 'Notes'],
    [
      'Ana Lopez',
      'ana@acme.com',
      4_915_112_345_678,
      date(45_382),
      'Won',
      'CTO',
      'We need 40 laptops',
      'Nice',
    ],
    [],
    ['Bo Ek', 'bo@initech.com', '', date(45_390.5), 'Contacted', '', 'Two\nlines', 'Called twice'],
    ['Cy Young', '', '', date(45_400), 'New', '', '', 'No contact details'],
  ] as XlsxCell[][],
  merged: ['A1:H1'],
};
const Q2 = { name: 'Q2', rows: [['Email'], ['dee@globex.com']] };
const OPTIONS = { formats: ['dd/mm/yyyy'] };

const upload = (caller: Caller, file: Buffer, query = ''): Promise<ApiResponse> =>
  caller(`/api/imports?file_name=leads.xlsx${query}`, file, {
    headers: { 'Content-Type': 'application/octet-stream' },
  });

async function finish(call: Caller, id: string) {
  await waitFor(async () => (await call(`/api/imports/${id}`)).body.data.status, 'finished');
  return (await call(`/api/imports/${id}`)).body.data;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
async function leadsByEmail(caller: Caller): Promise<Map<string, any>> {
  const { body } = await caller('/api/leads?limit=100');
  const leads = await Promise.all(
    body.data.map(({ lead_id }: { lead_id: string }) => caller(`/api/leads/${lead_id}`)),
  );
  return new Map(leads.map((lead) => [lead.body.data.lead.email, lead.body.data]));
}

async function chunkNumbers(accountId: string): Promise<number[]> {
  const chunks = await suite.owner
    .selectFrom('import_chunks')
    .select('number')
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
  return chunks.map(({ number }) => number);
}

test('a workbook is previewed, imported and forgotten, and its rejected rows have the row of the sheet', async () => {
  const { call, accountId } = await newCustomer(suite);
  const file = writeXlsx([LEADS], OPTIONS);
  const { body, status, text } = await upload(call, file);
  expect(status, text).toBe(200);
  const { import_id: id, preview, ...data } = body.data;
  expect(data).toMatchObject({ format: 'xlsx', sheet: 'Leads', sheets: ['Leads'], file_bytes: file.length });
  expect(data.mapping).toEqual({
    'Full name': 'name',
    'E-Mail': 'email',
    Mobile: 'phone',
    Created: 'received_at',
    Status: 'status',
    Position: 'title',
    Message: 'message',
    Notes: 'ignore',
  });
  expect(preview.columns.at(-1)).toMatchObject({
    name: 'Notes',
    sample: 'Nice',
    skipped_because: 'team_note',
  });
  expect(preview.rows).toMatchObject([
    { line: 4, status: 'won', received_at: '2024-03-31T00:00:00.000Z' },
    { line: 6, status: 'contacted', received_at: '2024-04-08T12:00:00.000Z' },
    { line: 7, error: expect.any(String) },
  ]);
  expect(await chunkNumbers(accountId)).toEqual([-1, 0]);

  await call(`/api/imports/${id}/start`, {});
  expect(await chunkNumbers(accountId)).not.toContain(-1);
  expect(await finish(call, id)).toMatchObject({
    file_bytes: file.length,
    progress: { bytes_read: file.length, rows_read: 3, stored: 2, refused: 1, unassigned: 0 },
  });
  const leads = await leadsByEmail(call);
  expect(leads.get('ana@acme.com')).toMatchObject({
    status: 'won',
    lead: { phone: '4915112345678', custom_fields: { 'Job title': 'CTO' } },
  });
  expect(leads.get('bo@initech.com')).toMatchObject({ status: 'contacted', lead: { message: 'Two\nlines' } });
  const refused = await call(`/api/imports/${id}/refused`);
  expect(refused.text).toMatch(/^Full name,.*\r\nCy Young,.*,7,No email or phone number/);
  expect((await upload(call, file)).body.data).toMatchObject({ import_id: id, is_known: true });
  expect(await chunkNumbers(accountId)).toEqual([]);
});

test('another sheet can be chosen until the import starts, and each is imported once', async () => {
  const { call, accountId } = await newCustomer(suite);
  const file = writeXlsx([LEADS, Q2], OPTIONS);
  const first = (await upload(call, file)).body.data;
  expect(first).toMatchObject({ sheet: 'Leads', sheets: ['Leads', 'Q2'], status: 'ready' });
  const choose = (id: string, sheet: string) => call(`/api/imports/${id}/sheet`, { sheet });
  expectError(await choose(first.import_id, 'Q3'), 'invalid_input', 'no sheet "Q3"');
  expect((await choose(first.import_id, 'Leads')).body.data.import_id).toBe(first.import_id);

  const second = (await choose(first.import_id, 'Q2')).body.data;
  expect(second).toMatchObject({
    sheet: 'Q2',
    mapping: { Email: 'email' },
    file_bytes: file.length,
    is_known: false,
  });
  expect(second.preview.rows).toMatchObject([{ line: 2, lead: { email: 'dee@globex.com' } }]);
  expectError(await call(`/api/imports/${first.import_id}`), 'not_found');
  expect(await chunkNumbers(accountId)).toEqual([-1, 0]);

  await call(`/api/imports/${second.import_id}/start`, {});
  await finish(call, second.import_id);
  expectError(await choose(second.import_id, 'Leads'), 'conflict', 'finished');

  const again = (await upload(call, file)).body.data;
  expect(again).toMatchObject({ sheet: 'Leads', is_known: false });
  const known = (await choose(again.import_id, 'Q2')).body.data;
  expect(known).toMatchObject({ import_id: second.import_id, is_known: true, status: 'finished' });
  expect((await upload(call, file, '&sheet=Q2')).body.data).toMatchObject({ import_id: second.import_id });
  expect((await upload(call, file, '&sheet=Leads')).body.data).toMatchObject({ import_id: again.import_id });
  expect((await leadsByEmail(call)).size).toBe(1);
});

test('an error about a sheet names it, and the chosen sheet stays ready', async () => {
  const { call } = await newCustomer(suite);
  const file = writeXlsx([LEADS, { name: 'Legend', rows: [['Email', 'Phone']] }], OPTIONS);
  const { import_id: id } = (await upload(call, file)).body.data;
  const refused = await call(`/api/imports/${id}/sheet`, { sheet: 'Legend' });
  expectError(refused, 'invalid_input', 'sheet "Legend": the sheet has a header but no rows');
  expect((await call(`/api/imports/${id}`)).body.data).toMatchObject({ sheet: 'Leads', status: 'ready' });
});

test('a cancelled import of a sheet continues when the workbook is uploaded again', async () => {
  const { call, accountId } = await newCustomer(suite);
  const file = writeXlsx([LEADS, Q2], OPTIONS);
  const { import_id: id } = (await upload(call, file, '&sheet=Q2')).body.data;
  await call(`/api/imports/${id}/cancel`, {});
  expect(await chunkNumbers(accountId)).toEqual([]);
  expect((await upload(call, file, '&sheet=Q2')).body.data).toMatchObject({ import_id: id, status: 'ready' });
  expect(await chunkNumbers(accountId)).toEqual([-1, 0]);
  await call(`/api/imports/${id}/start`, {});
  expect(await finish(call, id)).toMatchObject({ progress: { stored: 1 } });
});

test('a workbook counts toward the files that wait, with its rows', async () => {
  const { call, accountId } = await newCustomer(suite);
  const plan = `holds little ${accountId}`;
  const limits = { monthly_leads: null, requests_per_minute: 6_000, import_bytes: 40_000 };
  await suite.owner
    .insertInto('plans')
    .values({ name: plan, ...limits })
    .execute();
  await suite.owner.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute();
  const rows = [
    ['Email', 'x'],
    ...Array.from({ length: 1_000 }, (_, at) => [`a${at}@acme.com`, 'x'.repeat(90)]),
  ];
  const response = await upload(call, writeXlsx([{ name: 'A', rows }]));
  expectError(response, 'import_storage_full');
  expect(await chunkNumbers(accountId)).toEqual([]);
  expect((await call('/api/imports')).body.data).toEqual([]);
});

test.each<[string, Buffer, string, string]>([
  ['a sheet that is not there', writeXlsx([Q2]), '&sheet=Q7', 'no sheet "Q7"'],
  [
    'a sheet of a CSV file',
    Buffer.from('email\nana@acme.com\n'),
    '&sheet=Q2',
    'only Excel files have sheets',
  ],
  ['a broken workbook', writeXlsx([Q2]).subarray(0, 700), '', 'incomplete'],
  ['a sheet without rows', writeXlsx([{ name: 'A', rows: [['Email']] }]), '', 'a header but no rows'],
])('%s is rejected without storing anything', async (_, file, query, words) => {
  const { call, accountId } = await newCustomer(suite);
  expectError(await upload(call, file, query), 'invalid_input', words);
  expect(await chunkNumbers(accountId)).toEqual([]);
  expect((await call('/api/imports')).body.data).toEqual([]);
});

test('another row of a sheet can be taken as the header', async () => {
  const { call } = await newCustomer(suite);
  const rows = [['Report', 'March'], [], ['Name', 'E-Mail'], ['Ana', 'ana@acme.com']];
  const { body } = await upload(call, writeXlsx([{ name: 'Leads', rows }]));
  const { import_id: id, header_line: line, preview } = body.data;
  expect([line, preview.top_rows.map((row: { line: number }) => row.line)]).toEqual([1, [1, 3, 4]]);
  const chosen = await call(`/api/imports/${id}/header`, { line: 3 });
  expect(chosen.body.data).toMatchObject({
    header_line: 3,
    sheet: 'Leads',
    mapping: { Name: 'name', 'E-Mail': 'email' },
    preview: { rows: [{ line: 4, lead: { email: 'ana@acme.com' } }] },
  });
});
