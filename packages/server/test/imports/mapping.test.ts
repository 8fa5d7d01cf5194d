// The column mapping over HTTP: guessed at upload, previewed, changed, and used by the import.

import { toCsv } from '@leadline/testkit/files/to-csv';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import type { Caller } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { newCustomer, useWebhooks } from '@leadline/testkit/webhooks/use-webhooks';
import { expect, test } from 'vitest';

const suite = useWebhooks();

const OLD_LEADS = `First Name,Last Name,E-Mail,Mobile,Lead Source,Created,Deal stage,Close date,Amount,Team size,Comments
Ana,Lopez,ana@acme.com,+1 212 555 0123,google,2024-03-31,Closed Won,2024-04-20,"12,500.00",40,"We need 40 laptops, with docking stations"
Bo,Ek,bo@initech.com,,referral,14.02.2025 09:30,Closed Lost,2025-03-01,,12,Please send a quote
Cy,Young,,,fair,2025-06-01,New,,,,Just looking
Dee,Ray,dee@globex.com,+44 20 7183 8750,google,03/31/2025,Ghosted,,,8,Call me about 3 licences
`;

const upload = (caller: Caller, file: string, query = ''): Promise<ApiResponse> =>
  caller(`/api/imports${query}`, file, { headers: { 'Content-Type': 'text/csv' } });

