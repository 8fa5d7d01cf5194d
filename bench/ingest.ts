// What it costs to store a lead over HTTP with a durable commit, compared with PostgreSQL driven by pgbench and with a
// Fastify server that stores nothing. All of them alternate within one run on one machine.
//   npm run bench:ingest                               prints a table
//   npm run bench:ingest -- --json                     as JSON
//   npm run bench:ingest -- --seconds 3 --rounds 1     faster
//   npm run bench:ingest -- --profile                  where the time and the memory of the API processes go
// Needs pgbench and wrk on the PATH.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@leadline/server';
import { packResult } from '@leadline/server/testing';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { readOptions } from '@leadline/testkit/read-options';
import { type NodeProcess, startNode } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { openProbe, sumOf, WITH_PROBE } from './support/open-probe.ts';
import { postgresCpuSeconds } from './support/postgres-cpu.ts';
import { printProfile } from './support/print-profile.ts';
import { CONNECTIONS, type Figure, medianOf, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

const ACCOUNTS = 1_000;
const PGBENCH_CLIENTS = 32;
const MANY_CONNECTIONS = 256;

/** What each of our figures is compared with. */
const BARE_ROWS: Readonly<Record<string, string>> = {
  'Leadline, 1,000 accounts': 'pgbench, bare rows, 1,000 accounts',
  'Leadline, 1,000 accounts, 256 connections': 'pgbench, bare rows, 1,000 accounts',
  'Leadline, one account': 'pgbench, bare rows, one account',
};

/** What a lead costs in CPU time; without the load generator. */
interface Cost {
  /** 0 for rows that pgbench stores. */
  readonly nodeUs: number;
  readonly postgresUs: number;
  readonly walBytes: number;
}

interface OurCost extends Cost {
  readonly longestDelayMs: number;
  readonly longestGcMs: number;
}

type CostedFigure = Figure & { readonly cost?: Cost | OurCost };

const { json, seconds, rounds, profile, only } = readOptions({
  json: false,
  seconds: 10,
  rounds: 3,
  profile: false,
  only: '',
});

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const keys = await makeAccounts(postgres.url, ACCOUNTS);
  const bodies = write('bodies', bodyLines());
  const manyKeys = write('keys', keys.join('\n'));
  const oneKey = write('key', keys[0] as string);
  const logs = ['api-1', 'api-2'].map((name) => join(folder, name));
  for (const log of logs) processes.push(await startApi(log, postgres.url, { AI: 'off' }, WITH_PROBE));
  const probes = logs.map(openProbe);
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const ours = processes.map(({ url }) => url);
  const bareProcess = await startNode(join(folder, 'bare'), ['bench/ingest/bare-fastify.ts'], {});
  processes.push(bareProcess);
  const bare = [bareProcess.url];

  const readWal = async (): Promise<number> => {
    const [row] = await runSql(
      postgres.url,
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at",
    );
    return (row as { at: number }).at;
  };
  const withCost = async (run: () => Figure | Promise<Figure>): Promise<Figure & { readonly cost: Cost }> => {
    const walBefore = await readWal();
    const cpuBefore = postgresCpuSeconds(postmaster);
    const figure = await run();
    const postgresUs = ((postgresCpuSeconds(postmaster) - cpuBefore) / figure.requests) * 1e6;
    const walBytes = ((await readWal()) - walBefore) / figure.requests;
    return { ...figure, cost: { nodeUs: 0, postgresUs, walBytes } };
  };
  const runOurs = async (keysFile: string, connections = CONNECTIONS): Promise<CostedFigure> => {
    await Promise.all(probes.map((probe) => probe.take()));
    const figure = await withCost(() =>
      storeByWrk(postgres.url, ours, bodies, keysFile, seconds, connections),
    );
    const { cpuSeconds, ...longest } = sumOf(await Promise.all(probes.map((probe) => probe.take())));
    return {
      ...figure,
      cost: { ...figure.cost, ...longest, nodeUs: (cpuSeconds / figure.requests) * 1e6 },
    };
  };
  const runs: Record<string, () => CostedFigure | Promise<CostedFigure>> = {
    'bare Fastify (validates, echoes)': () => runWrk(bare, bodies, manyKeys, seconds),
    'pgbench, bare rows, 1,000 accounts': () => withCost(() => pgbench('bare-rows.sql', ACCOUNTS)),
    'pgbench, our statement, 1,000 accounts': () => withCost(() => pgbench('one-lead.sql', ACCOUNTS)),
    'Leadline, 1,000 accounts': () => runOurs(manyKeys),
    'Leadline, 1,000 accounts, 256 connections': () => runOurs(manyKeys, MANY_CONNECTIONS),
    'pgbench, bare rows, one account': () => withCost(() => pgbench('bare-rows.sql', 1)),
    'pgbench, our statement, one account': () => withCost(() => pgbench('one-lead.sql', 1)),
    'Leadline, one account': () => runOurs(oneKey),
  };
  // Warm-up: JIT compilers, caches, query plans.
  await runWrk(bare, bodies, manyKeys, 3);
  await runWrk(ours, bodies, manyKeys, 20);
  if (profile) {
    for (const [what, unit] of [
      ['time', 'microseconds'],
      ['memory', 'bytes allocated'],
    ] as const) {
      await Promise.all(probes.map((probe) => probe.start(what)));
      const { requests } = await runWrk(ours, bodies, manyKeys, seconds);
      printProfile(unit, await Promise.all(probes.map((probe) => probe.stop(what))), requests);
    }
  } else {
    const figures = new Map<string, CostedFigure[]>();
    for (let round = 1; round <= rounds; round++) {
      for (const [name, run] of Object.entries(runs)) {
        if (!new RegExp(only).test(name)) continue;
        process.stderr.write(`round ${round} of ${rounds}: ${name}\n`);
        await runSql(postgres.url, 'checkpoint');
        figures.set(name, [...(figures.get(name) ?? []), await run()]);
      }
    }
    report(new Map([...figures].map(([name, all]) => [name, medianOf(all)])));
  }
} finally {
  for (const { stop } of processes) stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function pgbench(script: string, accounts: number): Figure {
  const { hostname, port, username, password } = new URL(postgres.url);
  const { lead, result } = medianSizedLead();
  const text = execFileSync(
    'pgbench',
    [
      ...`-h ${hostname} -p ${port} -U ${username} -n -M prepared -c ${PGBENCH_CLIENTS} -j 2`.split(' '),
      ...['-T', `${seconds}`, '-D', `accounts=${accounts}`],
      ...['-D', `lead=${JSON.stringify(lead)}`, '-D', `scored=${packResult(result)}`],
      ...['-f', join(import.meta.dirname, 'ingest', script), 'postgres'],
    ],
    { encoding: 'utf8', env: { ...process.env, PGPASSWORD: password } },
  );
  const requests = Number(/actually processed: (\d+)/.exec(text)?.[1]);
  return { requests, perSecond: Number(/tps = ([\d.]+)/.exec(text)?.[1]), p99Ms: null };
}

/** pgbench stores the same lead over and over, so it should be a typical one. */
function medianSizedLead() {
  const bySize = sampleLeads.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  return bySize[bySize.length >> 1] as (typeof sampleLeads)[number];
}

function report(figures: ReadonlyMap<string, CostedFigure>): void {
  const ratios = describeRatios(figures);
  const costs = compareCosts(figures);
  const result = {
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    node: process.version,
    connections: CONNECTIONS,
    seconds,
    rounds,
    costs,
    figures: Object.fromEntries(figures),
    ratios,
  };
  if (json) {
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  console.log(
    `CPU time per lead, without the load generator; ${cpus().length} cores, ${rounds} rounds of ${seconds} s, median round.\n`,
  );
  console.log(
    ''.padEnd(42) +
      ['Node', 'PostgreSQL', 'both', 'bare rows', 'ratio'].map((head) => head.padStart(12)).join(''),
  );
  for (const { name, nodeUs, postgresUs, bareUs, ratio } of costs) {
    const cells = [nodeUs, postgresUs, nodeUs + postgresUs, bareUs].map((us) => `${us.toFixed(0)} µs`);
    console.log(
      name.padEnd(42) + [...cells, `${ratio.toFixed(2)} ×`].map((cell) => cell.padStart(12)).join(''),
    );
  }
  console.log(
    `\nLeads per second, which depends on what else the machine does. PostgreSQL, two API processes and the load generator\n` +
      `share its cores. ${CONNECTIONS} connections, ${PGBENCH_CLIENTS} pgbench clients. Goal for p99: 30 ms, with 256 connections 60 ms.\n`,
  );
  for (const [name, { perSecond, p99Ms, cost }] of figures) {
    const latency = p99Ms === null ? '' : `   p99 ${p99Ms.toFixed(1)} ms`;
    const details = cost === undefined ? '' : `   ${describeDetails(cost)}`;
    console.log(
      `${name.padEnd(42)} ${Math.round(perSecond).toLocaleString('en').padStart(7)}${latency}${details}`,
    );
  }
  console.log('');
  for (const [name, ratio] of Object.entries(ratios)) console.log(`${name.padEnd(46)} ${ratio.toFixed(2)} ×`);
}

/** CPU time of our leads beside that of bare rows in the same run. With --only, some are missing. */
function compareCosts(figures: ReadonlyMap<string, CostedFigure>) {
  return [...figures].flatMap(([name, { cost }]) => {
    const bareUs = figures.get(BARE_ROWS[name] ?? '')?.cost?.postgresUs;
    if (cost === undefined || bareUs === undefined) return [];
    const { nodeUs, postgresUs } = cost;
    return [{ name, nodeUs, postgresUs, bareUs, ratio: (nodeUs + postgresUs) / bareUs }];
  });
}

function describeRatios(figures: ReadonlyMap<string, CostedFigure>): Record<string, number> {
  const ratio = (name: string, baseline: string): number =>
    (figures.get(name)?.perSecond ?? Number.NaN) / (figures.get(baseline)?.perSecond ?? Number.NaN);
  const many = 'Leadline, 1,000 accounts';
  const one = 'Leadline, one account';
  return {
    'vs bare rows, 1,000 accounts (goal 1.0)': ratio(many, 'pgbench, bare rows, 1,000 accounts'),
    'vs bare rows, one account (goal 4)': ratio(one, 'pgbench, bare rows, one account'),
    'vs our statement, 1,000 accounts': ratio(many, 'pgbench, our statement, 1,000 accounts'),
    'vs our statement, one account': ratio(one, 'pgbench, our statement, one account'),
    'vs bare Fastify, 1,000 accounts': ratio(many, 'bare Fastify (validates, echoes)'),
  };
}

function describeDetails(cost: Cost | OurCost): string {
  const longest =
    'longestDelayMs' in cost
      ? `; longest: delay ${cost.longestDelayMs.toFixed(0)} ms, GC ${cost.longestGcMs.toFixed(0)} ms`
      : '';
  return `PostgreSQL ${cost.postgresUs.toFixed(0)} µs, WAL ${cost.walBytes.toFixed(0)} bytes${longest}`;
}
