// Erasing people: which leads belong to a person, what blocks an erasure, and what may happen at the same time.
// erase-canaries.test.ts checks that nothing is left.

import { connect } from 'node:net';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { readDatabase } from '@leadline/testkit/database/read-database';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess, uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { listIds, storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readId } from '../../src/platform/base/ids.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { waitForBlocked } from '../support/hold-account.ts';

const suite = useApi({ inOneCell: true });
let owner: pg.Pool;
let worker: pg.Pool;
beforeAll(() => {
  owner = openPool(suite.accountUrl, { size: 3 });
  worker = openWorkerPool(suite.accountUrl);
});
afterAll(async () => {
  await owner.end();
  await worker.end();
});

const erase = (person: object, caller: Caller = suite.call): Promise<ApiResponse> =>
  caller('/api/people/erase', person);

const importHere = (file: string): Promise<string> =>
  importFileInProcess(suite.call, worker, suite.account.accountId, file);

const REJECTED = { outcome: 'perhaps' };

/** The messages of a file's remaining rejected rows. */
const rejectedMessages = async (importId: string): Promise<string[]> => {
  const { rows } = await owner.query<{ message: string }>(
    `select content::json->>'message' as message from leadline.import_refusals where import_id = $1 order by line`,
    [readId('imp', importId)],
  );
  return rows.map(({ message }) => message);
};

describe('a person is erased', () => {
  test('by email, however it is written', async () => {
    const email = newEmail();
    const ids = [
      await storeLead(suite.call, makeLead({ email, phone: '', message: 'One' })),
      await storeLead(suite.call, makeLead({ email: email.toUpperCase(), phone: '', message: 'Two' })),
      await storeLead(suite.call, makeLead({ email, phone: '' }), '/api/score.php'),
    ];
    const erased = await erase({ email: ` ${email.toUpperCase()} ` });
    // The legacy call creates a new person for each lead.
    expect(erased.body.data).toEqual({
      leads: 3,
      contacts: 2,
      deliveries: 0,
      refused_rows: 0,
      crm_records: 0,
      received: expect.any(Number), // the log is written once a second
    });
    for (const id of ids) expect(await suite.call(`/api/leads/${id}`)).toMatchObject({ status: 404 });
  });

  test('by phone number', async () => {
    const id = await storeLead(suite.call, { phone: '+1 (212) 555-0110', name: 'Ana' });
    const other = await storeLead(suite.call, { phone: '+1 (212) 555-01100', name: 'Bob' });
    expect((await erase({ phone: '001 212 555 0110' })).body.data).toMatchObject({ leads: 1, contacts: 1 });
    expect(await suite.call(`/api/leads/${id}`)).toMatchObject({ status: 404 });
    expect(await suite.call(`/api/leads/${other}`)).toMatchObject({ status: 200 });
  });

  test('by the phone number as they wrote it', async () => {
    const phone = '+44 (0)20 7946 0111';
    await storeLead(suite.call, { phone, name: 'Ana' });
    expect((await erase({ phone })).body.data).toMatchObject({ leads: 1 });
  });

  test('together with leads that have their phone number and no email', async () => {
    const email = newEmail();
    for (const [address, message] of [
      [email, 'With an email'],
      ['', 'Without an email'],
    ]) {
      await storeLead(suite.call, makeLead({ email: address, phone: '+12125550112', message }));
    }
    expect((await erase({ email })).body.data).toMatchObject({ leads: 2 });
    expect(await listIds(suite.call, '?q=%2B12125550112')).toEqual([]);
  });

  test('together with leads that have their phone number and an invalid email', async () => {
    const email = newEmail();
    await storeLead(suite.call, makeLead({ email, phone: '+12125550114' }));
    await storeLead(suite.call, makeLead({ email: 'n/a', phone: '+12125550114' }));
    expect((await erase({ email })).body.data).toMatchObject({ leads: 2 });
  });

  test('together with rejected rows that contain their phone number and no email', async () => {
    const email = newEmail();
    await storeLead(suite.call, makeLead({ email, phone: '+12125550113' }));
    const file = toCsv([
      { email: '', phone: '+1 212 555 0113', message: 'hers', ...REJECTED },
      { email: newEmail(), phone: '+1 212 555 0113', message: 'a colleague’s', ...REJECTED },
    ]);
    const id = await importHere(file);
    await erase({ email });
    expect(await rejectedMessages(id)).toEqual(['a colleague’s']);
  });

  test('together with rejected rows of any length', async () => {
    const email = newEmail();
    const id = await importHere(toCsv([{ message: 'x'.repeat(25_000), email, ...REJECTED }]));
    expect((await erase({ email })).body.data).toMatchObject({ refused_rows: 1 });
    const left = await owner.query('select from leadline.import_refusals where import_id = $1', [
      readId('imp', id),
    ]);
    expect(left.rowCount).toBe(0);
  });

  test('even if they have more leads than a statement can have parameters', async () => {
    const caller = callAs(suite, await makeAccount(suite.owner));
    const email = newEmail();
    const id = await storeLead(caller, makeLead({ email }));
    await owner.query(
      `insert into leadline.leads (account_id, id, person_id, score, grade, source, phone, lead, scored)
       select account_id, uuidv7(), person_id, score, grade, source, phone, lead, scored
       from leadline.leads, generate_series(1, 66000) where id = $1`,
      [readId('lead', id)],
    );
    expect(await erase({ email }, caller)).toMatchObject({ status: 200, body: { data: { leads: 66_001 } } });
  });

  test('with all counts zero if nothing is stored about them', async () => {
    const nothing = { leads: 0, contacts: 0, deliveries: 0, refused_rows: 0, received: 0, crm_records: 0 };
    expect((await erase({ email: newEmail() })).body).toEqual({ success: true, data: nothing });
    expect((await erase({ phone: '+12125550119' })).body).toEqual({ success: true, data: nothing });
  });

  test.each([
    [{}, 'either email or phone'],
    [{ email: 'ana@acme.com', phone: '+12125550123' }, 'either email or phone'],
    [{ email: 'ana' }, 'email'],
    [{ email: '' }, 'email'],
    [{ phone: '+--' }, 'phone'],
    [{ phone: '+1' }, 'phone'],
    [{ name: 'Ana' }, 'unknown field'],
  ])('but not by %j', async (person, words) => {
    expectError(await erase(person), 'invalid_input', words);
  });

  test('but not by an email with an invalid character', async () => {
    expectError(await erase({ email: 'ana@acme.com\0' }), 'invalid_characters', 'email');
  });
});

