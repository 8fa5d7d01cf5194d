// Insights of an account with a million leads over a year, of which half were contacted and a fifth closed, over HTTP: for
// the first time, then again, and after a thousand leads of the last 60 days have changed.
//   npm run bench:insights                          a million leads; about four minutes, 5 GB in the temp folder
//   npm run bench:insights -- --leads 100000        smaller
//   npm run bench:insights -- --json

import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { fillYear } from './support/fill-leads.ts';
import { percentiles, type Times } from './support/percentiles.ts';
import { startApi } from './support/start-leadline.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const REQUESTS = 20;
const GOAL_MS = 300;

/** Every lead belongs to one of 20 people. Half were contacted, up to four days after they came in. */
const WORK_ON = `
  update leadline.leads l set
    assignee = md5('rep ' || abs(hashtext(l.id::text)) % 20)::uuid,
    contacted_at = case when abs(hashtext(l.id::text)) % 2 = 0 or l.outcome <> 'open'
      then uuid_extract_timestamp(l.id) + make_interval(mins => abs(hashtext(l.id::text)) % 5760) end`;

/** As if each of them had been worked on by itself. */
const CHANGE = `
  select leadline.note_changed_leads(array[l.account_id], array[l.id])
  from leadline.leads l where l.id >= leadline.first_id_of((now() - interval '60 days') at time zone 'utc')
  order by hashtext(l.id::text) limit 1000`;

const { json, leads } = readOptions({ json: false, leads: 1_000_000 });

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
let api: NodeProcess | null = null;
try {
  await migrate(postgres.url);
  const [key = ''] = await makeAccounts(postgres.url, 1);
  await fillYear(postgres.url, leads);
  await runSql(postgres.url, WORK_ON);
  await runSql(postgres.url, 'vacuum (analyze) leadline.leads');
  await runSql(postgres.url, 'checkpoint');
  api = await startApi(join(folder, 'api'), postgres.url);
  report(await measure(api.url, key));
} finally {
  api?.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

interface Measured {
  /** Nothing is kept yet, except for days and weeks of shorter periods. */
  readonly first: number;
  readonly later: Times;
  readonly afterChanges: number;
}

async function measure(url: string, key: string): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>();
  for (const days of [7, 30, 90, 182, 365]) {
    const [from, to] = [Date.now() - days * DAY_MS, Date.now()].map((ms) => new Date(ms).toISOString());
    const ask = async (): Promise<number> => {
      const started = performance.now();
      const response = await fetch(`${url}/api/insights?from=${from}&to=${to}`, {
        headers: { 'X-API-KEY': key },
      });
      const { success } = (await response.json()) as { success: boolean };
      if (!success) throw new Error(`the API rejected ${days} days with ${response.status}`);
      return performance.now() - started;
    };
    const first = await ask();
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n++) times.push(await ask());
    await runSql(postgres.url, CHANGE);
    measured.set(`${days} days`, { first, later: percentiles(times), afterChanges: await ask() });
  }
  return measured;
}

function report(measured: ReadonlyMap<string, Measured>): void {
  if (json) {
    const result = { date: new Date().toISOString().slice(0, 10), cores: cpus().length, leads };
    console.log(JSON.stringify({ ...result, periods: Object.fromEntries(measured) }, null, 2));
    return;
  }
  console.log(
    `Insights of ${leads.toLocaleString('en')} leads in twelve months, ${REQUESTS} requests each, in ms. Goal: p95 below ${GOAL_MS}.\n`,
  );
  console.log(['', 'first', 'p50', 'p95', 'changes'].map((name) => name.padStart(12)).join(''));
  for (const [period, { first, later, afterChanges }] of measured)
    console.log(
      [period, ...[first, later.p50, later.p95, afterChanges].map((ms) => ms.toFixed(0))]
        .map((cell) => cell.padStart(12))
        .join(''),
    );
}