/** Uploads a file to a new account, and returns calls for its import. */
async function uploadNew(file: string) {
  const { call, accountId } = await newCustomer(suite);
  const response = await upload(call, file);
  expect(response, response.text).toMatchObject({ status: 200 });
  const path = `/api/imports/${response.body.data.import_id}`;
  return {
    call,
    accountId,
    path,
    data: response.body.data,
    preview: (mapping?: unknown) => call(`${path}/preview`, mapping === undefined ? {} : { mapping }),
    start: (mapping?: unknown) => call(`${path}/start`, mapping === undefined ? {} : { mapping }),
    ended: async () => {
      await waitFor(async () => (await call(path)).body.data.status, 'finished');
      return (await call(path)).body.data;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
async function leadsByEmail(caller: Caller): Promise<Map<string, any>> {
  const { body } = await caller('/api/leads?limit=100');
  const leads = await Promise.all(
    body.data.map(({ lead_id }: { lead_id: string }) => caller(`/api/leads/${lead_id}`)),
  );
  return new Map(leads.map((lead) => [lead.body.data.lead.email, lead.body.data]));
}

test('an upload returns the guessed mapping and a preview, and stores no leads', async () => {
  const { call, data } = await uploadNew(OLD_LEADS);
  const mapping = {
    'First Name': 'first_name',
    'Last Name': 'last_name',
    'E-Mail': 'email',
    Mobile: 'phone',
    'Lead Source': 'source',
    Created: 'received_at',
    'Deal stage': 'outcome',
    'Close date': 'outcome_at',
    Amount: 'outcome_amount',
    'Team size': 'custom',
    Comments: 'message',
  };
  expect(data.mapping).toEqual(mapping);
  expect(data.preview.columns).toEqual(
    Object.entries(mapping).map(([name, meaning]) => ({
      name,
      meaning,
      sample: expect.any(String),
      skipped_because: null,
    })),
  );
  expect(data.preview.columns[2].sample).toBe('ana@acme.com');
  expect(data.preview.rows).toMatchObject([
    {
      line: 2,
      lead: {
        name: 'Ana Lopez',
        email: 'ana@acme.com',
        phone: '+1 212 555 0123',
        source: 'google',
        message: 'We need 40 laptops, with docking stations',
        custom_fields: { 'Team size': '40' },
      },
      outcome: 'won',
      received_at: '2024-03-31T00:00:00.000Z',
      score: expect.any(Number),
      grade: expect.any(String),
    },
    { line: 3, outcome: 'lost', received_at: '2025-02-14T09:30:00.000Z' },
    { line: 4, error: 'No email or phone number' },
    {
      line: 5,
      error:
        'Deal stage: “Ghosted” is not a known outcome; use won, lost, or a status such as new or contacted',
    },
  ]);
  expect((await call('/api/leads')).body.data).toEqual([]);
  expect((await call('/api/usage')).body.data.used).toBe(0);
});

test('the columns of NDJSON are the keys of its first objects', async () => {
  const { data } = await uploadNew(
    '{"email":"ana@acme.com","Team size":4}\n{"phone":"+12125550123","Company":"Acme"}\n',
  );
  expect(data.mapping).toEqual({ email: 'email', 'Team size': 'custom', phone: 'phone', Company: 'company' });
  expect(data.preview.columns.map(({ sample }: { sample: string | null }) => sample)).toEqual([
    'ana@acme.com',
    '4',
    '+12125550123',
    'Acme',
  ]);
});

test('a changed mapping applies only to a preview until the import is started with it', async () => {
  const { call, path, data, preview, start, ended } = await uploadNew(OLD_LEADS);
  const change = { 'Deal stage': 'custom', 'Team size': 'ignore' };
  const tried = await preview(change);
  expect(tried.body.data.columns).toEqual(
    data.preview.columns.map((column: { name: 'Team size'; meaning: string }) => ({
      ...column,
      meaning: change[column.name] ?? column.meaning,
    })),
  );
  expect(tried.body.data.rows).toMatchObject([
    { line: 2, lead: { custom_fields: { 'Deal stage': 'Closed Won' } } },
    { line: 3 },
    { line: 4, error: expect.any(String) },
    { line: 5, lead: { custom_fields: { 'Deal stage': 'Ghosted' } } },
  ]);
  expect(tried.body.data.rows[0].lead.custom_fields).not.toHaveProperty('Team size');
  expect(tried.body.data.rows[0]).not.toHaveProperty('outcome');
  expect((await call(path)).body.data).toMatchObject({ status: 'ready', mapping: data.mapping });
  expect((await preview()).body.data).toEqual(data.preview);

  const started = await start(change);
  expect(started.body.data).toMatchObject({ status: 'queued', mapping: { ...data.mapping, ...change } });
  expect(await ended()).toMatchObject({
    mapping: { ...data.mapping, ...change },
    progress: { rows_read: 4, stored: 3, refused: 1 },
  });
  const dee = (await leadsByEmail(call)).get('dee@globex.com');
  expect(dee).toMatchObject({ outcome: 'open', lead: { custom_fields: { 'Deal stage': 'Ghosted' } } });
});

test('assigning a meaning to a column takes it from the column it was guessed for', async () => {
  const { data, preview } = await uploadNew('Phone,Handy 2,E-Mail\n+12125550123,+12125550124,ana@acme.com\n');
  expect(data.mapping).toEqual({ Phone: 'phone', 'Handy 2': 'custom', 'E-Mail': 'email' });
  const changed = (await preview({ 'Handy 2': 'phone' })).body.data;
  expect(changed.columns).toEqual([
    { name: 'Phone', meaning: 'custom', sample: '+12125550123', skipped_because: null },
    { name: 'Handy 2', meaning: 'phone', sample: '+12125550124', skipped_because: null },
    { name: 'E-Mail', meaning: 'email', sample: 'ana@acme.com', skipped_because: null },
  ]);
  expect(changed.rows[0].lead).toMatchObject({
    phone: '+12125550124',
    custom_fields: { Phone: '+12125550123' },
  });
  const swapped = (await preview({ Phone: 'ignore', 'Handy 2': 'phone', 'E-Mail': 'email' })).body.data;
  expect(swapped.rows[0].lead).toMatchObject({ phone: '+12125550124', custom_fields: {} });
});

test('an invalid mapping is rejected and the import is not started', async () => {
  const { call, path, preview, start } = await uploadNew('E-Mail,Phone,Ref\nana@acme.com,,7\n');
  for (const ask of [preview, start]) {
    for (const [mapping, field, words] of [
      [{ Mail: 'email' }, 'mapping', '"Mail"'],
      [{ Ref: 'phone', Phone: 'phone' }, 'mapping', 'two columns are mapped to phone'],
      [{ 'E-Mail': 'ignore', Phone: 'custom' }, 'mapping', 'no column is mapped to email or phone'],
      [{ Ref: 'e-mail' }, 'mapping.Ref', 'name, first_name'],
      [{ Ref: 7 }, 'mapping.Ref', ''],
      [['email'], 'mapping', ''],
    ] as const) {
      const response = await ask(mapping);
      expectError(response, 'invalid_input', words);
      expect(response.body.field).toBe(field);
    }
  }
  const badOption = await call(`${path}/start`, { when_full: 'later' });
  expectError(badOption, 'invalid_input', 'stop, skip');
  expect(badOption.body.field).toBe('when_full');
  expectError(await call(`${path}/start`, { columns: {} }), 'invalid_input', 'unknown field');
  expect((await call(path)).body.data).toMatchObject({ status: 'ready', mapping: { 'E-Mail': 'email' } });
});

test('a file without an email or phone column is not started until it has a mapping', async () => {
  const { call } = await newCustomer(suite);
  const file = 'Who,Where\nAna,ana@acme.com\n';
  expectError(
    await upload(call, file, '?start=true'),
    'invalid_input',
    'no column is mapped to email or phone',
  );
  const again = await upload(call, file);
  expect(again.body.data).toMatchObject({ status: 'ready', is_known: true });
  const started = await call(`/api/imports/${again.body.data.import_id}/start`, {
    mapping: { Where: 'email', Who: 'name' },
  });
  expect(started).toMatchObject({ status: 200 });
});

test('columns with the same or no header get unique names for the mapping', async () => {
  const { data, preview } = await uploadNew('Phone,Phone,,E-Mail\n1,+12125550124,x,ana@acme.com\n');
  expect(data.mapping).toEqual({
    Phone: 'phone',
    'Phone (2)': 'custom',
    'Column 3': 'custom',
    'E-Mail': 'email',
  });
  const { rows } = (await preview({ 'Phone (2)': 'phone', 'Column 3': 'ignore' })).body.data;
  expect(rows[0].lead).toMatchObject({ phone: '+12125550124', custom_fields: { Phone: '1' } });
});

test('columns can be named after built-in object properties', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];
  const { call, preview, start, ended } = await uploadNew(
    `E-Mail,${names.join(',')}\nana@acme.com,${names.map((_, index) => `answer ${index}`).join(',')}\n`,
  );
  const custom = (await preview()).body.data.columns.slice(1);
  expect(custom.map(({ meaning }: { meaning: string }) => meaning)).toEqual(names.map(() => 'custom'));
  expectError(await preview({ propertyIsEnumerable: 'custom' }), 'invalid_input', 'propertyIsEnumerable');
  const started = await start({ toString: 'message' });
  expect(started.body.data.mapping).toMatchObject({ constructor: 'custom', toString: 'message' });
  await ended();
  expect((await leadsByEmail(call)).get('ana@acme.com')?.lead).toMatchObject({
    message: 'answer 1',
    custom_fields: { constructor: 'answer 0', hasOwnProperty: 'answer 2', valueOf: 'answer 4' },
  });
});

test('the import stores exactly what the preview shows', async () => {
  const rows = [
    { email: 'ana@acme.com', message: 'We need 40 laptops by Friday', Created: '2024-03-31' },
    { email: 'bo@gmail.com', message: 'hello', Created: '2025-02-14 09:30', budget: '10 Lakh' },
    { email: 'cy@initech.com', message: 'Please call me before the end of the month', Created: '2019-12-30' },
    { email: 'dee@globex.com', message: 'We need 3 licences by 1 June 2024', Created: '2024-05-20' },
    { email: 'eve@globex.com', message: 'We offer the best SEO for your website', Created: '' },
    { email: 'fay@acme.com', phone: '+442071838750', 'Team size': '40', Role: 'CTO', budget: '€5.000' },
    { email: '', phone: '', message: 'nobody' },
    { email: 'gus@acme.com', Created: '31-03-2024' },
  ];
  const { call, path, preview, start, ended } = await uploadNew(
    toCsv(rows.map((row) => ({ phone: '', budget: '', Created: '', 'Team size': '', Role: '', ...row }))),
  );
  const mapping = { Role: 'ignore' };
  const shown = (await preview(mapping)).body.data.rows;
  expect(shown).toHaveLength(rows.length);
  await start(mapping);
  expect((await ended()).progress).toMatchObject({ rows_read: 8, stored: 7, refused: 1, warnings: 1 });
  const stored = await leadsByEmail(call);
  expect(stored.size).toBe(7);
  for (const { error, lead, score, grade, received_at } of shown) {
    if (error !== undefined) continue;
    const { result, received_at: at, lead: storedLead } = stored.get(lead.email);
    expect({ lead: storedLead, score: result.score, grade: result.grade }).toEqual({ lead, score, grade });
    if (received_at !== undefined) expect(at).toBe(received_at);
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  const rejected = shown.filter((row: any) => row.error !== undefined);
  const { text } = await call(`${path}/refused`);
  expect(rejected).toHaveLength(1);
  for (const { line, error } of rejected) {
    expect(text).toContain(`,${line},${/[",]/.test(error) ? `"${error.replaceAll('"', '""')}"` : error}\r\n`);
  }
});

test('a preview shows at most ten rows', async () => {
  const { data } = await uploadNew(
    toCsv(Array.from({ length: 30 }, (_, index) => ({ email: `lead-${index}@acme.com` }))),
  );
  expect(data.preview.rows.map(({ line }: { line: number }) => line)).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
});

test('a preview of very long rows shows the first of them completely', async () => {
  const text = 'a line of a long answer, and another\n'.repeat(500);
  const { data } = await uploadNew(
    toCsv(
      Array.from({ length: 12 }, (_, index) => ({
        email: `lead-${index}@acme.com`,
        ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`Answer ${at}`, at < 5 ? text : 'x'])),
        message: text,
        budget: text,
        source: text,
        name: text,
      })),
    ),
  );
  expect(data.file_bytes).toBeGreaterThan(1024 * 1024);
  expect(data.preview.rows.length).toBeGreaterThan(0);
  expect(data.preview.rows.filter(({ error }: { error?: string }) => error !== undefined)).toEqual([]);
});

