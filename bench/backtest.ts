// A backtest of an account's leads, over HTTP and with a worker of its own. Single leads of another account are sent
// meanwhile, to see what they notice.
//   npm run bench:backtest                         50,000 leads
//   npm run bench:backtest -- --leads 5000 --json

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@leadline/server';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { fillYear } from './support/fill-leads.ts';
import { startApi, startWorker } from './support/start-leadline.ts';

const GOAL_SECONDS = 60;
const POLL_MS = 250;
const PAUSE_MS = 50;
const CHANGES = { grades: { hot: 75 }, answers: { when: { present: 8, strong: 30 } } };

const { json, leads } = readOptions({ json: false, leads: 50_000 });

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const [key = ''] = await makeAccounts(postgres.url, 1);
  await fillYear(postgres.url, leads);
  await runSql(postgres.url, 'vacuum (analyze) leadline.leads');
  const [otherKey = ''] = await makeAccounts(postgres.url, 1);
  const api = await startApi(join(folder, 'api'), postgres.url);
  processes.push(api);
  const alone = await sendLeads(api.url, otherKey, sleep(5_000));
  processes.push(await startWorker(join(folder, 'worker'), postgres.url));
  await sleep(2_000);
  const backtest = runBacktest(api.url, key);
  const meanwhile = await sendLeads(api.url, otherKey, backtest);
  report({ ...(await backtest), alone, meanwhile });
} finally {
  for (const started of processes) started.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

interface Backtested {
  readonly seconds: number;
  readonly scored: number;
}

async function runBacktest(url: string, apiKey: string): Promise<Backtested> {
  const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' };
  const path = `${url}/api/settings/backtest`;
  const startedAt = performance.now();
  await fetch(path, { method: 'POST', headers, body: JSON.stringify({ changes: CHANGES }) });
  for (;;) {
    await sleep(POLL_MS);
    const { data } = (await (await fetch(path, { headers })).json()) as {
      data: { status: string; error: string | null; result: { leads: number } | null };
    };
    if (data.status === 'failed') throw new Error(data.error ?? 'the backtest failed');
    if (data.result !== null)
      return { seconds: (performance.now() - startedAt) / 1000, scored: data.result.leads };
  }
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** One after the other, until the work is done. */
async function sendLeads(url: string, apiKey: string, work: Promise<unknown>): Promise<Latency> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  for (let sent = 0; !isDone; sent++) {
    const startedAt = performance.now();
    await fetch(`${url}/api/webhook.php`, {
      method: 'POST',
      headers: { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(makeLead({ email: `lead-${Date.now()}-${sent}@acme.com`, phone: '' })),
    });
    times.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  await done;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function report(measured: Backtested & { readonly alone: Latency; readonly meanwhile: Latency }): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(measured)}\n`);
    return;
  }
  const { seconds, scored, alone, meanwhile } = measured;
  const show = ({ p50, p99 }: Latency): string => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  process.stdout.write(
    `${scored} leads in ${seconds.toFixed(1)} s (goal: ${GOAL_SECONDS} s for 50,000)\n` +
      `single leads alone: ${show(alone)}; meanwhile: ${show(meanwhile)}\n`,
  );
}
