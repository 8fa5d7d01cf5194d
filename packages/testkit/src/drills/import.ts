// A worker that is killed in the middle of an import neither loses a row nor stores one twice, and an import does not
// make single leads wait.

import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import { writeCsv } from '../files/write-csv.ts';
import { type Client, openClient } from '../http/client.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';

export interface ImportDrill {
  readonly rows: number;
  readonly kills: number;
  /** Leads that are timed, before and meanwhile; fewer when the import is quicker. */
  readonly probes: number;
}

interface Status {
  readonly import_id: string;
  readonly status: string;
  readonly progress: { readonly rows_read: number; readonly stored: number };
}

const PROBE_EVERY_MS = 10;

export async function drillImport(
  databaseUrl: string,
  { rows, kills, probes }: ImportDrill,
  say: Log = silent,
): Promise<DrillResult> {
  const api = await spawnApi(databaseUrl, 0, 'warn');
  let worker = await spawnWorker(databaseUrl, 'warn');
  const restartWorker = async (): Promise<void> => {
    await worker.kill('SIGKILL');
    worker = await spawnWorker(databaseUrl, 'warn');
  };
  try {
    const times = await timeLeads(databaseUrl, api.url, rows, probes, say);
    const killed = await killDuringImport(databaseUrl, api.url, rows, kills, restartWorker, say);
    const isQuick = times.meanwhile.p99 < 2 * times.idle.p99;
    return {
      checks: [
        ...killed.checks,
        check('p99 of a single lead below twice that of idle', isQuick ? 'yes' : 'no', 'yes'),
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

async function timeLeads(databaseUrl: string, url: string, rows: number, probes: number, say: Log) {
  const importer = await makeAccount(databaseUrl, null);
  const other = await makeAccount(databaseUrl, null);
  const caller = openClient(url, 2);
  try {
    const always = async (): Promise<boolean> => true;
    await probe(caller, other.liveKey, Math.min(probes, 300), always); // to warm up
    say('timing single leads');
    const idle = await probe(caller, other.liveKey, probes, always);
    const status = await startImport(caller, url, importer.liveKey, rows);
    const isRunning = async (): Promise<boolean> => (await status()).status === 'running';
    await waitFor(isRunning);
    say('timing single leads during an import');
    const meanwhile = await probe(caller, other.liveKey, probes, isRunning);
    const inThatAccount = await probe(caller, importer.liveKey, probes, isRunning);
    await waitFor(async () => (await status()).status === 'finished');
    return { idle, meanwhile, 'in the importing account': inThatAccount };
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
  say: Log,
) {
  const { accountId, liveKey } = await makeAccount(databaseUrl, null);
  const caller = openClient(url, 2);
  try {
    const status = await startImport(caller, url, liveKey, rows);
    const rowsRead = async (): Promise<number> => (await status()).progress.rows_read;
    let longestPauseMs = 0;
    for (let kill = 1; kill <= kills; kill++) {
      // Somewhere in each part of the file.
      const at = rows * ((kill - 1 + Math.random()) / (kills + 0.5));
      await waitFor(async () => (await rowsRead()) >= at);
      say(`kill ${kill} of ${kills}, ${await rowsRead()} rows read`);
      const killedAt = performance.now();
      await restartWorker();
      const before = await rowsRead();
      await waitFor(async () => (await rowsRead()) > before);
      longestPauseMs = Math.max(longestPauseMs, performance.now() - killedAt);
    }
    await waitFor(async () => (await status()).status === 'finished');
    const { progress } = await status();
    const stored = await countStored(databaseUrl, accountId);
    return {
      longestPause: round(longestPauseMs / 1000),
      checks: [
        check('rows read', progress.rows_read, rows),
        check('leads reported as stored', progress.stored, rows),
        check('leads in the table', stored.leads, rows),
        check('leads counted against the plan', stored.usage, rows),
        check('rows stored twice', stored.leads - stored.different, 0),
        check('taken up again within 30 s', longestPauseMs < 30_000 ? 'yes' : 'no', 'yes'),
      ],
    };
  } finally {
    await caller.close();
  }
}

/** Gives back a way to ask how far it is. */
async function startImport(
  caller: Client,
  url: string,
  key: string,
  rows: number,
): Promise<() => Promise<Status>> {
  const { import_id } = await upload(url, key, rows);
  const path = `/api/imports/${import_id}`;
  await caller.post(`${path}/start`, {}, { key });
  return async () => JSON.parse((await caller.get(path, { key })).text).data;
}

async function upload(url: string, key: string, rows: number): Promise<Status> {
  const file = join(tmpdir(), `leadline-drill-${process.pid}.csv`);
  writeCsv(file, rows);
  try {
    const response = await fetch(`${url}/api/imports?file_name=drill.csv`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'text/csv' },
      body: readFileSync(file),
    });
    return ((await response.json()) as { data: Status }).data;
  } finally {
    rmSync(file);
  }
}

/** One lead after the other, at a steady pace, for as long as it matters: what a visitor of a form waits. */
async function probe(
  caller: Client,
  key: string,
  most: number,
  matters: () => Promise<boolean>,
): Promise<{ readonly p50: number; readonly p99: number; readonly count: number }> {
  const times: number[] = [];
  while (times.length < most) {
    if (times.length % 50 === 0 && !(await matters())) break;
    const lead = makeLeadFrom(`${crypto.randomUUID()}@example.org`);
    const started = performance.now();
    const { status } = await caller.post('/api/webhook.php', lead, { key });
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`a timed lead was answered with ${status}`);
    await sleep(PROBE_EVERY_MS);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99), count: times.length };
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + 300_000; performance.now() < until; await sleep(50)) {
    if (await isSo()) return;
  }
  throw new Error('waited for five minutes');
}

/** `different`: by name and address, which each row has of its own. */
async function countStored(databaseUrl: string, accountId: string) {
  const pool = openPool(databaseUrl, { size: 1 });
  const { rows } = await pool.query<{ leads: number; different: number; usage: number }>(
    `select count(*)::integer as leads, count(distinct lead->>'name' || (lead->>'email'))::integer as different,
       (select sum(leads)::integer from leadline.usage where account_id = $1) as usage
     from leadline.leads where account_id = $1`,
    [accountId],
  );
  await pool.end();
  return rows[0] as (typeof rows)[number];
}

const round = (value: number): number => Math.round(value * 10) / 10;
