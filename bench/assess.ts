// What reading messages costs: leads a second with every message different and read, beside ONNX Runtime alone on the same
// texts; how long a lead takes at half of that rate and at three times as much; and, for leads without a message, ingest
// with the AI on beside ingest with it off. In turns, one run.
//   npm run bench:assess                               a table
//   npm run bench:assess -- --seconds 2 --rounds 1     quicker
//   npm run bench:assess -- --json                     for machines
// Needs wrk on the PATH.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { migrate } from '@leadline/server';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import { type Sent, sendAsFast, sendAtRate } from './assess/send-leads.ts';
import { readOtherTexts, readTexts } from './assess/texts.ts';
import { makeAccounts, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { type Figure, medianOf, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';

/** Enough that a message always waits, and none for long. */
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
  const all = readTexts();
  const texts = all.values();
  const load = (url: string) => ({ url, key: keys[0] as string, texts, seconds });
  say('warming up');
  // Long enough for the compiler of Node to know the way of a lead: its first thousands cost it many times as much.
  const others = readOtherTexts().values();
  for (const url of [patient, usual])
    await sendAsFast({ ...load(url), texts: others, seconds: 2 * seconds }, CONNECTIONS);
  const bare: number[] = [];
  const service: Sent[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}: ONNX Runtime alone, then Leadline`);
    bare.push(await runBare(Math.floor((all.length / rounds) * (round - 1))));
    service.push(await sendAsFast(load(patient), CONNECTIONS));
  }
  const read = middle(service.map(({ answered, read, perSecond }) => (perSecond * read) / answered));
  const alone = middle(bare);
  say('half of that rate, then three times as much');
  const half = await sendAtRate(load(usual), read / 2);
  const over = await sendAtRate({ ...load(usual), seconds: Math.min(seconds, 4) }, read * 3);
  report({ alone, read, half, over, ...(await measureWithoutMessages(usual, without, keys)) });
} finally {
  for (const each of processes) each.stop();
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
  for (const url of [withAi, withoutAi]) await runWrk([url], bodies, keysFile, 3); // to warm up
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}: leads without a message, AI on and off`);
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

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function middle(numbers: readonly number[]): number {
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
    `${cpus().length} cores for everything: PostgreSQL, the API, its one reading thread, the load.\n` +
      `Messages all different; ${rounds} rounds of ${seconds} s, the middle one.\n`,
  );
  row('ONNX Runtime alone, texts a second', alone.toFixed(0));
  row('Leadline, leads a second, every message read', read.toFixed(0));
  row('to ONNX Runtime alone (goal 0.85)', `${ratio.toFixed(2)} ×`);
  console.log('');
  row(`at half of that rate: p99 of a lead (goal < 150 ms)`, `${half.p99Ms.toFixed(0)} ms`);
  row('  of these read', `${((100 * half.read) / half.answered).toFixed(1)} %`);
  row('at three times that rate: p99 of a lead', `${over.p99Ms.toFixed(0)} ms`);
  row('  answered, of these read', `${over.answered}, ${((100 * over.read) / over.answered).toFixed(1)} %`);
  console.log('');
  row('leads a second without a message, AI off', off.perSecond.toFixed(0));
  row('the same with AI on', on.perSecond.toFixed(0));
  row('on to off (goal 0.95)', `${withoutMessages.toFixed(2)} ×`);
}