test('a finished import cannot be started, previewed or cancelled', async () => {
  const { call, path, preview, start, ended } = await uploadNew('email\nana@acme.com\n');
  await start();
  await ended();
  expectError(await preview(), 'conflict', 'no longer stored');
  expectError(await start(), 'conflict', 'finished');
  expectError(await call(`${path}/cancel`, {}), 'conflict', 'finished');
  const { call: other } = await newCustomer(suite);
  for (const way of ['preview', 'start', 'cancel']) {
    expectError(await other(`${path}/${way}`, {}), 'not_found');
    expectError(await call(`/api/imports/imp_7/${way}`, {}), 'not_found');
  }
});

const REPORT = `Export,March 2026,Acme
Owner,Region,Team
Ann,North,Blue
Name,E-Mail,Message
Ana,ana@acme.com,We need 40 laptops
Bo,bo@acme.com,Please send a quote
`;

test('another row can be taken as the header, which maps the columns and shows the rows below it', async () => {
  const { call, path, data, start, ended } = await uploadNew(REPORT);
  expect(data).toMatchObject({ header_line: 1, mapping: { Export: 'custom' } });
  expect(data.preview.top_rows).toEqual([
    { line: 1, cells: ['Export', 'March 2026', 'Acme'] },
    { line: 2, cells: ['Owner', 'Region', 'Team'] },
    { line: 3, cells: ['Ann', 'North', 'Blue'] },
    { line: 4, cells: ['Name', 'E-Mail', 'Message'] },
    { line: 5, cells: ['Ana', 'ana@acme.com', 'We need 40 laptops'] },
    { line: 6, cells: ['Bo', 'bo@acme.com', 'Please send a quote'] },
  ]);
  const chosen = await call(`${path}/header`, { line: 4 });
  expect(chosen, chosen.text).toMatchObject({ status: 200 });
  expect(chosen.body.data).toMatchObject({
    header_line: 4,
    mapping: { Name: 'name', 'E-Mail': 'email', Message: 'message' },
    preview: {
      rows: [
        { line: 5, lead: { name: 'Ana' } },
        { line: 6, lead: { name: 'Bo' } },
      ],
    },
  });
  expectError(await call(`${path}/header`, { line: 40 }), 'invalid_input');
  await start();
  expect(await ended()).toMatchObject({ header_line: 4, progress: { rows_read: 2, stored: 2 } });
  expect((await leadsByEmail(call)).get('ana@acme.com')).toMatchObject({
    lead: { name: 'Ana', custom_fields: {} },
  });
  expectError(await call(`${path}/header`, { line: 1 }), 'conflict');
});

