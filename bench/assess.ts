// Measures the cost of reading messages: leads per second with every message different, compared with ONNX Runtime alone
// on the same texts; latency at half that rate and at three times that rate; and, for leads without a message, ingest
// with AI on and off. The variants take turns within each round.
//   npm run bench:assess                               table
//   npm run bench:assess -- --seconds 2 --rounds 1     quick run
//   npm run bench:assess -- --json                     JSON
// Needs wrk on the PATH.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { migrate } from '@leadline/server';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { type Sent, sendAtFullSpeed, sendAtRate } from './assess/send-leads.ts';
import { readTexts, readWarmUpTexts } from './assess/texts.ts';
import { makeAccounts, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { type Figure, medianOf, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

/** Enough to keep the reading thread busy, few enough that no lead waits long. */
const CONNECTIONS = 32;
const BARE = join(import.meta.dirname, 'assess/bare-onnx.ts');

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    seconds: { type: 'string', default: '5' },
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
  const keys = await makeAccounts(postgres.url, 500);
  const start = async (name: string, ai: Readonly<Record<string, string>>): Promise<string> => {
    const api = await startApi(join(folder, name), postgres.url, ai);
    processes.push(api);
    return api.url;
  };
  const patient = await start('patient', { AI: 'local', AI_DEADLINE_MS: '5000' });
  const usual = await start('usual', { AI: 'local' });
  const without = await start('without', { AI: 'off' });
  const allTexts = readTexts();
  const texts = allTexts.values();
  const load = (url: string) => ({ url, key: keys[0] as string, texts, seconds });
  print('Warming up');
  // Until the code is compiled, a lead takes many times as long: that lasts for the first few thousand.
  const warmUpTexts = readWarmUpTexts().values();
  for (const url of [patient, usual])
    await sendAtFullSpeed({ ...load(url), texts: warmUpTexts, seconds: 2 * seconds }, CONNECTIONS);
  const bare: number[] = [];
  const service: Sent[] = [];
  for (let round = 1; round <= rounds; round++) {
    print(`Round ${round} of ${rounds}: ONNX Runtime alone, then Leadline`);
    bare.push(await runBare(Math.floor((allTexts.length / rounds) * (round - 1))));
    service.push(await sendAtFullSpeed(load(patient), CONNECTIONS));
  }
  const read = median(service.map(({ answered, read, perSecond }) => (perSecond * read) / answered));
  const alone = median(bare);
  print('Half that rate, then three times that rate');
  const half = await sendAtRate(load(usual), read / 2);
  const over = await sendAtRate({ ...load(usual), seconds: Math.min(seconds, 4) }, read * 3);
  report({ alone, read, half, over, ...(await measureWithoutMessages(usual, without, keys)) });
} finally {
  for (const api of processes) api.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function runBare(first: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [BARE, String(seconds), String(first)]);
  return Number(stdout);
}

async function measureWithoutMessages(
  withAi: string,
  withoutAi: string,
  keys: readonly string[],
): Promise<{ on: Figure; off: Figure }> {
  const bodies = write('bodies', bodyLines({ message: '', custom_fields: {} }));
  const keysFile = write('keys', keys.join('\n'));
  const figures = { on: [] as Figure[], off: [] as Figure[] };
  for (const url of [withAi, withoutAi]) await runWrk([url], bodies, keysFile, 3); // warm-up
  for (let round = 1; round <= rounds; round++) {
    print(`Round ${round} of ${rounds}: leads without a message, AI off and on`);
    figures.off.push(await storeByWrk(postgres.url, [withoutAi], bodies, keysFile, seconds));
    figures.on.push(await storeByWrk(postgres.url, [withAi], bodies, keysFile, seconds));
  }
  return { on: medianOf(figures.on), off: medianOf(figures.off) };
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}

interface Figures {
  readonly alone: number;
  readonly read: number;
  readonly half: Sent;
  readonly over: Sent;
  readonly on: Figure;
  readonly off: Figure;
}

function report(figures: Figures): void {
  const { alone, read, half, over, on, off } = figures;
  const ratio = read / alone;
  const withoutMessages = on.perSecond / off.perSecond;
  if (values.json) {
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      JSON.stringify({ date, cores: cpus().length, seconds, rounds, ratio, withoutMessages, ...figures }),
    );
    return;
  }
  const row = (name: string, figure: string): void => console.log(`${name.padEnd(58)}${figure.padStart(12)}`);
  console.log(
    `${cpus().length} cores shared by PostgreSQL, the API, its reading thread and the load generator.\n` +
      `Every message is different; median of ${rounds} rounds of ${seconds} s.\n`,
  );
  row('ONNX Runtime alone, messages/s', alone.toFixed(0));
  row('Leadline, leads/s, every message read', read.toFixed(0));
  row('ratio (goal 0.85)', `${ratio.toFixed(2)} ×`);
  console.log('');
  row('at half that rate: p99 latency (goal < 150 ms)', `${half.p99Ms.toFixed(0)} ms`);
  row('  messages read', `${((100 * half.read) / half.answered).toFixed(1)} %`);
  row('at three times that rate: p99 latency', `${over.p99Ms.toFixed(0)} ms`);
  row(
    '  leads answered, messages read',
    `${over.answered}, ${((100 * over.read) / over.answered).toFixed(1)} %`,
  );
  console.log('');
  row('leads/s without a message, AI off', off.perSecond.toFixed(0));
  row('leads/s without a message, AI on', on.perSecond.toFixed(0));
  row('ratio (goal 0.95)', `${withoutMessages.toFixed(2)} ×`);
}
