// Connections that break during a commit, and commits that no standby has confirmed: the writer finds out whether its leads
// were stored. Each lead is acknowledged, stored and counted exactly once.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LeadWriter, type LeadWriterOptions } from '../../src/leads/intake/lead-writer.ts';
import type { LeadToWrite } from '../../src/leads/intake/write-leads.ts';
import { fromUuid, makeId } from '../../src/platform/base/ids.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/postgres/local-postgres.ts';
import { migrate } from '../../src/platform/schema/migrate.ts';
import { type CuttingProxy, type Moment, startCuttingProxy } from '../support/cutting-proxy.ts';
import { holdAccount, waitForBlocked } from '../support/hold-account.ts';

/** The writer only needs an account's ID. */
let account: string;
beforeEach(() => {
  account = makeId();
});

const makeLeads = (count: number, changes: Partial<LeadToWrite> = {}): LeadToWrite[] =>
  Array.from({ length: count }, () => makeLeadToWrite(account, changes));

async function readAccount(owner: pg.Pool): Promise<{ stored: string[]; counted: number }> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from leadline.leads where account_id = $1 order by id',
    [account],
  );
  const usage = await owner.query<{ leads: number }>(
    'select leads from leadline.usage where account_id = $1',
    [account],
  );
  return { stored: rows.map(({ id }) => fromUuid(id)), counted: usage.rows[0]?.leads ?? 0 };
}

const idsOf = (leads: readonly LeadToWrite[]): string[] => leads.map(({ leadId }) => leadId).toSorted();

describe('a lost connection', () => {
  let owner: pg.Pool;
  let proxy: CuttingProxy;
  let pool: pg.Pool;
  beforeAll(async () => {
    const url = await cloneDatabase();
    owner = openPool(url, { size: 3 });
    proxy = await startCuttingProxy(url);
    pool = openPool(proxy.url, { size: 2, role: 'leadline_api' });
  });
  afterAll(async () => {
    await Promise.all([owner.end(), pool.end()]);
    await proxy.close();
  });

  const startWriter = (options: LeadWriterOptions = {}): { writer: LeadWriter; retries: Error[] } => {
    const retries: Error[] = [];
    return { writer: new LeadWriter(pool, { ...options, onRetry: (error) => retries.push(error) }), retries };
  };

  const moments: readonly Moment[] = ['before the request', 'after the request', 'at the reply'];

  test.each(moments)('%s neither loses nor duplicates a lead', async (moment) => {
    const { writer, retries } = startWriter({ concurrency: 1 });
    const first = makeLeadToWrite(account);
    await writer.write(first);
    const leads = makeLeads(20);
    const cut = proxy.cutNext(moment);
    const verdicts = await Promise.all(leads.map((lead) => writer.write(lead)));
    await cut;
    expect(retries).toHaveLength(1);
    expect(verdicts).toEqual(leads.map(() => ({ kind: 'stored' })));
    expect(await readAccount(owner)).toEqual({ stored: idsOf([first, ...leads]), counted: 21 });
  });

  test('at the reply makes the retry find the leads that the first attempt stored', async () => {
    const { writer } = startWriter();
    await writer.write(makeLeadToWrite(account));
    const cut = proxy.cutNext('at the reply');
    const lead = makeLeadToWrite(account);
    const written = writer.write(lead);
    await cut;
    // Before the writer has had time to retry.
    const storedBy = await owner.query<{ xmin: string }>(
      'select xmin::text from leadline.leads where id = $1',
      [lead.leadId],
    );
    expect(storedBy.rows).toHaveLength(1);
    await written;
    const storedStill = await owner.query('select xmin::text from leadline.leads where id = $1', [
      lead.leadId,
    ]);
    expect(storedStill.rows).toEqual(storedBy.rows);
  });

  test('while the server is still writing makes the retry wait for the first attempt', async () => {
    const { writer, retries } = startWriter();
    await writer.write(makeLeadToWrite(account));
    const release = await holdAccount(owner, account);
    const cut = proxy.cutNext('after the request');
    const written = writer.write(makeLeadToWrite(account));
    await cut;
    await waitForBlocked(owner, 2);
    expect(retries).toHaveLength(1);
    await release();
    expect(await written).toEqual({ kind: 'stored' });
    const { stored, counted } = await readAccount(owner);
    expect([stored.length, counted]).toEqual([2, 2]);
  });

  test('at the reply leaves the account exactly its allowance', async () => {
    const { writer } = startWriter();
    await writer.write(makeLeadToWrite(account, { monthlyLimit: 6 }));
    const leads = makeLeads(8, { monthlyLimit: 6 });
    const cut = proxy.cutNext('at the reply');
    const verdicts = await Promise.all(leads.map((lead) => writer.write(lead)));
    await cut;
    expect(verdicts.map(({ kind }) => kind)).toEqual([
      ...Array(5).fill('stored'),
      ...Array(3).fill('over limit'),
    ]);
    const { stored, counted } = await readAccount(owner);
    expect([stored.length, counted]).toEqual([6, 6]);
  });

  test('at the reply to a repeated request still returns the original lead', async () => {
    const { writer } = startWriter();
    const first = makeLeadToWrite(account);
    await writer.write(first);
    const cut = proxy.cutNext('at the reply');
    const verdict = await writer.write({ ...first, leadId: makeId() });
    await cut;
    expect(verdict).toMatchObject({ kind: 'repeated', leadId: first.leadId, isSameBody: true });
    expect(await readAccount(owner)).toEqual({ stored: [first.leadId], counted: 1 });
  });

  test('again and again is retried until the lead times out', async () => {
    const { writer, retries } = startWriter({ timeoutMs: 400 });
    await writer.write(makeLeadToWrite(account));
    let isOver = false;
    const cutting = (async () => {
      while (!isOver) await Promise.race([proxy.cutNext('before the request'), setTimeout(100)]);
    })();
    const written = writer.write(makeLeadToWrite(account));
    await expect(written).rejects.toMatchObject({ code: 'overloaded' });
    isOver = true;
    await cutting;
    expect(retries.length).toBeGreaterThan(2);
    await writer.drain();
    const { stored, counted } = await readAccount(owner);
    expect([stored.length, counted]).toEqual([1, 1]);
  });
});

