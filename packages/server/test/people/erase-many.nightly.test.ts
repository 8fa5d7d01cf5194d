// A person with very many leads is erased in steps: other requests don't wait for it, a crash leaves consistent data, and
// repeating the request erases the rest.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type LeadlineProcess, spawnApi } from '@leadline/testkit/service/spawn-leadline';
import type { Caller } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { readId, showId } from '../../src/platform/base/ids.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

let databaseUrl: string;
let owner: pg.Pool;
let api: LeadlineProcess;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openPool(databaseUrl, { size: 3 });
  api = await spawnApi(databaseUrl);
});
afterAll(async () => {
  await api.kill('SIGKILL');
  await owner.end();
});

const makeTenant = async (): Promise<NewAccount & { readonly caller: Caller }> => {
  const account = await makeAccount(openInstallation(owner));
  return { ...account, caller: (path, body) => call(api.url, path, body, { key: account.liveKey }) };
};

/** Adds copies of a lead, as if it had been sent that many more times. */
async function repeat(leadId: string, times: number): Promise<void> {
  const id = readId('lead', leadId);
  const { rows } = await owner.query<{ person_id: string; phone: string; email: string }>(
    `insert into leadline.leads (account_id, id, person_id, score, grade, source, phone, lead, scored)
     select account_id, uuidv7(), person_id, score, grade, source, phone, lead, scored
     from leadline.leads, generate_series(1, $2::integer) where id = $1
     returning person_id, phone, lead->>'email' as email`,
    [id, times],
  );
  const [{ person_id, phone, email } = { person_id: '', phone: '', email: '' }] = rows;
  await owner.query(
    'update leadline.contacts set leads = leads + $1 where person_id = $2 and phone = $3 and email = $4',
    [times, person_id, phone, email],
  );
}

interface Remaining {
  readonly leads: number;
  /** The number of leads according to the contacts. */
  readonly counted: number;
  /** Idempotency records and logged requests without their lead. */
  readonly requests: number;
  readonly logged: number;
}

async function countRemaining(accountId: string): Promise<Remaining> {
  const { rows } = await owner.query<Remaining>(
    `select (select count(*)::int from leadline.leads where account_id = $1) as leads,
       (select coalesce(sum(leads), 0)::int from leadline.contacts where account_id = $1) as counted,
       (select count(*)::int from leadline.requests r where account_id = $1
          and not exists (select from leadline.leads l where l.account_id = $1 and l.id = r.lead_id)) as requests,
       (select count(*)::int from leadline.received r where account_id = $1 and lead_id is not null
          and not exists (select from leadline.leads l where l.account_id = $1 and l.id = r.lead_id)) as logged`,
    [accountId],
  );
  return rows[0] as Remaining;
}

const erasuresOf = async (caller: Caller): Promise<Record<string, unknown>[]> =>
  (await caller('/api/audit')).body.data.filter(
    ({ action }: { action: string }) => action === 'person.erased',
  );

const LEADS = 40_000;

