// What scoring a lead costs in CPU time, compared with what libphonenumber-js alone needs to parse its phone number. They
// take turns, so that a noisy machine affects all alike.
//   npm run bench:engine                        prints a table
//   npm run bench:engine -- ../2.3.0 ../old     beside the engines of other checkouts, which only need `packages/engine` and
//                                               a link to node_modules
//   npm run bench:engine -- --rounds 5          fewer turns, for a quick look
//   npm run bench:engine -- --json              as JSON

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { readCommandLine } from '@leadline/testkit/read-options';
import type { Turn } from './engine/take-turns.ts';

/** Phone parses per lead when all leads are different. */
const GOAL = 6;

interface Row extends Turn {
  readonly name: string;
  readonly phoneParses: number;
}

const { options, words: others } = readCommandLine({ json: false, rounds: 25 });
const roots = ['.', ...others];
const rows = [...(await measure('one')), ...(await measure('different'))];
if (options.json) console.log(JSON.stringify({ node: process.version, goal: GOAL, rows }, null, 2));
else print();

async function measure(set: 'one' | 'different'): Promise<Row[]> {
  const engines = await Promise.all(roots.map((root) => startEngine(root, set)));
  const turns: Turn[][] = engines.map(() => []);
  for (let round = 0; round < options.rounds; round++)
    for (const [index, engine] of engines.entries()) {
      engine.send('turn');
      const [turn] = (await once(engine, 'message')) as [Turn];
      turns[index]?.push(turn);
    }
  for (const engine of engines) engine.kill();
  return turns.map((all, index) => describe(roots[index] as string, all));
}

async function startEngine(root: string, set: string): Promise<ChildProcess> {
  const engine = fork(resolve(import.meta.dirname, 'engine/take-turns.ts'), [resolve(root), set]);
  await once(engine, 'message');
  return engine;
}

/** Medians, so that turns in which the machine was busy with something else don't count. */
function describe(root: string, turns: readonly Turn[]): Row {
  const { version, leads } = turns[0] as Turn;
  return {
    name: `${leads === 1 ? 'one full lead' : `${leads} leads, all different`}, ${root === '.' ? 'here' : root}`,
    version,
    leads,
    phoneUs: median(turns.map(({ phoneUs }) => phoneUs)),
    scoreUs: median(turns.map(({ scoreUs }) => scoreUs)),
    phoneParses: median(turns.map(({ phoneUs, scoreUs }) => scoreUs / phoneUs)),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function print(): void {
  console.log(
    `CPU time per lead, beside libphonenumber-js alone (parse only), Node ${process.version}. Goal when all are different: at most ${GOAL} phone parses.\n`,
  );
  const line = (name: string, version: string, ...cells: readonly string[]): void =>
    console.log(name.padEnd(44) + version.padEnd(8) + cells.map((cell) => cell.padStart(14)).join(''));
  line('', 'engine', 'µs per parse', 'µs per lead', 'phone parses');
  for (const { name, version, phoneUs, scoreUs, phoneParses } of rows)
    line(name, version, phoneUs.toFixed(1), scoreUs.toFixed(1), phoneParses.toFixed(1));
}
