// Compares what a lead costs in several versions of the code, which take turns at the same database, so that a noisy machine
// affects all of them alike. They must have the same schema, or get a database each with --own-schema.
//   npm run bench:compare -- ../old .                              two checkouts, each with its node_modules
//   npm run bench:compare -- . ". --max-semi-space-size=64"        with options for Node
//   npm run bench:compare -- ../old . --rounds 6 --seconds 5 --own-schema
// Needs wrk on the PATH.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCommandLine } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { openProbe, type Probe, sumOf, WITH_PROBE } from './support/open-probe.ts';
import { type Figure, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

const ACCOUNTS = 1_000;
const WARM_UP_SECONDS = 15;

interface Version {
  readonly name: string;
  readonly databaseUrl: string;
  readonly keys: string;
  readonly urls: readonly string[];
  readonly probes: readonly Probe[];
  readonly rounds: (Figure & { readonly nodeUs: number })[];
}

const { options: values, words: versionNames } = readCommandLine({
  seconds: 5,
  rounds: 5,
  'own-schema': false,
});

const folder = mkdtempSync(join(tmpdir(), 'leadline-compare-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  const bodies = write('bodies', bodyLines());
  const versions: Version[] = [];
  for (const name of versionNames) versions.push(await startVersion(name, versions.length));
  for (const { urls, keys } of versions) await runWrk(urls, bodies, keys, WARM_UP_SECONDS);
  for (let round = 1; round <= values.rounds; round++) {
    for (const { name, databaseUrl, keys, urls, probes, rounds } of versions) {
      process.stderr.write(`round ${round} of ${values.rounds}: ${name}\n`);
      await Promise.all(probes.map((probe) => probe.take()));
      const figure = await storeByWrk(databaseUrl, urls, bodies, keys, values.seconds);
      const { cpuSeconds } = sumOf(await Promise.all(probes.map((probe) => probe.take())));
      rounds.push({ ...figure, nodeUs: (cpuSeconds / figure.requests) * 1e6 });
    }
  }
  report(versions);
} finally {
  for (const { stop } of processes) stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function startVersion(name: string, index: number): Promise<Version> {
  const [root = '.', ...nodeOptions] = name.split(' ');
  const { databaseUrl, keys } = await prepareDatabase(root, index);
  const logs = [1, 2].map((number) => join(folder, `api-${index}-${number}`));
  const urls: string[] = [];
  for (const log of logs) {
    const api = await startApi(log, databaseUrl, { AI: 'off' }, [...nodeOptions, ...WITH_PROBE], root);
    processes.push(api);
    urls.push(api.url);
  }
  return { name, databaseUrl, keys, urls, probes: logs.map(openProbe), rounds: [] };
}

interface Prepared {
  readonly databaseUrl: string;
  /** The file with the keys of its accounts. */
  readonly keys: string;
}

let shared: Promise<Prepared> | null = null;

function prepareDatabase(root: string, index: number): Promise<Prepared> {
  if (values['own-schema']) return makeDatabase(root, index);
  shared ??= makeDatabase('.', index);
  return shared;
}

/** Migrated by the version itself. */
async function makeDatabase(root: string, index: number): Promise<Prepared> {
  const { migrate } = (await import(
    resolve(root, 'packages/server/src/index.ts')
  )) as typeof import('@leadline/server');
  const name = `version_${index}`;
  await runSql(postgres.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: name }).href;
  await migrate(databaseUrl);
  const created = await makeAccounts(databaseUrl, ACCOUNTS, resolve(root, 'packages/server/src/index.ts'));
  return { databaseUrl, keys: write(`keys-${index}`, created.join('\n')) };
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function report(versions: readonly Version[]): void {
  console.log(
    'Medians of all rounds; in brackets, the median of the ratios to the first version in the same round.',
  );
  for (const { name, rounds } of versions) {
    const figure = (read: (round: Version['rounds'][number]) => number): string => {
      const ratios = rounds.map(
        (round, index) => read(round) / read(versions[0]?.rounds[index] as typeof round),
      );
      return `${Math.round(median(rounds.map(read)))} (${median(ratios).toFixed(2)} ×)`;
    };
    console.log(
      `${name.padEnd(40)} leads per second ${figure(({ perSecond }) => perSecond)}, ` +
        `Node ${figure(({ nodeUs }) => nodeUs)} µs per lead, p99 ${figure(({ p99Ms }) => p99Ms ?? Number.NaN)} ms`,
    );
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}
