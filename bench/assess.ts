// Measures the cost of reading messages: leads per second with every message different, compared with ONNX Runtime alone
// on the same texts, also by CPU time, which other processes disturb less; latency at half that rate and at three times
// that rate; and ingest with AI on and off, for leads with nothing to read and for leads with only a budget. The
// variants take turns within each round.
//   npm run bench:assess                               table
//   npm run bench:assess -- --seconds 2 --rounds 1     quick run
//   npm run bench:assess -- --json                     JSON
// Needs wrk on the PATH.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lead } from '@leadline/engine';
import { migrate } from '@leadline/server';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import type { Bare } from './assess/bare-onnx.ts';
import { type Sent, sendAtFullSpeed, sendAtRate } from './assess/send-leads.ts';
import { readTexts, readWarmUpTexts } from './assess/texts.ts';
import { makeAccounts, startBenchPostgres, storeByWrk } from './support/bench-postgres.ts';
import { bodyLines } from './support/body-lines.ts';
import { type Figure, medianOf, runWrk } from './support/run-wrk.ts';
import { startApi } from './support/start-leadline.ts';
import { workerThreadCpuSeconds } from './support/worker-thread-cpu.ts';

/** Enough to keep the reading thread busy, few enough that no lead waits long. */
const CONNECTIONS = 32;
const BARE = join(import.meta.dirname, 'assess/bare-onnx.ts');

const { json, seconds, rounds } = readOptions({ json: false, seconds: 5, rounds: 3 });
const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
const processes: NodeProcess[] = [];
try {
  await migrate(postgres.url);
  const keys = await makeAccounts(postgres.url, 500);
  const start = async (name: string, ai: Readonly<Record<string, string>>): Promise<NodeProcess> => {
    const api = await startApi(join(folder, name), postgres.url, ai);
    processes.push(api);
    return api;
  };
  const patient = await start('patient', { AI: 'local', AI_DEADLINE_MS: '5000' });
  const usual = await start('usual', { AI: 'local' });
  const without = await start('without', { AI: 'off' });
  const allTexts = readTexts();
  let used = 0;
  const texts: Iterator<string> = {
    next: () => {
      const value = allTexts[used++];
      return value === undefined ? { done: true, value } : { value };
    },
  };
  const load = ({ url }: NodeProcess) => ({ url, key: keys[0] as string, texts, seconds });
  print('Warming up');
  // Until the code is compiled, a lead takes many times as long: that lasts for the first few thousand.
  const warmUpTexts = readWarmUpTexts().values();
  for (const api of [patient, usual])
    await sendAtFullSpeed({ ...load(api), texts: warmUpTexts, seconds: 2 * seconds }, CONNECTIONS);
  const bare: Bare[] = [];
  const service: (Sent & { cpuMs: number })[] = [];
  for (let round = 1; round <= rounds; round++) {
    print(`Round ${round} of ${rounds}: ONNX Runtime alone, then Leadline`);
    bare.push(await runBare(used));
    const before = workerThreadCpuSeconds(patient.pid);
    const sent = await sendAtFullSpeed(load(patient), CONNECTIONS);
    const cpuMs = (1000 * (workerThreadCpuSeconds(patient.pid) - before)) / sent.read;
    service.push({ ...sent, cpuMs });
  }
  const read = median(service.map(({ answered, read, perSecond }) => (perSecond * read) / answered));
  const alone = median(bare.map(({ perSecond }) => perSecond));
  const reader = median(bare.map(({ reader }) => reader));
  const cpuMs = {
    alone: median(bare.map(({ cpuMs }) => cpuMs)),
    read: median(service.map(({ cpuMs }) => cpuMs)),
  };
  print('Half that rate, then three times that rate');
  const half = await sendAtRate(load(usual), read / 2);
  const over = await sendAtRate({ ...load(usual), seconds: Math.min(seconds, 4) }, read * 3);
  const nothing = await compareWithoutAi('nothing to read', { budget: '' });
  const budget = await compareWithoutAi('only a budget', {});
  report({ alone, read, reader, cpuMs, half, over, nothing, budget });

  async function compareWithoutAi(name: string, changes: Partial<Lead>): Promise<OnAndOff> {
    const bodies = write('bodies', bodyLines({ ...changes, message: '', custom_fields: {} }));
    const keysFile = write('keys', keys.join('\n'));
    const figures = { on: [] as Figure[], off: [] as Figure[] };
    for (const { url } of [usual, without]) await runWrk([url], bodies, keysFile, 3); // warm-up
    for (let round = 1; round <= rounds; round++) {
      print(`Round ${round} of ${rounds}: leads with ${name}, AI off and on`);
      figures.off.push(await storeByWrk(postgres.url, [without.url], bodies, keysFile, seconds));
      figures.on.push(await storeByWrk(postgres.url, [usual.url], bodies, keysFile, seconds));
    }
    return { on: medianOf(figures.on), off: medianOf(figures.off) };
  }
} finally {
  for (const api of processes) api.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

async function runBare(first: number): Promise<Bare> {
  const { stdout } = await promisify(execFile)(process.execPath, [BARE, String(seconds), String(first)]);
  return JSON.parse(stdout) as Bare;
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

interface OnAndOff {
  readonly on: Figure;
  readonly off: Figure;
}

interface Figures {
  readonly alone: number;
  readonly read: number;
  /** Speed of the reader without the service, relative to ONNX Runtime alone. */
  readonly reader: number;
  /** CPU time of the thread that runs the model, per message. */
  readonly cpuMs: { readonly alone: number; readonly read: number };
  readonly half: Sent;
  readonly over: Sent;
  readonly nothing: OnAndOff;
  readonly budget: OnAndOff;
}

function report(figures: Figures): void {
  const { alone, read, reader, cpuMs, half, over } = figures;
  const ratio = read / alone;
  if (json) {
    const date = new Date().toISOString().slice(0, 10);
    console.log(JSON.stringify({ date, cores: cpus().length, seconds, rounds, ratio, ...figures }));
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
  row('the reader without the service, in turns with it', `${reader.toFixed(2)} ×`);
  row(
    'CPU time per message, alone and in Leadline',
    `${cpuMs.alone.toFixed(2)}, ${cpuMs.read.toFixed(2)} ms`,
  );
  row('ratio by CPU time', `${(cpuMs.alone / cpuMs.read).toFixed(2)} ×`);
  console.log('');
  row('at half that rate: p99 latency (goal < 100 ms)', `${half.p99Ms.toFixed(0)} ms`);
  row('  messages read', `${((100 * half.read) / half.answered).toFixed(1)} %`);
  row('at three times that rate: p99 latency', `${over.p99Ms.toFixed(0)} ms`);
  row(
    '  leads answered, messages read',
    `${over.answered}, ${((100 * over.read) / over.answered).toFixed(1)} %`,
  );
  for (const name of ['nothing', 'budget'] as const) {
    const { on, off } = figures[name];
    console.log('');
    const leads = name === 'nothing' ? 'leads with nothing to read' : 'leads with only a budget';
    row(`${leads}: per second, AI off`, off.perSecond.toFixed(0));
    row(`${leads}: per second, AI on`, on.perSecond.toFixed(0));
    row(name === 'nothing' ? 'ratio (goal 0.95)' : 'ratio', `${(on.perSecond / off.perSecond).toFixed(2)} ×`);
  }
}
