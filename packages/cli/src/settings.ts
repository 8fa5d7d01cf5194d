// `leadline settings`: exports, tries and publishes the scoring settings of an account, for settings kept in a repository.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Backtest, Settings, SettingsChanges } from '@leadline/sdk';
import { Command, InvalidArgumentError, Option } from 'commander';
import { group } from './group.ts';
import { readJson } from './input.ts';
import { EXIT_REJECTED, fail, paint, printable, printLine } from './output.ts';
import { startBar } from './progress-bar.ts';
import { openService, type ServiceOptions, serviceOptions, UNTIL_RESTARTED } from './service.ts';

type Comparison = NonNullable<Backtest['result']>;

interface ExportOptions extends ServiceOptions {
  readonly all?: true;
}

interface BacktestOptions extends ServiceOptions {
  readonly maxMoved?: number;
  readonly minAuc?: number;
  readonly json?: true;
}

interface PublishOptions extends ServiceOptions {
  readonly note?: string;
  readonly expected?: number;
  readonly json?: true;
}

const POLL_MS = 500;
const FILE = 'JSON file with what differs from the defaults, or - for standard input';

export const settingsCommand = (): Command =>
  group('settings', [exportCommand(), backtestCommand(), publishCommand()]);

const withService = (command: Command): Command => {
  for (const option of serviceOptions()) command.addOption(option);
  return command;
};

const exportCommand = (): Command =>
  withService(new Command('export'))
    .description('print what the live settings change, as JSON')
    .option('--all', 'print all settings, with the defaults')
    .action(async (options: ExportOptions) => {
      const { live } = await openService(options).settings.get();
      printLine(JSON.stringify(options.all ? live.settings : live.changes, null, 2));
    });

const backtestCommand = (): Command =>
  withService(new Command('backtest'))
    .description('try settings on the account’s own leads; changes nothing')
    .argument('<file>', FILE)
    .addOption(
      new Option('--max-moved <percent>', 'fail if more of the leads change their grade').argParser(
        readNumber(0, 100),
      ),
    )
    .addOption(
      new Option('--min-auc <auc>', 'fail if scores agree less with outcomes, from 0 to 1').argParser(
        readNumber(0, 1),
      ),
    )
    .option('--json', 'print JSON')
    .action(runBacktest);

const publishCommand = (): Command =>
  withService(new Command('publish'))
    .description('score new leads by these settings from now on')
    .argument('<file>', FILE)
    .option('--note <text>', 'why they were changed')
    .addOption(
      new Option(
        '--expected <version>',
        'fail unless this version is live; by default, whichever is live',
      ).argParser(readNumber(0, 2 ** 31 - 1)),
    )
    .option('--json', 'print JSON')
    .action(publish);

async function runBacktest(file: string, options: BacktestOptions): Promise<void> {
  const { settings } = openService(options);
  const changes = await readChanges(file);
  const started = await settings.startBacktest({ changes });
  const { status, error, result } = await follow(settings, started);
  if (status === 'failed' || result === null) return fail(`the backtest failed: ${error ?? 'unknown error'}`);
  if (options.json) printLine(JSON.stringify(result, null, 2));
  else printResult(result);
  const regressions = findRegressions(result, options);
  for (const regression of regressions) process.stderr.write(`leadline: ${regression}\n`);
  if (regressions.length > 0) process.exitCode = EXIT_REJECTED;
}

async function publish(file: string, { note, expected, json, ...service }: PublishOptions): Promise<void> {
  const { settings } = openService(service);
  const changes = await readChanges(file);
  const version = expected ?? (await settings.get()).live.version;
  const published = await settings.publish({ version, changes, note });
  printLine(json ? JSON.stringify(published, null, 2) : `published version ${published.version}`);
}

async function readChanges(file: string): Promise<SettingsChanges> {
  const changes = await readJson(file);
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return fail(`${file === '-' ? 'standard input' : file} must contain a JSON object`);
  return changes as SettingsChanges;
}

async function follow(settings: Settings, started: Backtest): Promise<Backtest> {
  let current = started;
  const bar = startBar('Scoring', 1);
  while (current.status === 'queued' || current.status === 'running') {
    const { leads, done } = current.progress;
    bar.show(leads === null || leads === 0 ? 0 : done / leads, `${count(done)} leads`);
    await sleep(POLL_MS);
    const latest = await settings.getBacktest(UNTIL_RESTARTED);
    if (latest?.job_id !== started.job_id) return fail('somebody has started another backtest since');
    current = latest;
  }
  bar.end();
  return current;
}

function findRegressions(
  { leads, moved, agreement }: Comparison,
  { maxMoved, minAuc }: BacktestOptions,
): string[] {
  const regressions: string[] = [];
  const percent = leads === 0 ? 0 : (100 * moved) / leads;
  if (maxMoved !== undefined && percent > maxMoved)
    regressions.push(`${percent.toFixed(1)} % of the leads change their grade, more than ${maxMoved} %`);
  if (minAuc === undefined) return regressions;
  if (agreement === null) regressions.push('the AUC is unknown: there are no leads that were won and lost');
  else if (agreement.after.auc.value < minAuc)
    regressions.push(`the AUC is ${agreement.after.auc.value}, less than ${minAuc}`);
  return regressions;
}

function printResult({
  leads,
  is_capped,
  changed,
  moved,
  grades,
  outcomes,
  agreement,
  ...lists
}: Comparison): void {
  printLine(
    `${count(leads)} leads${is_capped ? ' (those with outcomes, then the newest)' : ''}: ` +
      `${count(changed)} change their score, ${count(moved)} their grade`,
  );
  for (const { before, after, leads: some } of grades)
    if (before !== after) printLine(`  ${before.padEnd(4)} → ${after.padEnd(4)}  ${count(some)}`);
  for (const [title, moving] of [
    ['Rising most', lists.rising],
    ['Falling most', lists.falling],
  ] as const) {
    if (moving.length === 0) continue;
    printLine(paint('bold', title));
    for (const { lead_id, name, before, after } of moving.slice(0, MAX_PRINTED))
      printLine(
        `  ${String(before.score).padStart(3)} → ${String(after.score).padStart(3)}  ${lead_id}  ${printable(name)}` +
          (before.grade === after.grade ? '' : `  ${before.grade} → ${after.grade}`),
      );
  }
  if (agreement === null) {
    printLine(paint('dim', 'No leads that were won and lost, so agreement with outcomes is unknown.'));
    return;
  }
  printLine(
    paint('bold', `Agreement with ${count(outcomes.won)} won and ${count(outcomes.lost)} lost leads`),
  );
  for (const [title, measure] of [
    ['AUC', 'auc'],
    ['Lift in the top 20 %', 'lift'],
  ] as const)
    printLine(
      `  ${title}: ${show(agreement.before[measure])} → ${show(agreement.after[measure])}, ` +
        `difference ${show(agreement.difference[measure])}`,
    );
}

const MAX_PRINTED = 5;

const show = ({ value, low, high }: { value: number; low: number; high: number }): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

const count = (value: number): string => value.toLocaleString('en-US');

const readNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`Use a number from ${min} to ${max}.`);
    return value;
  };
