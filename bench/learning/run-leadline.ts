// Learns from rows and scores others with the leadline command.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DataSet, type Row, toLead } from './data-set.ts';

const MAIN = new URL('../../packages/cli/src/main.ts', import.meta.url).pathname;

export interface Learning {
  /** One for each scored row. */
  readonly probabilities: readonly number[];
  readonly learnSeconds: number;
  readonly scoreSeconds: number;
  /** The most memory that learning used. */
  readonly learnMegabytes: number;
}

export async function learnByCommand(
  folder: string,
  set: DataSet,
  train: readonly Row[],
  test: readonly Row[],
): Promise<Learning> {
  const leads = join(folder, 'train.ndjson');
  const model = join(folder, 'model.json');
  const scored = join(folder, 'test.ndjson');
  writeLines(
    leads,
    train.map((row) => ({ lead: toLead(set, row), outcome: row.won === 1 ? 'won' : 'lost' })),
  );
  writeLines(
    scored,
    test.map((row) => toLead(set, row)),
  );
  const learned = await leadline(['learn', '--leads', leads, '--output', model, '--no-verdict']);
  const probabilities: number[] = [];
  const scoring = await leadline(['score', '--model', model, '--no-ai', '--ndjson', scored], (line) => {
    probabilities.push((JSON.parse(line) as { closing: { probability: number } }).closing.probability);
  });
  if (probabilities.length !== test.length)
    throw new Error(`${probabilities.length} of ${test.length} leads were scored`);
  return {
    probabilities,
    learnSeconds: learned.seconds,
    scoreSeconds: scoring.seconds,
    learnMegabytes: learned.megabytes,
  };
}

const writeLines = (file: string, lines: readonly unknown[]): void =>
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** Prints the peak memory of the process to descriptor 3. */
const REPORT =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,String(process.resourceUsage().maxRSS)))';

async function leadline(
  args: readonly string[],
  onLine: (line: string) => void = () => undefined,
): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  let kilobytes = '';
  child.stdio[3]?.on('data', (chunk) => {
    kilobytes += chunk;
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) onLine(line);
  const code = await closed;
  if (code !== 0) throw new Error(`leadline ${args[0]} failed with exit code ${code}`);
  return { seconds: (performance.now() - started) / 1000, megabytes: Number(kilobytes) / 1024 };
}