describe('a commit that no standby has confirmed', () => {
  let folder: string;
  let postgres: LocalPostgres;
  let owner: pg.Pool;
  let pool: pg.Pool;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadline-sync-'));
    // A separate server, because one that waits for a standby would block every other suite.
    postgres = await startLocalPostgres(folder, { shared_buffers: '16MB', max_connections: '30' });
    await migrate(postgres.url);
    owner = openPool(postgres.url, { size: 3 });
    pool = openPool(postgres.url, { size: 2, role: 'leadline_api' });
    await owner.query('create table probe (at timestamptz)');
  });
  afterAll(async () => {
    await Promise.all([openInstallation(owner).destroy(), pool.end()]);
    await postgres.stop('immediate');
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes every commit wait for a standby that does not exist, until `confirm` is called. */
  async function missStandby(): Promise<{ confirm: () => Promise<void> }> {
    await owner.query(`alter system set synchronous_standby_names = 'nobody'`);
    await owner.query('select pg_reload_conf()');
    const probe = vi.waitFor(
      async () => {
        const probing = owner.query('insert into probe values (now())');
        const isWaiting = await Promise.race([probing.then(() => false), setTimeout(50, true)]);
        if (!isWaiting) throw new Error('commits do not wait yet');
        return { probing };
      },
      { timeout: 5_000, interval: 10 },
    );
    const { probing } = await probe;
    return {
      confirm: async () => {
        await owner.query('alter system reset synchronous_standby_names');
        await owner.query('select pg_reload_conf()');
        await probing;
      },
    };
  }

  const findWaiting = (after: number): Promise<number> =>
    vi.waitFor(
      async () => {
        const { rows } = await owner.query<{ pid: number }>(
          `select pid from pg_stat_activity
           where wait_event = 'SyncRep' and query like '%write_leads%' and pid <> $1`,
          [after],
        );
        if (rows[0] === undefined) throw new Error('no backend waits for a standby');
        return rows[0].pid;
      },
      { timeout: 5_000, interval: 10 },
    );

  test.each([
    ['cancelled', 'pg_cancel_backend'],
    ['ended with its connection', 'pg_terminate_backend'],
  ])('is not acknowledged when the wait for the standby is %s', async (_, end) => {
    const retries: Error[] = [];
    const writer = new LeadWriter(pool, { onRetry: (error) => retries.push(error) });
    const standby = await missStandby();
    const leads = makeLeads(3);
    const written = Promise.all(leads.map((lead) => writer.write(lead)));
    let isAcknowledged = false;
    written.then(() => {
      isAcknowledged = true;
    });
    const first = await findWaiting(0);
    await owner.query(`select ${end}($1)`, [first]);
    const second = await findWaiting(first);
    // Every connection can see the leads by now, but they are not safe yet.
    expect(await readAccount(owner)).toEqual({ stored: idsOf(leads), counted: 3 });
    await owner.query(`select ${end}($1)`, [second]);
    await findWaiting(second);
    await setTimeout(200);
    expect(isAcknowledged).toBe(false);
    expect(retries).toHaveLength(2);
    await standby.confirm();
    expect(await written).toEqual(leads.map(() => ({ kind: 'stored' })));
    expect(await readAccount(owner)).toEqual({ stored: idsOf(leads), counted: 3 });
  });

  test('is reported as a retry, and rejects the lead as overloaded once it times out', async () => {
    const retries: Error[] = [];
    const writer = new LeadWriter(pool, { timeoutMs: 100, onRetry: (error) => retries.push(error) });
    const standby = await missStandby();
    const lead = makeLeadToWrite(account);
    const outcome = writer.write(lead).then(
      () => 'acknowledged',
      (error: unknown) => error,
    );
    const waiting = await findWaiting(0);
    await setTimeout(100);
    await owner.query('select pg_cancel_backend($1)', [waiting]);
    expect(await outcome).toMatchObject({ code: 'overloaded' });
    expect(retries).toMatchObject([{ message: expect.stringMatching(/not acknowledged .*: 01000$/) }]);
    await standby.confirm();
    // Sending the request again, to a writer with more patience, shows that the lead was stored after all.
    expect(await new LeadWriter(pool).write({ ...lead, leadId: makeId() })).toMatchObject({
      kind: 'repeated',
      leadId: lead.leadId,
    });
    expect(await readAccount(owner)).toEqual({ stored: [lead.leadId], counted: 1 });
  });
});
