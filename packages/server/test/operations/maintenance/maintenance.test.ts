// The maintenance job: it deletes expired data and creates the partitions that leads are stored in.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LeadWriter } from '../../../src/leads/intake/lead-writer.ts';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { runMaintenance } from '../../../src/operations/maintenance/run-maintenance.ts';
import { idAt, makeId, readId } from '../../../src/platform/base/ids.ts';
import { type Installation, openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';

const suite = useApi({ inOneCell: true });
let owner: pg.Pool;
let worker: Installation;
beforeAll(() => {
  owner = openPool(suite.accountUrl, { size: 2 });
  worker = openInstallation(openWorkerPool(suite.accountUrl));
});
afterAll(async () => {
  await worker.destroy();
  await owner.end();
});

const HOUR_MS = 60 * 60 * 1000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const daysAgo = (days: number): Date => hoursAgo(days * 24);

const maintain = (db = worker): Promise<void> => runMaintenance(db, new Date(), new AbortController().signal);

interface Tenant {
  readonly account: NewAccount;
  readonly caller: Caller;
}

async function makeTenant(): Promise<Tenant> {
  const account = await makeAccount(suite.owner);
  return { account, caller: callAs(suite, account) };
}

describe('old deliveries', () => {
  test('are deleted after 30 days unless they are pending', async () => {
    const { account, caller } = await makeTenant();
    const hook = (await caller('/api/webhooks', { url: 'http://127.0.0.1:9/' })).body.data.webhook_id;
    for (const [status, days] of [
      ['delivered', 29],
      ['delivered', 31],
      ['failed', 29],
      ['failed', 31],
      ['failed', 400],
      ['pending', 29],
      ['pending', 31],
    ] as const) {
      await owner.query(
        `insert into leadline.deliveries (account_id, endpoint_id, event_id, event, status, response_excerpt)
         values ($1, $2, $3, 'lead.scored', $4, $5)`,
        [account.accountId, readId('hook', hook), idAt(daysAgo(days)), status, `${status} ${days}`],
      );
    }
    await maintain();
    const { body } = await caller(`/api/webhooks/${hook}/deliveries`);
    expect(
      body.data.map(({ response_excerpt }: { response_excerpt: string }) => response_excerpt).toSorted(),
    ).toEqual(['delivered 29', 'failed 29', 'pending 29', 'pending 31']);
  });

  test('are deleted even if there are more than fit in one batch', async () => {
    const { account, caller } = await makeTenant();
    const hook = (await caller('/api/webhooks', { url: 'http://127.0.0.1:9/' })).body.data.webhook_id;
    await owner.query(
      `insert into leadline.deliveries (account_id, endpoint_id, event_id, event, status)
       select $1, $2, leadline.first_id_of(now()::timestamp - interval '31 days' - make_interval(secs => n)), 'lead.scored', 'delivered'
       from generate_series(1, 12000) n`,
      [account.accountId, readId('hook', hook)],
    );
    await maintain();
    expect((await caller(`/api/webhooks/${hook}/deliveries`)).body.data).toEqual([]);
  });
});

describe('uploaded files', () => {
  interface Upload {
    readonly status: string;
    readonly created?: Date;
    readonly finished?: Date;
  }

  const setTimes = (id: string, { status, created = new Date(), finished }: Upload): Promise<unknown> =>
    owner.query(
      'update leadline.imports set status = $2, created_at = $3, active_at = $3, finished_at = $4 where id = $1',
      [readId('imp', id), status, created, finished ?? null],
    );

  const chunksOf = async (id: string): Promise<number> =>
    (await owner.query('select from leadline.import_chunks where import_id = $1', [readId('imp', id)]))
      .rowCount ?? 0;

  let files = 0;
  async function uploadAs({ caller }: Tenant, upload: Upload): Promise<string> {
    const id = await uploadFile(caller, `email\nfile-${++files}@example.org\n`);
    await setTimes(id, upload);
    return id;
  }

  test('are deleted with their import after an hour if the upload never finished', async () => {
    const tenant = await makeTenant();
    const old = await uploadAs(tenant, { status: 'uploading', created: hoursAgo(1.5) });
    const young = await uploadAs(tenant, { status: 'uploading', created: hoursAgo(0.5) });
    await maintain();
    expect(await tenant.caller(`/api/imports/${old}`)).toMatchObject({ status: 404 });
    expect(await chunksOf(old)).toBe(0);
    expect(await chunksOf(young)).toBe(1);
  });

  test.each([
    ['ready', { created: daysAgo(8) }],
    ['stopped', { created: daysAgo(30), finished: daysAgo(8) }],
  ])(
    'of imports that are %s for a week are deleted, and recognized when uploaded again',
    async (status, times) => {
      const tenant = await makeTenant();
      const id = await uploadAs(tenant, { status, ...times });
      await maintain();
      expect((await tenant.caller(`/api/imports/${id}`)).body.data).toMatchObject({
        status: 'cancelled',
        error: expect.stringContaining('week'),
        finished_at: expect.any(String),
      });
      expect(await chunksOf(id)).toBe(0);
      const again = await uploadFile(tenant.caller, `email\nfile-${files}@example.org\n`);
      expect(again).toBe(id);
      expect(await chunksOf(id)).toBe(1);
    },
  );

  test.each([
    ['ready', { created: daysAgo(6) }],
    ['stopped', { created: daysAgo(30), finished: daysAgo(6) }],
    ['queued', { created: daysAgo(30) }],
    ['running', { created: daysAgo(30) }],
  ])('of imports that are %s are kept until then', async (status, times) => {
    const tenant = await makeTenant();
    const id = await uploadAs(tenant, { status, ...times });
    await maintain();
    expect((await tenant.caller(`/api/imports/${id}`)).body.data).toMatchObject({ status });
    expect(await chunksOf(id)).toBe(1);
  });

  test.each(['finished', 'cancelled', 'failed'])('of a %s import are deleted right away', async (status) => {
    const tenant = await makeTenant();
    const id = await uploadAs(tenant, { status, finished: new Date() });
    await maintain();
    expect(await chunksOf(id)).toBe(0);
    expect(await tenant.caller(`/api/imports/${id}`)).toMatchObject({ status: 200 });
  });

  test('lose their rejected rows after 30 days, but the import stays', async () => {
    const tenant = await makeTenant();
    const makeRejectedRow = async (upload: Upload): Promise<[string, () => Promise<string>]> => {
      const id = await uploadAs(tenant, upload);
      await owner.query(
        `insert into leadline.import_refusals values ($1, $2, 2, 'no good', '{"email":"refused@example.org"}')`,
        [tenant.account.accountId, readId('imp', id)],
      );
      return [id, async () => (await tenant.caller(`/api/imports/${id}/refused`)).text];
    };
    const [old, readOld] = await makeRejectedRow({ status: 'finished', finished: daysAgo(31) });
    const [, readYoung] = await makeRejectedRow({ status: 'finished', finished: daysAgo(29) });
    const [, readOpen] = await makeRejectedRow({ status: 'running', created: daysAgo(31) });
    await maintain();
    expect(await readOld()).not.toContain('refused@example.org');
    expect(await tenant.caller(`/api/imports/${old}`)).toMatchObject({ status: 200 });
    expect(await readYoung()).toContain('refused@example.org');
    expect(await readOpen()).toContain('refused@example.org');
  });
});

test('requests are deleted once they are no longer needed to detect duplicates', async () => {
  const { account, caller } = await makeTenant();
  await storeLead(caller, makeLead({ email: newEmail() }));
  for (const hours of [23, 26, 600]) {
    await owner.query('insert into leadline.requests values ($1, $2, $2, $3)', [
      account.accountId,
      makeId(),
      idAt(hoursAgo(hours)),
    ]);
  }
  await maintain();
  const { rowCount } = await owner.query('select from leadline.requests where account_id = $1', [
    account.accountId,
  ]);
  expect(rowCount).toBe(2);
});

test('the planner statistics are updated, including partitions', async () => {
  await storeLead(suite.call, makeLead({ email: newEmail() }));
  const started = new Date();
  await maintain();
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_stat_all_tables
     where schemaname = 'leadline' and relname ~ '^(contacts|leads|leads_.*)$'
       and (last_analyze is null or last_analyze < $1)`,
    [started],
  );
  expect(rows).toEqual([]);
});

describe('partitions', () => {
  interface Bounds {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }

  let url: string;
  let pool: pg.Pool;
  let db: Installation;
  beforeAll(async () => {
    url = await cloneDatabase();
    pool = openPool(url, { size: 2 });
    db = openInstallation(openWorkerPool(url));
  });
  afterAll(async () => {
    await db.destroy();
    await pool.end();
  });

  async function readBounds(): Promise<Bounds[]> {
    const { rows } = await pool.query<Bounds>(
      `select c.relname as name,
         coalesce((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''(.+)''\\) TO'))[1], '') as "from",
         (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(.+)''\\)'))[1] as "to"
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'leadline.leads'::regclass order by 2`,
    );
    return rows;
  }

  /** The first day of the month this many months from now, as used in partition names. */
  const monthFromNow = (months: number): Date => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
  };
  const nameOf = (months: number): string =>
    `leads_${monthFromNow(months).toISOString().slice(0, 7).replace('-', '_')}`;

  /** Detached first: dropping with `cascade` would drop the foreign keys that refer to leads, too. */
  async function dropPartition(name: string): Promise<void> {
    await pool.query(`alter table leadline.leads detach partition leadline.${name}`);
    await pool.query(`drop table leadline.${name}`);
  }

  /** As if the service was installed nine months ago and has not run for half a year. */
  async function fallAsleep(): Promise<void> {
    for (const { name } of await readBounds()) await dropPartition(name);
    const firstId = (months: number): string =>
      `leadline.first_id_of('${monthFromNow(months).toISOString().slice(0, 10)}')`;
    const add = async (name: string, from: string, to: number): Promise<void> => {
      const { rows } = await pool.query<{ id: string }>(`select ${firstId(to)} as id`);
      await pool.query(
        `create table leadline.${name} partition of leadline.leads for values from (${from}) to ('${rows[0]?.id}')`,
      );
      await pool.query(`grant maintain on leadline.${name} to leadline_worker`);
    };
    await add('leads_older', 'minvalue', -9);
    for (let months = -9; months <= -6; months++) {
      const { rows } = await pool.query<{ id: string }>(`select ${firstId(months)} as id`);
      await add(nameOf(months), `'${rows[0]?.id}'`, months + 1);
    }
  }

  const expectNoGap = (bounds: readonly Bounds[]): void => {
    expect(bounds[0]).toMatchObject({ name: 'leads_older', from: '' });
    for (const [index, { from }] of bounds.entries()) {
      if (index > 0) expect(from).toBe(bounds[index - 1]?.to);
    }
  };

  test('exist for last month, this month and three months ahead from the start', async () => {
    const bounds = await readBounds();
    expect(bounds.map(({ name }) => name)).toEqual(['leads_older', ...[-1, 0, 1, 2, 3].map(nameOf)]);
    expectNoGap(bounds);
  });

  test('have no gap after half a year without maintenance', async () => {
    await fallAsleep();
    const api = openPool(url, { size: 1, role: 'leadline_api' });
    const writer = new LeadWriter(api);
    const { accountId } = await makeAccount(openInstallation(pool));
    await expect(writer.write(makeLeadToWrite(accountId))).rejects.toThrow(/no partition/);
    await writer.write(makeLeadToWrite(accountId, { leadId: idAt(monthFromNow(-9)) }));

    await runMaintenance(db, new Date(), new AbortController().signal);
    const bounds = await readBounds();
    const months = Array.from({ length: 13 }, (_, index) => index - 9);
    expect(bounds.map(({ name }) => name)).toEqual(['leads_older', ...months.map(nameOf)]);
    expectNoGap(bounds);

    // Leads of every month can be stored, both new and imported ones.
    for (const month of [-300, -10, ...months]) {
      const leadId = idAt(new Date(monthFromNow(month).getTime() + 1));
      expect(await writer.write(makeLeadToWrite(accountId, { leadId })), nameOf(month)).toEqual({
        kind: 'stored',
      });
    }
    await api.end();
  });

  test('are created only once', async () => {
    const before = await readBounds();
    await runMaintenance(db, new Date(), new AbortController().signal);
    expect(await readBounds()).toEqual(before);
  });

  test('are created only once by concurrent workers', async () => {
    for (const months of [2, 3]) await dropPartition(nameOf(months));
    await Promise.all([1, 2, 3].map(() => runMaintenance(db, new Date(), new AbortController().signal)));
    expectNoGap(await readBounds());
    expect((await readBounds()).at(-1)?.name).toBe(nameOf(3));
  });

  /** It gives up after 50 ms if something else uses a month, such as an autovacuum on a busy machine. */
  async function maintainUntilOldest(name: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await runMaintenance(db, new Date(), new AbortController().signal);
          return (await readBounds())[1]?.name;
        },
        { timeout: 20_000 },
      )
      .toBe(name);
  }

  test('are dropped from the oldest on when they are past and have no leads', async () => {
    const { rows } = await pool.query<{ id: string }>('select leadline.first_id_of($1) as id', [
      monthFromNow(-4),
    ]);
    await pool.query('delete from leadline.leads where id < $1', [rows[0]?.id]);
    await maintainUntilOldest(nameOf(-4));
    const bounds = await readBounds();
    expect(bounds.map(({ name }) => name)).toEqual([
      'leads_older',
      ...[-4, -3, -2, -1, 0, 1, 2, 3].map(nameOf),
    ]);
    expectNoGap(bounds);
  });

  test('are dropped later if somebody is reading leads', async () => {
    await pool.query(`delete from leadline.${nameOf(-4)}`);
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select from leadline.leads limit 1');
    await runMaintenance(db, new Date(), new AbortController().signal);
    expect((await readBounds())[1]?.name).toBe(nameOf(-4));
    await reader.query('rollback');
    reader.release();
    await maintainUntilOldest(nameOf(-3));
  });

  test('are kept while older leads exist, which can still be imported, searched and deleted', async () => {
    const api = openPool(url, { size: 1, role: 'leadline_api' });
    const { accountId } = await makeAccount(openInstallation(pool));
    const leadId = idAt(monthFromNow(-7));
    expect(await new LeadWriter(api).write(makeLeadToWrite(accountId, { leadId }))).toEqual({
      kind: 'stored',
    });
    await api.end();
    await pool.query(`delete from leadline.${nameOf(-3)}`);
    await runMaintenance(db, new Date(), new AbortController().signal);
    expect((await readBounds())[1]?.name).toBe(nameOf(-3));

    const note = `insert into leadline.search_texts (account_id, id, country, text) values ($1, $2, '', '')`;
    await expect(pool.query(note, [accountId, idAt(monthFromNow(-7))])).rejects.toThrow(/foreign key/);
    await pool.query(note, [accountId, leadId]);
    await pool.query('delete from leadline.leads where account_id = $1', [accountId]);
    const { rows } = await pool.query('select from leadline.search_texts where account_id = $1', [accountId]);
    expect(rows).toEqual([]);
    await maintainUntilOldest(nameOf(-2));
  });
});
