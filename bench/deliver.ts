// How fast a backlog of events is delivered: signed, over HTTP, to a receiver on this machine, with every result stored.
// Compared with the job queue alone, which fetches as many jobs and does nothing with them.
//   npm run bench:deliver                     20,000 events
//   npm run bench:deliver -- --events 5000    faster
//   npm run bench:deliver -- --json           as JSON

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openPool } from '@leadline/server';
import { DELIVER, openBoss } from '@leadline/server/testing';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { readOptions } from '@leadline/testkit/read-options';
import { startNode } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { startApi, startWorker } from './support/start-leadline.ts';

const ACCOUNTS = 20;
const BATCH = 500;

const values = readOptions({ json: false, events: 20_000 });
const events = Math.ceil(values.events / BATCH) * BATCH;
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const log = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  await migrate(postgres.url);
  const queueAlone = await drainQueueAlone();
  log(`queue alone: ${Math.round(queueAlone)} jobs per second`);
  const delivered = await deliverAll();
  report(queueAlone, delivered);
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function drainQueueAlone(): Promise<number> {
  const pool = openPool(postgres.url, { size: 2, role: 'leadline_worker' });
  const boss = openBoss(pool, { runs: false });
  await boss.start();
  for (let i = 0; i < events; i += BATCH) {
    const jobs = Array.from({ length: BATCH }, (_, n) => ({
      data: { n },
      group: { id: String(n % ACCOUNTS) },
    }));
    await boss.insert(DELIVER, jobs, { returnId: false });
  }
  const started = performance.now();
  for (;;) {
    const jobs = await boss.fetch(DELIVER, { batchSize: 100, groupConcurrency: 20 });
    if (jobs.length === 0) break;
    const ids = jobs.map(({ id }) => id);
    await boss.deleteJob(DELIVER, ids);
  }
  const perSecond = events / ((performance.now() - started) / 1000);
  await boss.stop({ close: false });
  await pool.end();
  return perSecond;
}

async function deliverAll(): Promise<number> {
  const receiver = await startNode(join(folder, 'receiver'), ['bench/deliver/receiver.ts'], {});
  const api = await startApi(join(folder, 'api'), postgres.url);
  const keys = await makeAccounts(postgres.url, ACCOUNTS);
  const post = async (key: string, path: string, body: unknown): Promise<void> => {
    const response = await fetch(api.url + path, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  for (const key of keys) await post(key, '/api/webhooks', { url: receiver.url });
  for (let i = 0; i < events; i += BATCH) {
    const leads = Array.from({ length: BATCH }, (_, n) => {
      const { lead } = sampleLeads[(i + n) % sampleLeads.length] as (typeof sampleLeads)[number];
      return { ...lead, email: `u${i + n}@acme.com` };
    });
    await post(keys[(i / BATCH) % ACCOUNTS] as string, '/api/batch', { leads });
  }
  await runSql(postgres.url, 'checkpoint');
  log(`${events} events are waiting`);
  const worker = await startWorker(join(folder, 'worker'), postgres.url);
  try {
    const started = performance.now();
    for (;;) {
      const [{ settled }] = (await runSql(
        postgres.url,
        `select count(*)::integer as settled from leadline.deliveries where status = 'delivered'`,
      )) as [{ settled: number }];
      if (settled >= events) break;
      await sleep(50);
    }
    const seconds = (performance.now() - started) / 1000;
    const received = Number(await (await fetch(receiver.url)).text());
    if (received !== events) throw new Error(`expected ${events} deliveries, got ${received}`);
    return events / seconds;
  } finally {
    worker.stop();
    api.stop();
    receiver.stop();
  }
}

function report(queueAlone: number, delivered: number): void {
  if (values.json) {
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      JSON.stringify({ date, cores: cpus().length, node: process.version, events, queueAlone, delivered }),
    );
    return;
  }
  console.log(
    `${events.toLocaleString('en')} events; ${cpus().length} cores shared by everything, including the receiver.\n`,
  );
  console.log(
    `queue alone: fetched and deleted        ${Math.round(queueAlone).toLocaleString('en').padStart(7)} per second`,
  );
  console.log(
    `events delivered (goal 2,000)           ${Math.round(delivered).toLocaleString('en').padStart(7)} per second`,
  );
  console.log(`delivered vs queue alone                ${(delivered / queueAlone).toFixed(2)} ×`);
}
