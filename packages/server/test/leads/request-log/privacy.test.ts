// Logged requests are deleted with their lead or person, even if they have not been written yet. They are part of a
// person's export, and none is kept for more than a week.

import type { Received } from '@leadline/contract';
import { readDatabase } from '@leadline/testkit/database/read-database';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import type { Caller } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMaintenance } from '../../../src/operations/maintenance/run-maintenance.ts';
import { idAt, makeId, readId } from '../../../src/platform/base/ids.ts';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { holdAccount, waitForBlocked } from '../../support/hold-account.ts';
import { listRequests, makeTenant, type Tenant, useApp, waitForRequests } from './suite.ts';

const suite = useApp();
let owner: pg.Pool;
beforeAll(() => {
  owner = openPool(suite.databaseUrl, { size: 4 });
});
afterAll(() => owner.end());

const FORM = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
const TEXT = { headers: { 'Content-Type': 'text/plain' } };
const HOUR_MS = 60 * 60 * 1000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

const bodies = async (caller: Caller): Promise<string[]> =>
  (await listRequests(caller)).map(({ body }) => body).toSorted();

/** Writes all requests so far, including those that are only queued a moment after their response. */
async function flush(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await suite.log.flush();
}

const erase = async (caller: Caller, person: object): Promise<Record<string, number>> => {
  const answer = await caller('/api/people/erase', person);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
};

const isStored = async (word: string): Promise<boolean> =>
  (await readDatabase(owner)).some(({ text }) => text.includes(word));

describe('deleting a lead', () => {
  test('deletes all its requests and no others', async () => {
    const { caller } = await makeTenant(suite);
    const [deleted, other] = [makeLead({ email: newEmail() }), makeLead({ email: newEmail() })];
    const id = await storeLead(caller, deleted);
    await storeLead(caller, deleted);
    await storeLead(caller, other);
    await waitForRequests(suite, caller, 3);
    await caller(`/api/leads/${id}`, undefined, { method: 'DELETE' });
    expect(await bodies(caller)).toEqual([JSON.stringify(other)]);
  });

  test('keeps a request that is still queued from being written', async () => {
    const { caller } = await makeTenant(suite);
    const id = await storeLead(caller, makeLead());
    await caller(`/api/leads/${id}`, undefined, { method: 'DELETE' });
    await flush();
    expect(await bodies(caller)).toEqual([]);
  });
});

/** Requests that are rejected and mention a person, in many ways. */
const mentioning = (email: string): readonly [body: string, options?: object][] => {
  const [user, domain] = email.split('@');
  return [
    [`{"email":"${email}"`],
    [`{"email":"${email}","phone":{}}`],
    [`{"email":"${email.toUpperCase()}","phone":{}}`],
    [`{"email":"${user}\\u0040${domain}","phone":{}}`],
    [`{"email":"${user}\\u0040${domain}"`],
    [`{"data":[{"answers":["My address is ${email}."]}]}`],
    [`{"payload":"{\\"email\\":\\"${email}\\"}"}`],
    [`{"${email}":{}}`],
    [`name=Ana&note=Write+to+${encodeURIComponent(email)}+please`, FORM],
    [`x=${encodeURIComponent(`{"email":"${email}"}`)}`, FORM],
    [`Hello, I am ${email}, call me`, TEXT],
    [`Pat O'Brien ‹${email}> (work)`, TEXT],
    [`Write to ${user}%40${domain} please`, TEXT],
    [`Write to ${user}&#64;${domain} please`, TEXT],
    [`"${user}\\u0040${domain}"`],
    [`"${'x'.repeat(300)} ${email} ${'y'.repeat(17_000)}"`],
    ['[]', { headers: { 'Content-Type': `text/${email}` } }],
  ];
};

async function sendMentioning(caller: Caller, email: string): Promise<number> {
  for (const [body, options] of mentioning(email)) {
    const answer = await caller('/api/webhook.php', body, options);
    expect(answer.status, body.slice(0, 100)).toBeGreaterThanOrEqual(400);
  }
  return mentioning(email).length;
}

