// `leadline backup verify`: restores the latest backup into a scratch folder and compares it with the database.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSecretFiles, type VerifiedBackup, verifyBackup } from '@leadline/server';
import { Command, InvalidArgumentError } from 'commander';
import { group } from './group.ts';
import { userFolder } from './input.ts';
import { EXIT_REJECTED, paint, printLine } from './output.ts';

const PGBACKREST =
  'pgbackrest --stanza=leadline --pg1-path="$RESTORE_FOLDER" --type=time --target="$RESTORE_TIME" --target-action=promote restore';

interface VerifyOptions {
  readonly restore: string;
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
      'restores into $RESTORE_FOLDER, as of $RESTORE_TIME, and promotes',
      PGBACKREST,
    )
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

async function runVerify({ restore, programs, scratch, sample, wait, json }: VerifyOptions): Promise<void> {
  const databaseUrl = readSecretFiles(process.env).DATABASE_URL;
  if (databaseUrl === undefined || databaseUrl === '')
    throw new Error('set DATABASE_URL to the database whose backup you want to verify');
  const scratchFolder = await mkdtemp(join(resolve(userFolder, scratch), 'leadline-restored-'));
  try {
    const verified = await verifyBackup({
      databaseUrl,
      scratchFolder,
      restoreCommand: restore,
      ...(programs === undefined ? {} : { programs }),
      sampleSize: sample,
      archiveTimeoutMs: wait * 1_000,
      onStep: (text) => process.stderr.write(`${text}\n`),
    });
    if (json) printLine(JSON.stringify(verified, null, 2));
    else printResult(verified);
    if (!verified.passed) process.exitCode = EXIT_REJECTED;
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
