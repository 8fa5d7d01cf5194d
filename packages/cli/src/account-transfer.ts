// `leadline account export` and `leadline account import`: moves an account to another installation.

import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Cell,
  type CellPlace,
  exportAccount,
  findOpenCell,
  getCellOf,
  importAccount,
  makeCellArrival,
  makeSecretKeys,
  openCell,
  readId,
  readSecretFiles,
  type SecretKeys,
  showId,
  type TransferredRows,
} from '@leadline/server';
import { Command, InvalidArgumentError } from 'commander';
import { userFolder } from './input.ts';
import { printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withDatabase } from './store-options.ts';

const HELP = `
Environment:
  TRANSFER_PASSPHRASE  encrypts the file; at least 12 characters. Or TRANSFER_PASSPHRASE_FILE
  SECRET_KEY           of this installation, if the account has webhooks or intake keys; with OTHER_SECRET_KEYS, if any`;

const MIN_PASSPHRASE = 12;

export const exportCommand = (): Command =>
  addStoreOptions(
    new Command('export')
      .description('write an account with all of its data to an encrypted file, for another installation')
      .argument('<account>', 'account ID (acct_…)', readAccountId)
      .requiredOption('--output <file>', 'the file to write'),
  )
    .addHelpText('after', HELP)
    .action(async (accountId: string, { output, data }: { output: string } & StoreOptions) => {
      const secrets = readSecrets();
      const file = resolve(userFolder, output);
      // Renamed once complete, so that nobody takes half a file for an export.
      const unfinished = `${file}.part`;
      try {
        const rows = await withDatabase({ data }, async (db, url) =>
          withCell(url, await getCellOf(db, accountId), (cell) =>
            exportAccount(db, {
              accountId,
              ...secrets,
              target: createWriteStream(unfinished, { mode: 0o600 }),
              ...(cell === null ? {} : { data: cell.db }),
            }),
          ),
        );
        await rename(unfinished, file);
        printLine(`exported ${showId('acct', accountId)} to ${output}: ${describeRows(rows)}`);
        printLine(
          'Members are not part of it. Add them to the imported account with leadline account add-member.',
        );
      } finally {
        await rm(unfinished, { force: true });
      }
    });

export const importCommand = (): Command =>
  addStoreOptions(
    new Command('import')
      .description('store an account that another installation exported, with the same IDs and API keys')
      .argument('<file>', 'a file written by leadline account export')
      .option('--plan <plan>', 'instead of the plan it was on')
      .option('--cell <name>', 'where to store it (default: the emptiest cell); see `leadline cell list`'),
  )
    .addHelpText('after', HELP)
    .action(async (file: string, { plan, cell: name, data }: ImportOptions) => {
      const secrets = readSecrets();
      const { accountId, rows } = await withDatabase({ data }, async (db, url) => {
        const place = await findOpenCell(db, name);
        // Before it begins: an import that is killed has to be run again with the same cell.
        if (place.address !== null) printLine(`importing into the cell "${place.name}"`);
        return withCell(url, place, (cell) =>
          importAccount(db, {
            ...secrets,
            source: createReadStream(resolve(userFolder, file)),
            ...(plan === undefined ? {} : { plan }),
            ...(cell === null ? {} : { arrival: makeCellArrival(cell) }),
          }),
        );
      });
      printLine(`imported ${showId('acct', accountId)}: ${describeRows(rows)}; counts and checksums match`);
    });

interface ImportOptions extends StoreOptions {
  readonly plan?: string;
  readonly cell?: string;
}

/** Calls `work` with the cell, or null if that is the directory's own database. */
async function withCell<T>(
  directoryUrl: string,
  place: CellPlace,
  work: (cell: Cell | null) => Promise<T>,
): Promise<T> {
  if (place.address === null) return work(null);
  const cell = openCell(directoryUrl, place);
  try {
    return await work(cell);
  } finally {
    await cell.db.destroy();
  }
}

function readSecrets(): { passphrase: string; secretKeys: SecretKeys | null } {
  const env = readSecretFiles(readSecretFiles(process.env), ['TRANSFER_PASSPHRASE']);
  const passphrase = env.TRANSFER_PASSPHRASE ?? '';
  if (passphrase.length < MIN_PASSPHRASE)
    throw new Error(`set TRANSFER_PASSPHRASE to at least ${MIN_PASSPHRASE} characters`);
  const { SECRET_KEY: current, OTHER_SECRET_KEYS: others = '' } = env;
  const otherKeys = others.split(',').filter((key) => key !== '');
  return {
    passphrase,
    secretKeys: current === undefined || current === '' ? null : makeSecretKeys(current, otherKeys),
  };
}

function describeRows(rows: TransferredRows): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${rows.leads ?? 0} leads, ${total} rows`;
}

function readAccountId(text: string): string {
  const id = readId('acct', text);
  if (id === null) throw new InvalidArgumentError('Use an ID like acct_….');
  return id;
}
