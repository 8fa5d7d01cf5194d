// What learned models cost when leads arrive: the same API processes take leads of accounts without a model and of accounts
// with one in mode "on", in turns within one run, so that a noisy machine affects all of them alike.
//   npm run bench:models
//   npm run bench:models -- --rounds 3 --seconds 3
// Needs wrk on the PATH.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeadTable, seedRandom, trainModel } from '@leadline/learning';
import { migrate } from '@leadline/server';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { makeAccounts, runSql, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { openProbe, sumOf, WITH_PROBE } from './support/open-probe.ts';
import { type Figure, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

const ACCOUNTS = 1_000;
const SOME_ACCOUNTS = 100;
const OUTCOMES = 1_000;
const WARM_UP_SECONDS = 8;
const GOAL = 0.95;
const HOUR_MS = 3_600_000;

const values = readOptions({ seconds: 5, rounds: 7 });

const folder = mkdtempSync(join(tmpdir(), 'leadline-models-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const model = trainOnSamples();
  const learning = await makeAccounts(postgres.url, ACCOUNTS);
  await publishForAll(model);
  const plain = await makeAccounts(postgres.url, ACCOUNTS);
  const pairs = [ACCOUNTS, SOME_ACCOUNTS, 1].map((accounts) => ({
    accounts,
    without: write(`without-${accounts}`, plain.slice(0, accounts).join('\n')),
    with: write(`with-${accounts}`, learning.slice(0, accounts).join('\n')),
  }));
  const bodies = write('bodies', bodyLines());
  const logs = ['api-1', 'api-2'].map((name) => join(folder, name));
  for (const log of logs) processes.push(await startApi(log, postgres.url, { AI: 'off' }, WITH_PROBE));
  const probes = logs.map(openProbe);
  const urls = processes.map(({ url }) => url);
  const measure = async (keysFile: string): Promise<Round> => {
    await Promise.all(probes.map((probe) => probe.take()));
    const figure = await storeByWrk(postgres.url, urls, bodies, keysFile, values.seconds);
    const { cpuSeconds } = sumOf(await Promise.all(probes.map((probe) => probe.take())));
    return { ...figure, nodeUs: (cpuSeconds / figure.requests) * 1e6 };
  };
  console.log(`The model takes ${Math.round(model.length / 1024)} KiB as JSON. Goal: at least ${GOAL} ×.`);
  for (const pair of pairs) {
    for (const keysFile of [pair.without, pair.with]) await runWrk(urls, bodies, keysFile, WARM_UP_SECONDS);
    const rounds: { readonly without: Round; readonly with: Round }[] = [];
    for (let round = 1; round <= values.rounds; round++) {
      process.stderr.write(`${pair.accounts} accounts: round ${round} of ${values.rounds}\n`);
      rounds.push({ without: await measure(pair.without), with: await measure(pair.with) });
    }
    const describe = (read: (round: Round) => number): string =>
      `${Math.round(median(rounds.map((round) => read(round.without))))} without a model, ` +
      `${Math.round(median(rounds.map((round) => read(round.with))))} with one ` +
      `(${median(rounds.map((round) => read(round.with) / read(round.without))).toFixed(2)} ×)`;
    console.log(
      `${pair.accounts} accounts: leads per second ${describe(({ perSecond }) => perSecond)}; ` +
        `Node µs per lead ${describe(({ nodeUs }) => nodeUs)}; p99 ms ${describe(({ p99Ms }) => p99Ms ?? Number.NaN)}`,
    );
  }
} finally {
  for (const { stop } of processes) stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

type Round = Figure & { readonly nodeUs: number };

/** As JSON. Learned from the leads that are sent, so that it has an effect on most of them. */
function trainOnSamples(): string {
  const random = seedRandom(1);
  const table = new LeadTable();
  for (let index = 0; index < OUTCOMES; index++) {
    const { lead, result } = sampleLeads[index % sampleLeads.length] as (typeof sampleLeads)[number];
    const chance = result.data.score / 150 + (lead.source.length % 2) / 4;
    table.add({
      lead,
      outcome: random() < chance ? 'won' : 'lost',
      receivedAt: new Date(Date.UTC(2026, 0, 1) + index * HOUR_MS),
    });
  }
  return JSON.stringify(trainModel(table));
}

/** Every account so far gets a copy of its own, as if it had trained it. */
async function publishForAll(model: string): Promise<void> {
  await runSql(
    postgres.url,
    `with learning as (
       select a.id, gen_random_uuid() as trained_id from leadline.accounts a where a.test_of is null
     ), trained as (
       insert into leadline.trained_models (account_id, id, model, outcomes, won, verdict, report)
       select l.id, l.trained_id, $1::json, ${OUTCOMES}, 0, '{}', '{}' from learning l
     )
     insert into leadline.model_versions (account_id, version, trained_id, mode, point_limit, reason, actor)
     select l.id, 1, l.trained_id, 'on', 30, 'benchmark', 'operator' from learning l`,
    [model],
  );
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}