test('a preview names the rows whose deal value is in another currency, which are stored without it', async () => {
  const file = `email,Status,Amount
ana@acme.com,Won,"14.200,00 €"
bo@acme.com,Won,"$14.200,00"
cy@acme.com,Won,"14,200.00"
dee@acme.com,Won,900 €
`;
  const { call, path, data, start, ended } = await uploadNew(file);
  expect(data.preview.warnings).toEqual([
    {
      kind: 'currency',
      column: 'Amount',
      currency: 'EUR',
      rows: 2,
      lines: [2, 5],
      example: 'Amount: “14.200,00 €” is in EUR, not in USD; the deal value is left out',
    },
  ]);
  expect(data.preview.rows[0]).toMatchObject({ status: 'won', warning: expect.stringContaining('EUR') });
  expect(data.preview.rows[0]).not.toHaveProperty('outcome_amount');
  await start();
  expect((await ended()).progress).toMatchObject({ stored: 4, refused: 0, warnings: 2 });
  const { body } = await call('/api/leads?limit=100');
  const amounts = body.data
    .toSorted((a: { email: string }, b: { email: string }) => a.email.localeCompare(b.email))
    .map(({ decided }: { decided: { amount: number | null } }) => decided.amount);
  expect(amounts).toEqual([null, 14_200, 14_200, null]);
  expect((await call(`${path}/warnings?limit=1`)).text).toContain('14.200,00 €');
});