describe('erasing a person', () => {
  test('deletes their accepted and rejected requests, however these mention the person', async () => {
    const { caller } = await makeTenant(suite);
    const email = 'qjxkzwvyqjxkzwvy@example.org';
    await storeLead(caller, makeLead({ email, phone: '' }));
    const rejected = await sendMentioning(caller, email);
    await waitForRequests(suite, caller, rejected + 1);
    expect(await isStored('qjxkzwvyqjxkzwvy')).toBe(true);
    expect(await erase(caller, { email })).toMatchObject({ leads: 1, received: rejected + 1 });
    expect(await bodies(caller)).toEqual([]);
    expect((await readDatabase(owner)).filter(({ text }) => /qjxkzwvyqjxkzwvy/i.test(text))).toEqual([]);
  });

  test.each([newEmail(), "pat.o'brien@acme.com", 'r&d+x_1-2@acme.com'])(
    'deletes the rejected requests of %s, who never had a lead',
    async (email) => {
      const { caller } = await makeTenant(suite);
      const rejected = await sendMentioning(caller, email);
      await waitForRequests(suite, caller, rejected);
      expect(await erase(caller, { email })).toMatchObject({ leads: 0, received: rejected });
      expect(await erase(caller, { email })).toMatchObject({ leads: 0, received: 0 });
    },
  );

  test.each([
    ['{"phone":"+1 (212) 555-0163","name":{}}'],
    ['{"phone":12125550163,"name":{}}'],
    ['{"note":"call 0012125550163 please"'],
    ['{"note":"10115 12125550163"}'],
  ])('by phone number deletes the rejected request %s', async (body) => {
    const { caller } = await makeTenant(suite);
    await caller('/api/webhook.php', body);
    await waitForRequests(suite, caller, 1);
    await erase(caller, { phone: '+12125550163' });
    expect(await bodies(caller)).toEqual([]);
  });

  test('by phone number deletes a rejected form', async () => {
    const { caller } = await makeTenant(suite);
    await caller('/api/webhook.php', 'note=Call+%2B1+212+555+0163+please', FORM);
    await caller('/api/webhook.php', 'name=Ana', FORM);
    await waitForRequests(suite, caller, 2);
    await erase(caller, { phone: '+12125550163' });
    expect(await bodies(caller)).toEqual(['name=Ana']);
  });

  test('keeps the requests of people with a similar email, the same number, or in another account', async () => {
    const [{ caller }, other] = [await makeTenant(suite), await makeTenant(suite)];
    await storeLead(caller, makeLead({ email: 'dora@acme.com', phone: '+12125550164' }));
    const theirs = [
      '{"email":"xdora@acme.com","name":{}}',
      '{"email":"dora@acme.com.au","name":{}}',
      '{"email":"o\'dora@acme.com","name":{}}',
      '{"email":"bo+dora@acme.com"',
      '{"email":"bob@acme.com","phone":"+12125550164","name":{}}',
      '{"name":"Dora"}',
    ];
    for (const body of theirs) await caller('/api/webhook.php', body);
    await caller('/api/webhook.php', '{"phone":"+12125550164","name":{}}'); // hers, because it contains no other email
    await other.caller('/api/webhook.php', '{"email":"dora@acme.com","name":{}}');
    await waitForRequests(suite, caller, 8);
    await waitForRequests(suite, other.caller, 1);
    expect(await erase(caller, { email: 'dora@acme.com' })).toMatchObject({ received: 2 });
    expect(await bodies(caller)).toEqual(theirs.toSorted());
    expect(await bodies(other.caller)).toHaveLength(1);
  });

  test('keeps a queued request from being written, but not requests rejected later', async () => {
    const tenant = await makeTenant(suite);
    const { caller } = tenant;
    const email = newEmail();
    await storeLead(caller, makeLead({ email }));
    await caller('/api/webhook.php', `{"email":"${email}"`);
    await erase(caller, { email });
    await flush();
    expect(await bodies(caller)).toEqual([]);
    // Move the erasure ten seconds into the past.
    await owner.query(
      `update leadline.audit_log set id = $2 where account_id = $1 and action = 'person.erased'`,
      [tenant.account.accountId, idAt(new Date(Date.now() - 10_000))],
    );
    await caller('/api/webhook.php', '{"email":');
    await waitForRequests(suite, caller, 1);
  });

  test('keeps requests from being written while it runs', async () => {
    const [tenant, other] = [await makeTenant(suite), await makeTenant(suite)];
    const { caller } = tenant;
    const email = newEmail();
    await storeLead(caller, makeLead({ email }));
    await caller('/api/webhook.php', `{"email":"${email}"`);
    await other.caller('/api/webhook.php', '{');
    const release = await holdAccount(owner, tenant.account.accountId);
    const erased = erase(caller, { email });
    await waitForBlocked(owner, 1);
    // The log neither waits for the erasure nor loses requests because of it.
    await flush();
    expect(await bodies(other.caller)).toHaveLength(1);
    await caller('/api/webhook.php', '{"later":');
    await flush();
    await release();
    await erased;
    await flush();
    expect(await isStored(email)).toBe(false);
  });

  test('waits for requests that are being written and then deletes them', async () => {
    const tenant = await makeTenant(suite);
    const email = newEmail();
    const writing = await owner.connect();
    await writing.query('begin');
    await writing.query(`select pg_advisory_xact_lock_shared(leadline.lock_key($1, 'requests'))`, [
      tenant.account.accountId,
    ]);
    await insertAt(tenant, new Date(), { body: `{"email":"${email}"` }, writing);
    const erased = erase(tenant.caller, { email });
    await waitForBlocked(owner, 1);
    await writing.query('commit');
    writing.release();
    expect(await erased).toMatchObject({ received: 1 });
    expect(await isStored(email)).toBe(false);
  });

  test('leaves nothing behind when leads, rejected requests, deletions and erasures run concurrently', async () => {
    const { caller } = await makeTenant(suite);
    const email = newEmail();
    const flushing = setInterval(() => void suite.log.flush(), 5);
    const steps = Array.from({ length: 80 }, async (_, place) => {
      const answer =
        place % 8 === 7
          ? await caller('/api/people/erase', { email })
          : await caller(
              '/api/webhook.php',
              place % 2 === 0 ? makeLead({ email, place }) : { email, phone: {} },
            );
      if (place % 16 === 4)
        await caller(`/api/leads/${answer.body.lead_id}`, undefined, { method: 'DELETE' });
      expect(answer.status).toBeLessThan(500);
    });
    await Promise.all(steps);
    await flush();
    await erase(caller, { email });
    clearInterval(flushing);
    await flush();
    expect(await isStored(email)).toBe(false);
  });
});