test('while a person with 40,000 leads is erased, new leads of them and of others are accepted as usual', async () => {
  const [{ accountId, caller }, stranger] = [await makeTenant(), await makeTenant()];
  const email = newEmail();
  const id = await storeLead(caller, makeLead({ email }));
  await repeat(id, LEADS - 1);
  await caller('/api/webhook.php', `{"email":"${email}"`);
  await waitFor(async () => (await caller('/api/received')).body.data.length, 2);

  let isOver = false;
  const durations: number[] = [];
  const send = async (sender: Caller, lead: () => object): Promise<void> => {
    for (; !isOver; ) {
      const started = performance.now();
      expect(await sender('/api/webhook.php', lead())).toMatchObject({ status: 200 });
      durations.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  let sent = 0;
  const sending = [
    send(stranger.caller, () => makeLead({ email: newEmail() })),
    send(caller, () => makeLead({ email, message: `Number ${++sent}` })),
  ];
  const erased = await caller('/api/people/erase', { email });
  isOver = true;
  await Promise.all(sending);
  expect(erased).toMatchObject({ status: 200 });
  // A single transaction would take 3 s.
  expect(Math.max(...durations)).toBeLessThan(2_000);

  // One audit entry covers all of it.
  const { data } = erased.body;
  expect(data).toMatchObject({ contacts: expect.any(Number), received: expect.any(Number) });
  expect(data.received).toBeGreaterThanOrEqual(2);
  const [entry, ...others] = await erasuresOf(caller);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ details: data, subject: showId('person', readId('lead', id) ?? '') });

  // Everything from before is erased. Leads that arrived in the meantime are either erased or complete.
  const { leads, ...rest } = await countRemaining(accountId);
  expect(data.leads).toBe(LEADS + sent - leads);
  expect(rest).toEqual({ counted: leads, requests: 0, logged: 0 });
  const { rowCount } = await owner.query(
    `select from leadline.leads where account_id = $1 and lead->>'message' not like 'Number %'`,
    [accountId],
  );
  expect(rowCount).toBe(0);
});

test('a crash during an erasure leaves consistent data, and repeating the request erases the rest', async () => {
  const { accountId, caller } = await makeTenant();
  const email = newEmail();
  const phone = '+12125550171';
  await repeat(await storeLead(caller, makeLead({ email, phone })), 3_000);
  // Linked to her by the number, and only found through the leads with her email.
  await repeat(await storeLead(caller, makeLead({ email: '', phone, message: 'No email' })), 3_000);
  const colleague = await storeLead(caller, makeLead({ email: newEmail(), phone, name: 'Bob Li' }));
  const all = (await countRemaining(accountId)).leads;
  expect(all).toBe(6_003);

  for (const share of [0.8, 0.3]) {
    const dying = caller('/api/people/erase', { email }).catch(() => null);
    await waitFor(async () => (await countRemaining(accountId)).leads < all * share, true);
    await api.kill('SIGKILL');
    await dying;
    const { leads, ...rest } = await countRemaining(accountId);
    expect(leads).toBeGreaterThan(1);
    expect(rest).toEqual({ counted: leads, requests: 0, logged: 0 });
    api = await spawnApi(databaseUrl);
  }
  const { leads } = await countRemaining(accountId);
  expect((await caller('/api/people/erase', { email })).body.data).toMatchObject({ leads: leads - 1 });
  expect(await countRemaining(accountId)).toEqual({ leads: 1, counted: 1, requests: 0, logged: 0 });
  expect(await caller(`/api/leads/${colleague}`)).toMatchObject({ status: 200 });
  expect(await erasuresOf(caller)).toMatchObject([{ details: { leads: leads - 1 } }]);
});

test('an import started during an erasure stops it, and the audit log says what was erased', async () => {
  const { accountId, caller, liveKey } = await makeTenant();
  const email = newEmail();
  await repeat(await storeLead(caller, makeLead({ email })), 3_000);
  const erasing = caller('/api/people/erase', { email });
  await waitFor(async () => (await countRemaining(accountId)).leads < 2_500, true);
  const headers = { 'Content-Type': 'text/csv' };
  const upload = await call(api.url, '/api/imports?start=true', 'email\nbo@acme.com\n', {
    key: liveKey,
    headers,
  });
  const importId = upload.body.data.import_id;
  expectError(await erasing, 'import_in_progress', importId);
  const [entry] = await erasuresOf(caller);
  const { leads } = await countRemaining(accountId);
  expect(entry).toMatchObject({ details: { leads: 3_001 - leads } });
  await call(api.url, `/api/imports/${importId}/cancel`, undefined, { key: liveKey, method: 'POST' });
  expect((await caller('/api/people/erase', { email })).body.data).toMatchObject({ leads });
  expect((await countRemaining(accountId)).leads).toBe(0);
});