test('dates that can be read either way are asked about, unless the column decides', async () => {
  const ambiguous = await uploadNew('email,Created\nana@acme.com,03/04/2026\nbo@acme.com,05/04/2026\n');
  expect(ambiguous.data.preview.date_order).toEqual({
    order: 'month_first',
    is_certain: false,
    dates: 2,
    example: '03/04/2026',
  });
  const { call, path, ended } = ambiguous;
  const chosen = await call(`${path}/preview`, { date_order: 'day_first' });
  expect(chosen.body.data.rows[0].received_at).toBe('2026-04-03T00:00:00.000Z');
  await call(`${path}/start`, { date_order: 'day_first' });
  await ended();
  expect((await leadsByEmail(call)).get('ana@acme.com').received_at).toBe('2026-04-03T00:00:00.000Z');

  // A message may mention a date, but it doesn't decide.
  const decided = await uploadNew(
    'email,Created,Message\nana@acme.com,03/04/2026,by 12/31/2026\nbo@acme.com,25/03/2026,\n',
  );
  expect(decided.data.preview.date_order).toMatchObject({ order: 'day_first', is_certain: true });
  await decided.start();
  await decided.ended();
  const leads = await leadsByEmail(decided.call);
  expect(leads.get('ana@acme.com').received_at).toBe('2026-04-03T00:00:00.000Z');

  const plain = await uploadNew('email,Created\nana@acme.com,2026-04-03\n');
  expect(plain.data.preview.date_order).toBeNull();
});
