// `leadline backup verify`: restores the latest backup into a scratch folder and compares it with the database.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inEachCell, type VerifiedBackup, verifyBackup } from '@leadline/server';
import { Command, InvalidArgumentError } from 'commander';
import { addName } from './add-name.ts';
import { reportFailures } from './cell-results.ts';
import { group } from './group.ts';
import { userFolder } from './input.ts';
import { EXIT_REJECTED, paint, printLine } from './output.ts';
import { findDatabaseUrl } from './store-options.ts';

/** Every cell has a stanza of its own. */
const pgBackRest = (cell: string): string =>
  `pgbackrest --stanza=${cell === 'main' ? 'leadline' : `leadline-${cell}`} --pg1-path="$RESTORE_FOLDER" --type=time --target="$RESTORE_TIME" --target-action=promote restore`;

interface VerifyOptions {
  readonly restore?: string;
  readonly cell: readonly string[];
  readonly programs?: string;
  readonly scratch: string;
  readonly sample: number;
  readonly wait: number;
  readonly json?: true;
}

export function backupCommand(): Command {
  const verify = new Command('verify')
    .description('restore the database as of now into a scratch folder, compare it, and score leads again')
    .option(
      '--restore <command>',
      `restores cell $RESTORE_CELL into $RESTORE_FOLDER, as of $RESTORE_TIME, and promotes (default: ${pgBackRest('main')})`,
    )
    .option('--cell <name>', 'only the backup of this cell; repeat it for several', addName, [])
    .option('--programs <folder>', 'the folder of pg_ctl; without it, the bundled PostgreSQL is used')
    .option('--scratch <folder>', 'where to restore; needs as much space as the database', tmpdir())
    .option('--sample <leads>', 'how many leads to compare and to score again', readCount, 1_000)
    .option('--wait <seconds>', 'how long the WAL may take to be archived', readCount, 300)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
DATABASE_URL (or DATABASE_URL_FILE) is the database, with its owner and password. Run it as PostgreSQL's user, who can read
the backups. Exits with 1 if anything is missing or different. See docs/backup.md.`,
    )
    .action(runVerify);
  return group('backup', [verify]);
}

async function runVerify({ cell: names, json, ...options }: VerifyOptions): Promise<void> {
  const directoryUrl = findDatabaseUrl();
  if (directoryUrl === null)
    throw new Error('set DATABASE_URL to the database whose backup you want to verify');
  const results = await inEachCell(directoryUrl, (url, cell) => verifyCell(url, cell, options), names);
  const verified = reportFailures(results, 'could not be verified');
  if (json) {
    const [first] = verified;
    const output =
      results.length === 1 ? first?.value : verified.map(({ cell, value }) => ({ cell, ...value }));
    printLine(JSON.stringify(output, null, 2));
  } else
    for (const { cell, value } of verified) {
      if (results.length > 1) printLine(`cell ${cell}:`);
      printResult(value);
    }
  if (verified.some(({ value }) => !value.passed)) process.exitCode = EXIT_REJECTED;
}

async function verifyCell(
  databaseUrl: string,
  cell: string,
  { restore = pgBackRest(cell), programs, scratch, sample, wait }: Omit<VerifyOptions, 'cell' | 'json'>,
): Promise<VerifiedBackup> {
  const scratchFolder = await mkdtemp(join(resolve(userFolder, scratch), 'leadline-restored-'));
  try {
    return await verifyBackup({
      databaseUrl,
      scratchFolder,
      restoreCommand: restore,
      cell,
      ...(programs === undefined ? {} : { programs }),
      sampleSize: sample,
      archiveTimeoutMs: wait * 1_000,
      onStep: (text) => process.stderr.write(`${text}\n`),
    });
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

function printResult({ tables, replays, ...verified }: VerifiedBackup): void {
  for (const { table, restored, before, after, isFine } of tables) {
    if (isFine) continue;
    const expected = before === after ? String(before) : `between ${before} and ${after}`;
    printLine(paint('red', `${table}: ${restored} rows restored, expected ${expected}`));
  }
  const leads = tables.find(({ table }) => table === 'leads')?.restored ?? 0;
  printLine(`restored as of ${verified.moment} in ${verified.restoreSeconds.toFixed(1)} s`);
  printLine(`${tables.length} tables, ${leads} leads`);
  printLine(`${verified.sampled} leads compared: ${verified.missing} missing, ${verified.changed} different`);
  const skipped = replays.skipped === 0 ? '' : `, ${replays.skipped} skipped (another engine version)`;
  printLine(`scored again: ${replays.identical} identical, ${replays.different} different${skipped}`);
  printLine(verified.passed ? paint('green', 'the backup is good') : paint('red', 'the backup is not good'));
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Use a whole number from 1.');
  return count;
}
