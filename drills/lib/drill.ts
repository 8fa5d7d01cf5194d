// A drill puts promises of the service to the test on real processes. This runs one from the command line:
// a PostgreSQL of its own, progress on stderr, a table (or --json) on stdout, exit code 1 for a broken promise.

import { parseArgs } from 'node:util';
import { type DrillPostgres, startDrillPostgres } from './postgres.ts';

export interface Check {
  readonly promise: string;
  readonly expected: number | string;
  readonly found: number | string;
}

export interface DrillResult {
  readonly checks: readonly Check[];
  /** How hard it was tried: a drill that met nothing proves nothing. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Tells what is being done. */
export type Say = (text: string) => void;
export const silent: Say = () => {};

export const check = (promise: string, found: number | string, expected: number | string): Check => ({
  promise,
  expected,
  found,
});

export const brokenOf = ({ checks }: DrillResult): Check[] =>
  checks.filter(({ expected, found }) => expected !== found);

/** What else has to end when a drill is interrupted. */
export const stopsOnSignal = new Set<() => Promise<void>>();

export async function runDrill(
  name: string,
  drill: (postgres: DrillPostgres, say: Say) => Promise<DrillResult>,
): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const started = performance.now();
  const say: Say = (text) => {
    process.stderr.write(`${seconds(started).toFixed(1).padStart(6)} s  ${text}\n`);
  };
  say('starting PostgreSQL');
  const postgres = await startDrillPostgres();
  const onSignal = async (): Promise<void> => {
    for (const stop of stopsOnSignal) await stop();
    await postgres.remove();
    process.exit(130);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const result = await drill(postgres, say);
    say('done');
    const isKept = brokenOf(result).length === 0;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ drill: name, isKept, seconds: seconds(started), ...result }, null, 2)}\n`
        : table(name, result, seconds(started)),
    );
    process.exitCode = isKept ? 0 : 1;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await postgres.remove();
  }
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;

function table(name: string, { checks, figures }: DrillResult, tookSeconds: number): string {
  const width = Math.max(...[...checks.map(({ promise }) => promise), ...Object.keys(figures)].map(lengthOf));
  const lines = [
    ...checks.map(({ promise, expected, found }) =>
      expected === found
        ? `  kept    ${promise.padEnd(width)}  ${found}`
        : `  BROKEN  ${promise.padEnd(width)}  ${found}, not ${expected}`,
    ),
    ...Object.entries(figures).map(([figure, value]) => `          ${figure.padEnd(width)}  ${value}`),
  ];
  return `${name}, ${tookSeconds} s\n${lines.join('\n')}\n`;
}

const lengthOf = (text: string): number => text.length;
