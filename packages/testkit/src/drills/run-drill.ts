// Runs a drill from the command line with its own PostgreSQL. Prints progress to stderr and a table (or JSON with
// --json) to stdout, and exits with code 1 if a check fails.

import { type CrashablePostgres, startCrashablePostgres } from '../database/crashable-postgres.ts';
import { readOptions } from '../read-options.ts';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { type DrillResult, failedChecks, type Log } from './drill.ts';

export interface ReportOptions {
  readonly json: boolean;
}

/** For drills that don't need a PostgreSQL. Those with options besides --json read them themselves. */
export async function reportDrill(
  name: string,
  drill: (log: Log) => Promise<DrillResult>,
  { json }: ReportOptions = readOptions({ json: false }),
): Promise<void> {
  const started = performance.now();
  const log: Log = (text) => {
    process.stderr.write(`${secondsSince(started).toFixed(1).padStart(6)} s  ${text}\n`);
  };
  const onSignal = async (): Promise<void> => {
    // In reverse, because PostgreSQL was started first.
    for (const stop of [...stopOnSignal].toReversed()) await stop();
    process.exit(130);
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const result = await drill(log);
    log('done');
    printResult(name, result, started, json);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

export const runDrill = (
  name: string,
  drill: (postgres: CrashablePostgres, log: Log) => Promise<DrillResult>,
  options?: ReportOptions,
): Promise<void> => runDrillOn(name, startCrashablePostgres, drill, options);

/** For drills that need a PostgreSQL with settings of its own. */
export const runDrillOn = <P extends { remove(): Promise<void> }>(
  name: string,
  startPostgres: () => Promise<P>,
  drill: (postgres: P, log: Log) => Promise<DrillResult>,
  options?: ReportOptions,
): Promise<void> =>
  reportDrill(
    name,
    async (log) => {
      log('starting PostgreSQL');
      const postgres = await startPostgres();
      const remove = (): Promise<void> => postgres.remove();
      stopOnSignal.add(remove);
      try {
        return await drill(postgres, log);
      } finally {
        stopOnSignal.delete(remove);
        await remove();
      }
    },
    options,
  );

export function printResult(name: string, result: DrillResult, started: number, isJson: boolean): void {
  const passed = failedChecks(result).length === 0;
  const seconds = secondsSince(started);
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ drill: name, passed, seconds, ...result }, null, 2)}\n`
      : formatTable(name, result, seconds),
  );
  process.exitCode = passed ? 0 : 1;
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;

function formatTable(drill: string, { checks, figures }: DrillResult, seconds: number): string {
  const labels = [...checks.map(({ name }) => name), ...Object.keys(figures)];
  const width = Math.max(...labels.map(({ length }) => length));
  const lines = [
    ...checks.map(({ name, expected, actual }) =>
      expected === actual
        ? `  passed  ${name.padEnd(width)}  ${actual}`
        : `  FAILED  ${name.padEnd(width)}  ${actual}, expected ${expected}`,
    ),
    ...Object.entries(figures).map(([name, value]) => `          ${name.padEnd(width)}  ${value}`),
  ];
  return `${drill}, ${seconds} s\n${lines.join('\n')}\n`;
}
