// How fast events that have piled up are delivered: signed, over HTTP, to a receiver on this machine, each one settled
// in the database; beside the job queue alone, which takes as many jobs and does nothing with them. One server, one run.
//   npm run bench:deliver                     20,000 events
//   npm run bench:deliver -- --events 5000    quicker
//   npm run bench:deliver -- --json           for machines

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate, openPool } from '@leadline/server';
import { DELIVER, openBoss } from '@leadline/server/testing';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { startNode } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { startApi, startWorker } from './support/start-leadline.ts';

const ACCOUNTS = 20;
const BATCH = 500;

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, events: { type: 'string', default: '20000' } },
});
const events = Math.ceil(Number(values.events) / BATCH) * BATCH;
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const say = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  await migrate(postgres.url);
  const queueAlone = await drainQueueAlone();
  say(`the queue alone: ${Math.round(queueAlone)} jobs a second`);
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
  say(`${events} events wait`);
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
    if (received !== events) throw new Error(`${received} deliveries of ${events} events`);
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
    `${events.toLocaleString('en')} events; ${cpus().length} cores for everything, the receiver included.\n`,
  );
  console.log(
    `the queue alone: fetched and done       ${Math.round(queueAlone).toLocaleString('en').padStart(7)} a second`,
  );
  console.log(
    `events delivered (goal 2,000)           ${Math.round(delivered).toLocaleString('en').padStart(7)} a second`,
  );
  console.log(`to the queue alone                      ${(delivered / queueAlone).toFixed(2)} ×`);
}
