// Killing a worker during an import neither loses nor duplicates rows, and an import doesn't slow down single leads.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import { type Client, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { startImport } from './start-import.ts';
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
  const restartWorker = async (): Promise<void> => {
    await worker.kill('SIGKILL');
    worker = await spawnWorker(databaseUrl, 'warn');
  };
  try {
    const times = await timeLeads(databaseUrl, api.url, rows, probes, log);
    const killed = await killDuringImport(databaseUrl, api.url, rows, kills, restartWorker, log);
    const isQuick = times.importing.p99 < 2 * times.idle.p99;
    return {
      checks: [
        ...killed.checks,
        check('p99 of a single lead less than twice the idle p99', isQuick ? 'yes' : 'no', 'yes'),
      ],
      figures: {
        kills,
        'longest pause after a kill, s': killed.longestPause,
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
  restartWorker: () => Promise<void>,
  log: Log,
) {
  const { accountId, liveKey } = await makeAccount(databaseUrl, null);
  const caller = openClient(url, 2);
  try {
    const status = await startImport(caller, url, liveKey, rows);
    const rowsRead = async (): Promise<number> => (await status()).progress.rows_read;
    let longestPauseMs = 0;
    for (let kill = 1; kill <= kills; kill++) {
      // Kills at a random point in each section of the file.
      const at = rows * ((kill - 1 + Math.random()) / (kills + 0.5));
      await waitUntil(async () => (await rowsRead()) >= at);
      log(`kill ${kill} of ${kills}, ${await rowsRead()} rows read`);
      const killedAt = performance.now();
      await restartWorker();
      const before = await rowsRead();
      await waitUntil(async () => (await rowsRead()) > before);
      longestPauseMs = Math.max(longestPauseMs, performance.now() - killedAt);
    }
    await waitUntil(async () => (await status()).status === 'finished');
    const { progress } = await status();
    const stored = await countStored(databaseUrl, accountId);
    return {
      longestPause: round(longestPauseMs / 1000),
      checks: [
        check('rows read', progress.rows_read, rows),
        check('leads reported as stored', progress.stored, rows),
        check('leads in the table', stored.leads, rows),
        check('leads counted toward the plan', stored.usage, rows),
        check('duplicate rows', stored.leads - stored.distinct, 0),
        check('resumed within 30 s', longestPauseMs < 30_000 ? 'yes' : 'no', 'yes'),
      ],
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
