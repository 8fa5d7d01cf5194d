// Killing a worker during an import neither loses nor duplicates rows, and an import doesn't slow down single leads.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import { type Client, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { startImport } from './start-import.ts';
import { type ImportFacts, judgeImport } from './verdicts/judge-import.ts';
import { waitUntil } from './wait-until.ts';

export interface ImportDrill {
  readonly rows: number;
  readonly kills: number;
  /** How many single leads to time before and during the import, or fewer if the import finishes early. */

  readonly probes: number;
}

const PROBE_EVERY_MS = 10;

export async function drillImport(
  databaseUrl: string,
  { rows, kills, probes }: ImportDrill,
  log: Log = silent,
): Promise<DrillResult> {
  const api = await spawnApi(databaseUrl, 0, 'warn');
  let worker = await spawnWorker(databaseUrl, 'warn');
  /** Returns whether it was killed. */
  const restartWorker = async (): Promise<boolean> => {
    const victim = worker;
    await victim.kill('SIGKILL');
    worker = await spawnWorker(databaseUrl, 'warn');
    return victim.child.signalCode === 'SIGKILL';
  };
  try {
    const times = await timeLeads(databaseUrl, api.url, rows, probes, log);
    const killed = await killDuringImport(databaseUrl, api.url, rows, kills, restartWorker, log);
    return {
      checks: judgeImport({ ...killed, idle: times.idle, importing: times.importing }),
      figures: {
        kills,
        'longest pause after a kill, s': round(killed.longestPauseMs / 1000),
        ...Object.fromEntries(
          Object.entries(times).flatMap(([when, { p50, p99, count }]) => [
            [`${when}, leads timed`, count],
            [`${when}, p50 ms`, p50],
            [`${when}, p99 ms`, p99],
          ]),
        ),
      },
    };
  } finally {
    await worker.kill('SIGKILL');
    await api.kill('SIGKILL');
  }
}

async function timeLeads(databaseUrl: string, url: string, rows: number, probes: number, log: Log) {
  const importer = await makeAccount(databaseUrl, null);
  const other = await makeAccount(databaseUrl, null);
  const caller = openClient(url, 2);
  try {
    const always = async (): Promise<boolean> => true;
    await probe(caller, other.liveKey, Math.min(probes, 300), always); // warm-up
    log('timing single leads');
    const idle = await probe(caller, other.liveKey, probes, always);
    const status = await startImport(caller, url, importer.liveKey, rows);
    const isRunning = async (): Promise<boolean> => (await status()).status === 'running';
    await waitUntil(isRunning);
    log('timing single leads during an import');
    const importing = await probe(caller, other.liveKey, probes, isRunning);
    const sameAccount = await probe(caller, importer.liveKey, probes, isRunning);
    await waitUntil(async () => (await status()).status === 'finished');
    return { idle, importing, 'same account': sameAccount };
  } finally {
    await caller.close();
  }
}

async function killDuringImport(
  databaseUrl: string,
  url: string,
  rows: number,
  kills: number,
  restartWorker: () => Promise<boolean>,
  log: Log,
): Promise<Omit<ImportFacts, 'idle' | 'importing'>> {
  const { accountId, liveKey } = await makeAccount(databaseUrl, null);
  const caller = openClient(url, 2);
  try {
    const status = await startImport(caller, url, liveKey, rows);
    const rowsRead = async (): Promise<number> => (await status()).progress.rows_read;
    let longestPauseMs = 0;
    let killed = 0;
    for (let kill = 1; kill <= kills; kill++) {
      // Kills at a random point in each section of the file.
      const at = rows * ((kill - 1 + Math.random()) / (kills + 0.5));
      await waitUntil(async () => (await rowsRead()) >= at);
      log(`kill ${kill} of ${kills}, ${await rowsRead()} rows read`);
      const killedAt = performance.now();
      if (await restartWorker()) killed++;
      const before = await rowsRead();
      await waitUntil(async () => (await rowsRead()) > before);
      longestPauseMs = Math.max(longestPauseMs, performance.now() - killedAt);
    }
    await waitUntil(async () => (await status()).status === 'finished');
    const { progress } = await status();
    return {
      rows,
      planned: kills,
      killed,
      longestPauseMs,
      rowsRead: progress.rows_read,
      reportedStored: progress.stored,
      stored: await countStored(databaseUrl, accountId),
    };
  } finally {
    await caller.close();
  }
}

/** Sends leads at a steady pace while the condition holds, to measure how long someone submitting a form waits. */
async function probe(
  caller: Client,
  key: string,
  maxLeads: number,
  condition: () => Promise<boolean>,
): Promise<{ readonly p50: number; readonly p99: number; readonly count: number }> {
  const times: number[] = [];
  while (times.length < maxLeads) {
    if (times.length % 50 === 0 && !(await condition())) break;
    const lead = makeLeadFrom(`${crypto.randomUUID()}@example.org`);
    const started = performance.now();
    const { status } = await caller.post('/api/webhook.php', lead, { key });
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`the API returned ${status} for a timed lead`);
    await sleep(PROBE_EVERY_MS);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99), count: times.length };
}

/** `distinct` counts names and emails, which are unique to each row. */
async function countStored(databaseUrl: string, accountId: string) {
  const pool = openPool(databaseUrl, { size: 1 });
  const { rows } = await pool.query<{ leads: number; distinct: number; usage: number }>(
    `select count(*)::integer as leads, count(distinct lead->>'name' || (lead->>'email'))::integer as distinct,
       (select sum(leads)::integer from leadline.usage where account_id = $1) as usage
     from leadline.leads where account_id = $1`,
    [accountId],
  );
  await pool.end();
  return rows[0] as (typeof rows)[number];
}

const round = (value: number): number => Math.round(value * 10) / 10;
