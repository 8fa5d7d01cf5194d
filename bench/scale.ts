// Two years of a large installation: 50 million leads of 20,000 accounts over 24 months, one account with a tenth of them.
// Measures ingest against an empty database, pages, searches, counts and insights of the large account and of small ones,
// erasure, retention, vacuum, sizes and planning times.
//   npm run drill -- scale                                              hours; prints how much disk space it needs
//   npm run drill -- scale --leads 200000 --accounts 200             minutes
//   npm run drill -- scale --leads 15000000 --large-every 3          a third of them in one account
//   npm run drill -- scale --months 12 --rounds 1 --seconds 5 --json
// Needs wrk on the PATH. Exits with code 1 if a goal is missed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { judgeScale } from '@leadline/testkit/drills/verdicts/judge-scale';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { findTargets, listAccounts } from './scale/find-targets.ts';
import { measureErasure, measurePages, type Target } from './scale/measure-pages.ts';
import {
  enablePlanningTimes,
  keepTwoPartitions,
  makeOtherPartitions,
  measurePlanning,
  WITH_PLANNING_TIMES,
} from './scale/measure-planning.ts';
import { measureRetention } from './scale/measure-retention.ts';
import { measureSizes } from './scale/measure-sizes.ts';
import { printFigures, type ScaleFigures } from './scale/report.ts';
import { requireDisk } from './scale/require-disk.ts';
import { makeAccounts, runSql, startBenchPostgres } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { fillLeads } from './support/fill-leads.ts';
import { measureIngest } from './support/measure-ingest.ts';
import { runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

/** How many small accounts are measured, in turn. */
const SMALL_ACCOUNTS = 100;
const PEOPLE_TO_ERASE = 20;
const WARM_UP_SECONDS = 10;

const values = readOptions({
  json: false,
  leads: 50_000_000,
  accounts: 20_000,
  months: 24,
  'large-every': 10,
  rounds: 3,
  seconds: 10,
});
const [leads, accounts, months, largeEvery] = [
  readCount('leads', 10_000),
  readCount('accounts', 2 * PEOPLE_TO_ERASE),
  readCount('months', 3),
  readCount('large-every', 2),
];

const folder = mkdtempSync(join(tmpdir(), 'leadline-scale-'));
const processes: NodeProcess[] = [];
try {
  requireDisk(folder, leads);
  const postgres = await startBenchPostgres(join(folder, 'database'), WITH_PLANNING_TIMES);
  const stop = async (): Promise<void> => {
    for (const one of processes) one.stop();
    await postgres.stop('immediate');
  };
  const onSignal = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const figures = await drill(postgres.url);
    printFigures(figures, values.json);
    if (judgeScale(figures).some(({ isMet }) => !isMet)) process.exitCode = 1;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await stop();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function drill(databaseUrl: string): Promise<ScaleFigures> {
  await migrate(databaseUrl);
  await enablePlanningTimes(databaseUrl);
  log(`creating ${accounts.toLocaleString('en')} accounts`);
  const keys = await makeAccounts(databaseUrl, accounts);
  const [large, ...small] = await listAccounts(databaseUrl, keys);
  if (large === undefined || small[0] === undefined) throw new Error('there are no accounts');
  const load = {
    databaseUrl,
    urls: await startApis(databaseUrl),
    bodiesFile: write('bodies', bodyLines()),
    keysFile: write('keys', keys.join('\n')),
    rounds: values.rounds,
    seconds: values.seconds,
  };
  const url = load.urls[0] as string;

  log('measuring while empty');
  await runWrk(load.urls, load.bodiesFile, load.keysFile, WARM_UP_SECONDS);
  await keepTwoPartitions(databaseUrl);
  const anyone: Target = { key: large.key, email: '', surname: '', phone: '' };
  const twoPartitions = await measurePlanning(databaseUrl, url, anyone);
  await makeOtherPartitions(databaseUrl);
  await runSql(
    databaseUrl,
    'truncate leadline.leads, leadline.contacts, leadline.requests, leadline.search_queue, leadline.usage cascade',
  );
  const empty = await measureIngest(load);

  await runSql(databaseUrl, 'truncate leadline.leads, leadline.contacts, leadline.search_queue cascade');
  await fillLeads(databaseUrl, { leads, months, firstAccountEvery: largeEvery });
  const bytesPerLead = await measureSizes(databaseUrl, leads);

  log('measuring while full');
  const full = await measureIngest(load);
  const smallTargets = await findTargets(databaseUrl, small.slice(0, SMALL_ACCOUNTS), 1);
  const largeTargets = await findTargets(databaseUrl, [large], SMALL_ACCOUNTS);
  const pages = {
    small: await measurePages(url, smallTargets),
    large: await measurePages(url, largeTargets),
  };
  const partitions = await countPartitions(databaseUrl);
  const planningMs = { twoPartitions, partitions, full: await measurePlanning(databaseUrl, url, anyone) };
  log('erasing');
  const erasure = {
    small: await measureErasure(url, smallTargets.slice(0, PEOPLE_TO_ERASE)),
    large: await measureErasure(url, largeTargets.slice(0, PEOPLE_TO_ERASE)),
  };
  log('deleting a month');
  const retention = await measureRetention(databaseUrl, months, [large.id, small[0].id]);
  return {
    ...{ leads, accounts, months, largeEvery },
    ...{ ingest: { empty, full }, pages, erasure, retention, bytesPerLead, planningMs },
  };
}

async function startApis(databaseUrl: string): Promise<string[]> {
  for (const name of ['api-1', 'api-2']) processes.push(await startApi(join(folder, name), databaseUrl));
  return processes.map(({ url }) => url);
}

async function countPartitions(databaseUrl: string): Promise<number> {
  const rows = await runSql(
    databaseUrl,
    `select count(*)::integer as partitions from pg_inherits where inhparent = 'leadline.leads'::regclass`,
  );
  return (rows[0] as { partitions: number }).partitions;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function readCount(name: 'leads' | 'accounts' | 'months' | 'large-every', least: number): number {
  const count = values[name];
  if (!Number.isSafeInteger(count) || count < least)
    throw new Error(`--${name} must be a whole number, at least ${least}`);
  return count;
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
