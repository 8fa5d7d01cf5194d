// `leadline cell`: the databases that accounts live in.

import {
  addCell,
  drainCell,
  type ListedCell,
  listCells,
  removeCell,
  setCellAddress,
  setCellOpen,
  showId,
} from '@leadline/server';
import { Command } from 'commander';
import { addKeepOptions, cleanUp, HOUR_MS, type KeepOptions } from './account-move.ts';
import { count } from './count.ts';
import { describeFailure } from './describe-failure.ts';
import { group } from './group.ts';
import { LOGINS_HELP, readLogins } from './logins.ts';
import { showMove } from './move-progress.ts';
import { EXIT_REJECTED, paint, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

const ADD_HELP = `
Environment:
  DATABASE_URL  the directory, with the user who owns its tables; the same user and password are used for the cell
${LOGINS_HELP}`;

export function cellCommand(): Command {
  const add = addStoreOptions(
    new Command('add')
      .description('make an empty database a cell, in which new accounts are placed from then on')
      .argument('<name>', 'small letters, digits and hyphens, as in eu-1')
      .argument('<address>', 'without a login, as in postgres://db2.example.org:5432/leadline'),
  )
    .addHelpText('after', ADD_HELP)
    .action(async (name: string, address: string, options: StoreOptions) => {
      const { isLogical } = await withStore(options, (directoryUrl) =>
        addCell({
          directoryUrl,
          name,
          address,
          logins: readLogins(),
          onRetry: () => printLine('waiting for a lock; will try again in 2 s'),
        }),
      );
      printLine(`added the cell "${name}"`);
      if (!isLogical)
        printLine(
          paint('dim', "Accounts can't move away from it until its PostgreSQL has wal_level = logical."),
        );
    });

  const list = addStoreOptions(
    new Command('list').description('list all cells').option('--json', 'print JSON'),
  ).action(async ({ json, ...options }: { json?: true } & StoreOptions) => {
    const cells = await withStore(options, listCells);
    if (json) printLine(JSON.stringify(cells.map(toJson), null, 2));
    else for (const cell of cells) printLine(describeCell(cell));
  });

  const drain = addKeepOptions(
    addStoreOptions(
      new Command('drain')
        .description('place no new accounts in a cell, and move its accounts to the emptiest other cells')
        .argument('<name>')
        .option('--only-close', 'move no accounts'),
    ),
  ).action(
    async (name: string, { onlyClose, ...options }: { onlyClose?: true } & KeepOptions & StoreOptions) => {
      await withStore(options, (url) => (onlyClose ? close(url, name) : drainAll(url, name, options)));
    },
  );

  const open = addStoreOptions(
    new Command('open').description('place new accounts in a cell again').argument('<name>'),
  ).action(async (name: string, options: StoreOptions) => {
    await withStore(options, (url) => setCellOpen(url, name, true));
    printLine(`the cell "${name}" takes new accounts`);
  });

  const setAddress = addStoreOptions(
    new Command('set-address')
      .description('say where a cell is now, for example after a failover; checks that it is this cell')
      .argument('<name>')
      .argument('<address>', 'without a login, as in postgres://db2.example.org:5432/leadline'),
  ).action(async (name: string, newAddress: string, options: StoreOptions) => {
    const address = await withStore(options, (directoryUrl) =>
      setCellAddress({ directoryUrl, name, address: newAddress }),
    );
    printLine(`the cell "${name}" is at ${address}`);
  });

  const remove = addStoreOptions(
    new Command('remove')
      .description('forget a cell that is closed and has no accounts; its database stays')
      .argument('<name>')
      .option('--lost', 'its database is gone for good, with the old copies of accounts that have left it'),
  ).action(async (name: string, { lost, ...options }: { lost?: true } & StoreOptions) => {
    await withStore(options, (directoryUrl) => removeCell({ directoryUrl, name, isLost: lost === true }));
    printLine(`removed the cell "${name}"`);
    if (!lost) printLine(paint('dim', 'Its database stays. Drop it when you no longer need it.'));
  });

  const clean = addStoreOptions(
    new Command('clean').description('delete what accounts have left behind in other cells, if it is time'),
  ).action(async (options: StoreOptions) => {
    if (!(await withStore(options, cleanUp))) process.exitCode = EXIT_REJECTED;
  });

  return group('cell', [add, list, drain, open, clean, setAddress, remove]);
}

async function close(directoryUrl: string, name: string): Promise<void> {
  await setCellOpen(directoryUrl, name, false);
  printLine(`the cell "${name}" takes no new accounts`);
}

async function drainAll(
  directoryUrl: string,
  name: string,
  { keepSourceFor, sourceAddress }: KeepOptions,
): Promise<void> {
  const { moved, failures } = await drainCell({
    directoryUrl,
    name,
    keepSourceMs: keepSourceFor * HOUR_MS,
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    onAccount: (accountId, target, left) => {
      printLine(`${showId('acct', accountId)} → ${target}, ${left} to go`);
      return showMove('  ');
    },
  });
  await cleanUp(directoryUrl);
  printLine(`moved ${count(moved, 'account')} away from "${name}"`);
  if (failures.size === 0) return;
  for (const [accountId, error] of failures)
    process.stderr.write(`leadline: ${showId('acct', accountId)} stays: ${describeFailure(error)}\n`);
  process.exitCode = EXIT_REJECTED;
}

function describeCell(cell: ListedCell): string {
  const notes = [
    cell.isOpen ? 'open' : 'closed',
    count(cell.accounts, 'account'),
    `${Math.round(cell.bytes / 1_000_000).toLocaleString('en-US')} MB`,
    cell.isLogical === null ? paint('red', 'down') : cell.isLogical ? '' : 'wal_level is not logical',
    cell.arriving > 0 ? `${cell.arriving} arriving` : '',
    cell.leaving > 0 ? `${cell.leaving} leaving` : '',
    cell.copies > 0 ? count(cell.copies, 'old copy', 'old copies') : '',
    cell.deletionsWaiting > 0
      ? paint('red', `${count(cell.deletionsWaiting, 'deletion')} waiting for "leadline cell clean"`)
      : '',
  ];
  const place = cell.address ?? 'the directory';
  return `${cell.name}  ${place}  ${notes.filter((note) => note !== '').join(', ')}`;
}

const toJson = (cell: ListedCell) => ({
  name: cell.name,
  address: cell.address,
  is_open: cell.isOpen,
  is_away: cell.isLogical === null,
  has_logical_wal: cell.isLogical,
  accounts: cell.accounts,
  bytes: cell.bytes,
  arriving: cell.arriving,
  leaving: cell.leaving,
  old_copies: cell.copies,
  deletions_waiting: cell.deletionsWaiting,
});