describe('the export of a person', () => {
  test('contains their requests and nobody else’s', async () => {
    const { account, caller } = await makeTenant(suite);
    const email = newEmail();
    const mine = makeLead({ email });
    const id = await storeLead(caller, mine);
    await caller('/api/webhook.php', { email, phone: {}, password: 'hunter2' });
    await storeLead(caller, makeLead({ email: newEmail(), message: 'other' }));
    await caller('/api/webhook.php', { email: newEmail(), phone: {}, message: 'other' });
    await waitForRequests(suite, caller, 4);
    const { body } = await caller(`/api/people?email=${email}`);
    expect(body.data.received).toMatchObject([
      { body: JSON.stringify(mine), lead_id: id, status: 200, mode: 'live', request_id: expect.any(String) },
      { body: `{"email":"${email}","phone":{},"password":"[removed]"}`, lead_id: null, status: 400 },
    ] satisfies Partial<Received>[]);
    const nobody = await caller(`/api/people?email=${email}`, undefined, { key: account.testKey });
    expect(nobody.body.data.received).toEqual([]);
  });

  test('contains their test requests when requested with the test key', async () => {
    const { account, caller } = await makeTenant(suite);
    const asTest: Caller = (path, body) => caller(path, body, { key: account.testKey });
    const email = newEmail();
    await storeLead(asTest, makeLead({ email }));
    await waitForRequests(suite, asTest, 1);
    const { body } = await asTest(`/api/people?email=${email}`);
    expect(body.data.received).toMatchObject([{ mode: 'test', status: 200 }]);
  });
});

interface Row {
  readonly body: string;
  readonly leadId?: string;
}

const insertAt = (
  { account }: Tenant,
  at: Date,
  { body, leadId }: Row,
  client: pg.Pool | pg.PoolClient = owner,
): Promise<unknown> =>
  client.query(
    `insert into leadline.received values ($1, $2, '/api/webhook.php', 'application/json', $3, false, $4, null, $5)`,
    [account.accountId, idAt(at), body, leadId === undefined ? 400 : 200, leadId ?? null],
  );

describe('logged requests', () => {
  const runMaintenanceNow = async (): Promise<void> => {
    const worker = openInstallation(openWorkerPool(suite.databaseUrl));
    await runMaintenance(worker, new Date(), new AbortController().signal);
    await worker.destroy();
  };

  test('are deleted after a week', async () => {
    const tenant = await makeTenant(suite);
    for (const days of [1, 6.9, 7.1, 8, 400]) {
      await insertAt(tenant, hoursAgo(days * 24), { body: `accepted ${days}`, leadId: makeId() });
      await insertAt(tenant, hoursAgo(days * 24), { body: `rejected ${days}` });
    }
    await runMaintenanceNow();
    expect(await bodies(tenant.caller)).toEqual(['accepted 1', 'accepted 6.9', 'rejected 1', 'rejected 6.9']);
  });

  test('are deleted even if there are more than one step can delete', async () => {
    const { account } = await makeTenant(suite);
    await owner.query(
      `insert into leadline.received
       select $1, leadline.first_id_of(now()::timestamp - interval '8 days' - make_interval(secs => n)), '', '', '', false, 400, null, null
       from generate_series(1, 12000) n`,
      [account.accountId],
    );
    await runMaintenanceNow();
    const left = await owner.query('select from leadline.received where account_id = $1', [
      account.accountId,
    ]);
    expect(left.rowCount).toBe(0);
  });

  test('are deleted with the leads whose retention period is over, including rejected requests', async () => {
    const tenant = await makeTenant(suite);
    const id = readId('lead', await storeLead(tenant.caller, makeLead())) ?? '';
    await waitForRequests(suite, tenant.caller, 1);
    // Pretend that the lead arrived two days ago and its sender repeated the request since.
    const old = idAt(hoursAgo(48));
    await owner.query('update leadline.leads set id = $2, person_id = $2 where id = $1', [id, old]);
    await owner.query('update leadline.contacts set person_id = $2 where person_id = $1', [id, old]);
    await owner.query('update leadline.received set lead_id = $2 where lead_id = $1', [id, old]);
    await insertAt(tenant, hoursAgo(48), { body: 'rejected two days ago' });
    await insertAt(tenant, hoursAgo(23), { body: 'rejected today' });
    await runMaintenanceNow();
    expect(await bodies(tenant.caller)).toHaveLength(3);
    await tenant.caller('/api/retention', { days: 1 }, { method: 'PUT' });
    await runMaintenanceNow();
    expect(await bodies(tenant.caller)).toEqual(['rejected today']);
  });
});
