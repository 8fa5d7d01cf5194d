// What it costs to import leads, scored and stored, compared with PostgreSQL's own COPY of the resulting rows into the same
// tables with the same indexes, on the same server in one run.
//   npm run bench:import                    a million rows
//   npm run bench:import -- --rows 100000   faster
//   npm run bench:import -- --json          as JSON
// Needs psql on the PATH.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@leadline/server';
import { writeCsv } from '@leadline/testkit/files/write-csv';
import { readOptions } from '@leadline/testkit/read-options';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { postgresCpuSeconds, processCpuSeconds } from './support/postgres-cpu.ts';
import { startApi, startWorker } from './support/start-leadline.ts';
import { watchMemory } from './support/watch-memory.ts';

const { json, rows } = readOptions({ json: false, rows: 1_000_000 });
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
/** The tables in which the import writes one row per lead. */
const COPIED = {
  leads: 'account_id, id, person_id, score, grade, source, outcome, phone, lead, scored',
  contacts: 'account_id, email, phone, name, person_id, surname, leads',
};
const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const log = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  await migrate(postgres.url);
  await runSql(postgres.url, 'create database copied template template0');
  const [key] = (await makeAccounts(postgres.url, 1)) as [string];
  const file = join(folder, 'leads.csv');
  log(`writing ${rows.toLocaleString('en')} rows`);
  const bytes = writeCsv(file, rows);
  const imported = await importFile(key, file);
  const copied = await copyRows();
  report(bytes, imported, copied);
} finally {
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

interface Imported {
  readonly seconds: number;
  readonly uploadSeconds: number;
  readonly peakMegabytes: number;
  readonly workerCpuSeconds: number;
  readonly postgresCpuSeconds: number;
}

interface Copied {
  readonly seconds: Readonly<Record<string, number>>;
  readonly postgresCpuSeconds: number;
}

interface ImportStatus {
  readonly import_id: string;
  readonly status: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly progress: { readonly stored: number };
}

async function importFile(key: string, file: string): Promise<Imported> {
  const api = await startApi(join(folder, 'api'), postgres.url);
  const worker = await startWorker(join(folder, 'worker'), postgres.url);
  const memory = watchMemory(worker.pid);
  const call = (...args: string[]): ImportStatus =>
    JSON.parse(execFileSync('curl', ['-sS', '-H', `X-API-KEY: ${key}`, ...args], { encoding: 'utf8' })).data;
  try {
    const uploadStarted = performance.now();
    const { import_id } = call('-X', 'POST', '-T', file, `${api.url}/api/imports`);
    const uploadSeconds = (performance.now() - uploadStarted) / 1000;
    log(`uploaded in ${uploadSeconds.toFixed(1)} s`);
    const cpuBefore = { worker: processCpuSeconds(worker.pid), postgres: postgresCpuSeconds(postmaster) };
    call('-X', 'POST', `${api.url}/api/imports/${import_id}/start`);
    for (;;) {
      await sleep(1_000);
      const { status, progress, started_at, finished_at } = call(`${api.url}/api/imports/${import_id}`);
      log(`${status}, ${progress.stored.toLocaleString('en')} leads`);
      if (status === 'queued' || status === 'running') continue;
      if (status !== 'finished' || progress.stored !== rows)
        throw new Error(`the import ended as ${status} with ${progress.stored} of ${rows} leads`);
      const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
      return {
        seconds,
        uploadSeconds,
        peakMegabytes: memory.peak(),
        workerCpuSeconds: processCpuSeconds(worker.pid) - cpuBefore.worker,
        postgresCpuSeconds: postgresCpuSeconds(postmaster) - cpuBefore.postgres,
      };
    }
  } finally {
    memory.stop();
    api.stop();
    worker.stop();
  }
}

/** From the tables that the import filled into those of a fresh database. */
async function copyRows(): Promise<Copied> {
  const { hostname, port, username, password } = new URL(postgres.url);
  const psql = (database: string, command: string): void => {
    execFileSync('psql', ['-h', hostname, '-p', port, '-U', username, '-d', database, '-qc', command], {
      env: { ...process.env, PGPASSWORD: password },
    });
  };
  await migrate(Object.assign(new URL(postgres.url), { pathname: 'copied' }).href);
  const seconds: Record<string, number> = {};
  let cpuSeconds = 0;
  for (const [table, columns] of Object.entries(COPIED)) {
    const data = join(folder, table);
    psql('postgres', `\\copy (select ${columns} from leadline.${table}) to '${data}'`);
    await runSql(postgres.url, 'checkpoint');
    const cpuBefore = postgresCpuSeconds(postmaster);
    const started = performance.now();
    psql('copied', `\\copy leadline.${table} (${columns}) from '${data}'`);
    seconds[table] = (performance.now() - started) / 1000;
    cpuSeconds += postgresCpuSeconds(postmaster) - cpuBefore;
    log(`copied ${table} in ${seconds[table].toFixed(1)} s`);
  }
  return { seconds, postgresCpuSeconds: cpuSeconds };
}

function report(bytes: number, imported: Imported, { seconds: copied, postgresCpuSeconds }: Copied): void {
  const perSecond = (seconds: number): number => rows / seconds;
  const all = Object.values(copied).reduce((sum, seconds) => sum + seconds, 0);
  const figures = {
    'import: read, scored and stored': perSecond(imported.seconds),
    'COPY of the leads': perSecond(copied.leads as number),
    'COPY of the leads and their contacts': perSecond(all),
  };
  const ratios = {
    'vs COPY of the leads (goal 0.40)': (copied.leads as number) / imported.seconds,
    'vs COPY of the leads and their contacts': all / imported.seconds,
  };
  const perLead = (cpuSeconds: number): number => Math.round((cpuSeconds / rows) * 1e6);
  const cpuMicroseconds = {
    'worker, per lead': perLead(imported.workerCpuSeconds),
    'PostgreSQL, per lead': perLead(imported.postgresCpuSeconds),
    'PostgreSQL, per lead and contact copied': perLead(postgresCpuSeconds),
  };
  if (json) {
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      JSON.stringify({
        date,
        cores: cpus().length,
        node: process.version,
        rows,
        bytes,
        imported,
        figures,
        ratios,
        cpuMicroseconds,
      }),
    );
    return;
  }
  console.log(
    `Leads per second; ${rows.toLocaleString('en')} rows (${(bytes / 1e6).toFixed(0)} MB of CSV), ${cpus().length} cores shared by everything.\n` +
      `Uploaded in ${imported.uploadSeconds.toFixed(1)} s. Peak memory of the worker: ${imported.peakMegabytes.toFixed(0)} MB (goal: below 400).\n`,
  );
  for (const [name, figure] of Object.entries(figures))
    console.log(`${name.padEnd(42)} ${Math.round(figure).toLocaleString('en').padStart(8)}`);
  console.log('\nCPU time, which other programs on the machine disturb less, in µs');
  for (const [name, us] of Object.entries(cpuMicroseconds))
    console.log(`${name.padEnd(42)} ${String(us).padStart(8)}`);
  console.log('');
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name.padEnd(42)} ${ratio.toFixed(2)} ×`);
}
