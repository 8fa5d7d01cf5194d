// What it costs to store a lead over HTTP with a durable commit, compared with PostgreSQL driven by pgbench and with a
// Fastify server that stores nothing. All of them alternate within one run on one machine.
//   npm run bench:ingest                               prints a table
//   npm run bench:ingest -- --json                     as JSON
//   npm run bench:ingest -- --seconds 3 --rounds 1     faster
// Needs pgbench and wrk on the PATH.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '@leadline/server';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { type NodeProcess, startNode } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { CONNECTIONS, type Figure, medianOf, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

const ACCOUNTS = 1_000;
const PGBENCH_CLIENTS = 32;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const keys = await makeAccounts(postgres.url, ACCOUNTS);
  const bodies = write('bodies', bodyLines());
  const manyKeys = write('keys', keys.join('\n'));
  const oneKey = write('key', keys[0] as string);
  for (const name of ['api-1', 'api-2']) processes.push(await startApi(join(folder, name), postgres.url));
  const ours = processes.map(({ url }) => url);
  const bareProcess = await startNode(join(folder, 'bare'), ['bench/ingest/bare-fastify.ts'], {});
  processes.push(bareProcess);
  const bare = [bareProcess.url];

  const runs: Record<string, () => Figure | Promise<Figure>> = {
    'bare Fastify (validates, echoes)': () => runWrk(bare, bodies, manyKeys, seconds),
    'pgbench, bare rows, 1,000 accounts': () => pgbench('bare-rows.sql', ACCOUNTS),
    'pgbench, our statement, 1,000 accounts': () => pgbench('one-lead.sql', ACCOUNTS),
    'Leadline, 1,000 accounts': () => storeByWrk(postgres.url, ours, bodies, manyKeys, seconds),
    'pgbench, bare rows, one account': () => pgbench('bare-rows.sql', 1),
    'pgbench, our statement, one account': () => pgbench('one-lead.sql', 1),
    'Leadline, one account': () => storeByWrk(postgres.url, ours, bodies, oneKey, seconds),
  };
  // Warm-up: JIT compilers, caches, query plans.
  await runWrk(bare, bodies, manyKeys, 3);
  await runWrk(ours, bodies, manyKeys, 10);
  const figures = new Map<string, Figure[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      process.stderr.write(`round ${round} of ${rounds}: ${name}\n`);
      await runSql(postgres.url, 'checkpoint');
      figures.set(name, [...(figures.get(name) ?? []), await run()]);
    }
  }
  report(new Map([...figures].map(([name, all]) => [name, medianOf(all)])));
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
      ...['-D', `lead=${JSON.stringify(lead)}`, '-D', `scored=${JSON.stringify(result)}`],
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

function report(figures: ReadonlyMap<string, Figure>): void {
  const figure = (name: string): Figure => figures.get(name) as Figure;
  const many = figure('Leadline, 1,000 accounts');
  const one = figure('Leadline, one account');
  const result = {
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    node: process.version,
    connections: CONNECTIONS,
    seconds,
    rounds,
    figures: Object.fromEntries(figures),
    ratios: {
      'vs our statement, 1,000 accounts (goal 1.0)':
        many.perSecond / figure('pgbench, our statement, 1,000 accounts').perSecond,
      'vs our statement, one account (goal 4)':
        one.perSecond / figure('pgbench, our statement, one account').perSecond,
      // Stricter: pgbench neither looks anything up nor scores anything here.
      'vs bare rows, 1,000 accounts': many.perSecond / figure('pgbench, bare rows, 1,000 accounts').perSecond,
      'vs bare rows, one account': one.perSecond / figure('pgbench, bare rows, one account').perSecond,
      'vs bare Fastify, 1,000 accounts':
        many.perSecond / figure('bare Fastify (validates, echoes)').perSecond,
    },
  };
  if (values.json) {
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  console.log(
    `Leads per second; ${cpus().length} cores shared by PostgreSQL, two API processes and the load generator. ${CONNECTIONS} connections,\n` +
      `${PGBENCH_CLIENTS} pgbench clients, ${rounds} rounds of ${seconds} s, median round. Goal for p99: 30 ms.\n`,
  );
  for (const [name, { perSecond, p99Ms }] of figures) {
    const latency = p99Ms === null ? '' : `   p99 ${p99Ms.toFixed(1)} ms`;
    console.log(`${name.padEnd(42)} ${Math.round(perSecond).toLocaleString('en').padStart(7)}${latency}`);
  }
  console.log('');
  for (const [name, ratio] of Object.entries(result.ratios))
    console.log(`${name.padEnd(46)} ${ratio.toFixed(2)} ×`);
}
