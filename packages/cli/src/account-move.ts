// `leadline account move`: moves an account to another cell while it is in use.

import { cancelMove, cleanCopies, moveAccount, readId, showId } from '@leadline/server';
import { Command, InvalidArgumentError } from 'commander';
import { describeFailure } from './describe-failure.ts';
import { showMove } from './move-progress.ts';
import { printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export interface KeepOptions {
  /** Hours. */
  readonly keepSourceFor: number;
  readonly sourceAddress?: string;
}

interface Options extends StoreOptions, KeepOptions {
  readonly cancel?: true;
  readonly targetIsLost?: true;
  readonly acceptDifferences?: true;
  readonly evenIfClosed?: true;
}

const HELP = `
The account is used while it moves; it is frozen for a fraction of a second. If the command is interrupted, run it again:
it continues where it was. See "Moving an account to another cell" in docs/operations.md.`;

export const HOUR_MS = 60 * 60 * 1000;

export const addKeepOptions = (command: Command): Command =>
  command
    .option('--keep-source-for <hours>', 'how long the old copy is kept', readHours, 24)
    .option(
      '--source-address <address>',
      'how the target reaches the source, if not by the address of that cell: postgres://host:5432/database',
    );

export const moveCommand = (): Command =>
  addKeepOptions(
    addStoreOptions(
      new Command('move')
        .description('move an account with its test account to another cell, or finish moving it')
        .argument('<account>', 'account ID (acct_…)', readAccountId)
        .argument('<cell>', 'the name of the cell; see `leadline cell list`')
        .option('--cancel', 'undo a move that has not switched to the other cell yet')
        .option('--target-is-lost', 'with --cancel: the other cell is gone for good, with everything in it')
        .option('--even-if-closed', 'move it to a cell that takes no new accounts')
        .option('--accept-differences', 'finish a move although its copy differs'),
    ),
  )
    .addHelpText('after', HELP)
    .action(async (accountId: string, target: string, options: Options) => {
      await withStore(options, (url) =>
        options.cancel ? cancel(url, accountId, options) : move(url, accountId, target, options),
      );
    });

async function cancel(
  directoryUrl: string,
  accountId: string,
  { targetIsLost }: Pick<Options, 'targetIsLost'>,
): Promise<void> {
  const cell = await cancelMove(directoryUrl, accountId, { targetIsLost: targetIsLost === true });
  printLine(`${showId('acct', accountId)} stays in the cell "${cell}"`);
}

async function move(
  directoryUrl: string,
  accountId: string,
  target: string,
  { keepSourceFor, sourceAddress, acceptDifferences, evenIfClosed }: Options,
): Promise<void> {
  const { source, deleteSourceAt } = await moveAccount({
    directoryUrl,
    accountId,
    target,
    keepSourceMs: keepSourceFor * HOUR_MS,
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
    acceptsDifferences: acceptDifferences === true,
    evenIfClosed: evenIfClosed === true,
    onEvent: showMove(),
  });
  printLine(`${showId('acct', accountId)} is in the cell "${target}"`);
  if (deleteSourceAt > new Date()) {
    const time = deleteSourceAt.toISOString().slice(0, 16).replace('T', ' ');
    printLine(`"leadline cell clean" deletes its rows in "${source}" from ${time} UTC on`);
  }
  await cleanUp(directoryUrl);
}

/** Deletes the copies whose time is over. One that can't be deleted now is deleted the next time. */
export async function cleanUp(directoryUrl: string): Promise<boolean> {
  const { failures } = await cleanCopies({ directoryUrl, onEvent: showMove() });
  for (const [account, error] of failures)
    process.stderr.write(`leadline: could not delete the copy of ${account}: ${describeFailure(error)}\n`);
  return failures.size === 0;
}

function readAccountId(text: string): string {
  const id = readId('acct', text);
  if (id === null) throw new InvalidArgumentError('Use an ID like acct_….');
  return id;
}

function readHours(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= 8760))
    throw new InvalidArgumentError('Use hours from 0 to 8760.');
  return hours;
}