describe('an erasure does not affect', () => {
  test('people who share the phone number but have a different email', async () => {
    const [ana, colleague] = [newEmail(), newEmail()];
    await storeLead(suite.call, makeLead({ email: ana, phone: '+12125550120', name: 'Ana Lopez' }));
    const id = await storeLead(
      suite.call,
      makeLead({ email: colleague, phone: '+12125550120', name: 'Bob Li' }),
    );
    expect((await erase({ email: ana })).body.data).toMatchObject({ leads: 1, contacts: 1 });
    // Still found, shown and linked, although the first lead with that number is gone.
    expect(await listIds(suite.call, `?q=${colleague}`)).toEqual([id]);
    expect(await listIds(suite.call, '?q=%2B12125550120')).toEqual([id]);
    const { person } = (await suite.call(`/api/leads/${id}`)).body.data;
    expect(person.lead_ids).toEqual([id]);
    const next = await storeLead(suite.call, makeLead({ email: colleague, phone: '', message: 'Again' }));
    expect((await suite.call(`/api/leads/${next}`)).body.data.person.person_id).toBe(person.person_id);
    expect((await erase({ email: colleague })).body.data).toMatchObject({ leads: 2, contacts: 2 });
  });

  test('people with a similar email', async () => {
    const alike = [
      'xdora@acme.com',
      'dr.dora@acme.com',
      'dora@acme.com.au',
      'dora@acme.co',
      'dora+x@acme.com',
    ];
    const ids: string[] = [];
    for (const email of alike) ids.push(await storeLead(suite.call, makeLead({ email, phone: '' })));
    await storeLead(suite.call, makeLead({ email: 'dora@acme.com', phone: '' }));
    expect((await erase({ email: 'dora@acme.com' })).body.data).toMatchObject({ leads: 1, contacts: 1 });
    for (const id of ids) expect(await suite.call(`/api/leads/${id}`)).toMatchObject({ status: 200 });
  });

  test('rejected rows with a similar email or number', async () => {
    const rows = [
      { email: 'emil@acme.com', phone: '', message: 'his' },
      { email: 'xemil@acme.com', phone: '', message: 'longer' },
      { email: 'emil@acme.com.au', phone: '', message: 'longer still' },
      { email: newEmail(), phone: '', message: 'our zip is 90211' },
    ];
    const id = await importHere(toCsv(rows.map((row) => ({ ...row, ...REJECTED }))));
    await erase({ email: 'emil@acme.com' });
    await erase({ phone: '90211' });
    expect(await rejectedMessages(id)).toEqual(['longer', 'longer still', 'our zip is 90211']);
  });

  test('the same person in another account', async () => {
    const elsewhere = callAs(suite, await makeAccount(suite.owner));
    const email = newEmail();
    const id = await storeLead(elsewhere, makeLead({ email }));
    await storeLead(suite.call, makeLead({ email }));
    expect((await erase({ email })).body.data).toMatchObject({ leads: 1 });
    expect(await elsewhere(`/api/leads/${id}`)).toMatchObject({ status: 200 });
  });
});

describe('an unfinished import', () => {
  const canary = 'qjxkzwvyqjxkzwvy';
  const file = `email,message\n${canary}@example.org,Hello\n`;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let caller: Caller;
  beforeAll(async () => {
    account = await makeAccount(suite.owner);
    caller = callAs(suite, account);
  });

  /** Whether the database contains any part of the file. */
  const isStored = async (word = canary): Promise<boolean> =>
    (await readDatabase(owner)).some(({ text }) => text.includes(word));

  const setStatus = (importId: string, status: string): Promise<unknown> =>
    owner.query('update leadline.imports set status = $2 where id = $1', [readId('imp', importId), status]);

  test.each(['queued', 'running', 'stopped'])(
    'blocks an erasure while it is %s, until it is cancelled',
    async (status) => {
      const id = await uploadFile(caller, file);
      await setStatus(id, status);
      expect(await isStored()).toBe(true);
      expectError(await erase({ email: `${canary}@example.org` }, caller), 'import_in_progress', id);
      expect(await caller(`/api/imports/${id}/cancel`, undefined, { method: 'POST' })).toMatchObject({
        status: 200,
      });
      expect(await erase({ email: `${canary}@example.org` }, caller)).toMatchObject({ status: 200 });
      expect(await isStored()).toBe(false);
    },
  );

  test('that was never started does not block an erasure, which discards its file', async () => {
    const id = await uploadFile(caller, file);
    const email = newEmail();
    await storeLead(caller, { email });
    expect((await erase({ email }, caller)).body.data).toMatchObject({ leads: 1 });
    expect(await isStored()).toBe(false);
    expect((await caller(`/api/imports/${id}`)).body.data).toMatchObject({ status: 'cancelled' });
    const again = await caller('/api/imports', file, { headers: { 'Content-Type': 'text/csv' } });
    expect(again.body.data).toMatchObject({ import_id: id, status: 'ready' });
    await caller(`/api/imports/${id}/cancel`, undefined, { method: 'POST' });
  });

  test('is named in the error, and so is a second one', async () => {
    const ids = [await uploadFile(caller, file), await uploadFile(caller, 'email\nbob@example.org\n')];
    for (const id of ids) await setStatus(id, 'stopped');
    const answer = await erase({ email: 'ana@acme.com' }, caller);
    for (const id of ids) expectError(answer, 'import_in_progress', id);
    for (const id of ids) await caller(`/api/imports/${id}/cancel`, undefined, { method: 'POST' });
  });

  test('blocks an erasure while it is being uploaded, until the client disconnects', async () => {
    const { hostname, port } = new URL(suite.api.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /api/imports HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${account.liveKey}\r\nContent-Type: text/csv\r\n` +
        `Content-Length: 9000000\r\n\r\n${file}${`${canary}@example.org,x\n`.repeat(60_000)}`,
    );
    await waitFor(() => isStored(), true);
    const [{ import_id }] = (await caller('/api/imports')).body.data.filter(
      ({ status }: { status: string }) => status === 'uploading',
    );
    expectError(await erase({ email: `${canary}@example.org` }, caller), 'import_in_progress', import_id);
    socket.destroy();
    await waitFor(() => isStored(), false);
    expect(await erase({ email: `${canary}@example.org` }, caller)).toMatchObject({ status: 200 });
  });

  test('can be cancelled after the process that received the upload has crashed', async () => {
    const caller = callAs(suite, await makeAccount(suite.owner));
    const email = 'wvyqjxkzwvyqjxkz@example.org';
    const id = await uploadFile(caller, `email\n${email}\n`);
    await setStatus(id, 'uploading');
    expectError(await erase({ email }, caller), 'import_in_progress', id);
    const cancelled = await caller(`/api/imports/${id}/cancel`, undefined, { method: 'POST' });
    expect(cancelled).toMatchObject({ status: 200 });
    expect(await erase({ email }, caller)).toMatchObject({ status: 200 });
    expect(await isStored(email)).toBe(false);
  });

  test('no longer blocks an erasure once it is finished, and uploading the file again does not bring the person back', async () => {
    const account = await makeAccount(suite.owner);
    const caller = callAs(suite, account);
    const email = 'zwvyqjxkzwvyqjxk@example.org';
    const file = `email\n${email}\n`;
    await importFileInProcess(caller, worker, account.accountId, file);
    expect((await erase({ email }, caller)).body.data).toMatchObject({ leads: 1 });
    const again = await caller('/api/imports?start=true', file, { headers: { 'Content-Type': 'text/csv' } });
    expect(again.body.data).toMatchObject({ is_known: true, status: 'finished' });
    expect(await isStored(email)).toBe(false);
  });
});

describe('during an erasure', () => {
  test('new leads are either erased or stored completely', async () => {
    const account = await makeAccount(suite.owner);
    const caller = callAs(suite, account);
    const email = newEmail();
    const send = (place: number): Promise<ApiResponse> =>
      caller('/api/webhook.php', makeLead({ email, message: `Number ${place}` }));
    await Promise.all(Array.from({ length: 10 }, (_, place) => send(place)));
    const all = Array.from({ length: 60 }, (_, place) =>
      place % 6 === 5 ? erase({ email }, caller) : send(10 + place),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    // An account has one erasure running at a time.
    expect(new Set(statuses.filter((_, place) => place % 6 === 5))).toEqual(new Set([200, 429]));
    expect(new Set(statuses.filter((_, place) => place % 6 !== 5))).toEqual(new Set([200]));
    const { rows } = await owner.query(
      `select coalesce(sum(c.leads), 0)::int as counted,
         (select count(*)::int from leadline.leads where account_id = $1) as leads,
         (select count(*)::int from leadline.requests where account_id = $1) as requests
       from leadline.contacts c where c.account_id = $1`,
      [account.accountId],
    );
    const { counted, leads, requests } = rows[0];
    expect({ counted, requests }).toEqual({ counted: leads, requests: leads });
    expect((await erase({ email }, caller)).body.data).toMatchObject({ leads });
  });

  test('an outcome that is being recorded leaves nothing behind', async () => {
    const email = newEmail();
    const id = readId('lead', await storeLead(suite.call, makeLead({ email })));
    // Does what recording an outcome does, up to the commit.
    const recording = await owner.connect();
    const { accountId } = suite.account;
    await recording.query('begin');
    await recording.query(`update leadline.leads set outcome = 'won' where account_id = $1 and id = $2`, [
      accountId,
      id,
    ]);
    await recording.query(
      `with o as (
         insert into leadline.outcomes (account_id, lead_id, id, outcome, at)
         values ($1, $2, uuidv7(), 'won', now()) returning id
       )
       insert into leadline.outbox (account_id, id, kind, subject_id) select $1, id, 'lead.outcome', $2 from o`,
      [accountId, id],
    );
    const erased = erase({ email });
    await waitForBlocked(owner, 1);
    await recording.query('commit');
    recording.release();
    expect((await erased).body.data).toMatchObject({ leads: 1 });
    const left = await owner.query('select from leadline.outbox where subject_id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });
});
