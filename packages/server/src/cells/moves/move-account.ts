// Moves an account with its test account to another cell while it is in use: copies it by logical replication, catches up,
// freezes it for a fraction of a second, switches, and verifies. The source's rows are deleted later; see clean-copies.ts.
// Every step can be repeated, so a move that was killed continues where it was.

import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { type OwnerConnections, withConnections } from '../directory/owner-connections.ts';
import { cellUrl, MAIN_CELL, readCellAddress } from '../places/cell-address.ts';
import { findMove, holdMove, putOffMove, type RecordedMove, whileCopying } from './account-moves.ts';
import { finishMove } from './clean-copies.ts';
import { copyAuditLog } from './copy-audit-log.ts';
import type { OnMoveEvent } from './move-events.ts';
import { prepareCopy } from './prepare-copy.ts';
import { setPresence } from './presence.ts';
import { queueWork } from './queue-work.ts';
import { releaseFromWorker, waitForTransactions } from './release-from-worker.ts';
import { type Replication, readCopyProgress, stopReplicating } from './replication.ts';
import { switchAccount } from './switch-account.ts';
import { CopyDiffers, type CopySnapshot, verifyExactly, verifyKeys } from './verify-copy.ts';

export interface MoveOptions {
  readonly directoryUrl: string;
  readonly accountId: string;
  /** The name of the cell. */
  readonly target: string;
  readonly keepSourceMs?: number;
  /** How the target reaches the source, if not by the address of that cell. */
  readonly sourceAddress?: string;
  readonly acceptsDifferences?: boolean;
  /** Whether it may begin although the target takes no new accounts. */
  readonly evenIfClosed?: boolean;
  readonly onEvent?: OnMoveEvent;
}

export interface MovedAccount {
  readonly source: string;
  readonly target: string;
  /** When the source's rows may be deleted. */
  readonly deleteSourceAt: Date;
}

const KEEP_SOURCE_MS = 24 * 60 * 60 * 1000;
const POLL_MS = 250;
const MAX_LAG_BYTES = 1_000_000;
/** Of the replication, which retries by itself every five seconds. */
const MAX_ERRORS = 5;
const MAX_TRIES = 30;
const MAX_PAUSE_MS = 5_000;
const DIRECTORY_WAIT_MS = 60_000;

export const moveAccount = (options: MoveOptions): Promise<MovedAccount> =>
  withConnections(options.directoryUrl, async (connections) =>
    holdMove(connections.directory, options.accountId, async () => {
      const accountIds = await findAccounts(connections, options.accountId);
      const { source, target } = await findOrRecordMove(connections, accountIds, options);
      const cells = { source: await connections.open(source), target: await connections.open(target) };
      const sourceUrl =
        options.sourceAddress === undefined
          ? cells.source.url
          : cellUrl(options.directoryUrl, {
              name: source,
              address: readCellAddress(options.sourceAddress),
            });
      const move = new AccountMove(connections, { ...cells, accountIds, sourceUrl }, options);
      try {
        return await move.run();
      } finally {
        await move.close();
      }
    }),
  );

class AccountMove {
  readonly #directory: OwnerConnections['directory'];
  readonly #replication: Replication;
  readonly #options: MoveOptions;
  readonly #onEvent: OnMoveEvent;
  #snapshot: CopySnapshot | null = null;

  constructor(connections: OwnerConnections, replication: Replication, options: MoveOptions) {
    this.#directory = connections.directory;
    this.#replication = replication;
    this.#options = options;
    this.#onEvent = options.onEvent ?? (() => {});
  }

  async run(): Promise<MovedAccount> {
    for (;;) {
      const move = await findMove(this.#directory, this.#options.accountId);
      if (move === null) throw new Error('the move was cancelled by another process');
      if (move.step === 'copying') await this.#copyAndSwitch();
      else if (move.step === 'frozen') await this.#thaw(move);
      else if (move.step === 'switched') await this.#settle(move);
      else return { ...move, deleteSourceAt: move.deleteSourceAt ?? new Date() };
    }
  }

  async close(): Promise<void> {
    await this.#snapshot?.close().catch(() => {}); // the connection may be lost
  }

  /** The process that froze the account has died. */
  async #thaw({ attempt }: RecordedMove): Promise<void> {
    const { accountId } = this.#options;
    const { source } = this.#replication;
    await putOffMove(this.#directory, accountId, attempt, () =>
      setPresence(source.pool, accountId, 'here', ['held']),
    );
  }

  async #copyAndSwitch(): Promise<void> {
    const { accountId } = this.#options;
    const { source } = this.#replication;
    // Somebody may have put the move off and died before opening the account again.
    await whileCopying(this.#directory, accountId, () =>
      setPresence(source.pool, accountId, 'here', ['held']),
    );
    this.#onEvent({ kind: 'preparing' });
    await prepareCopy(this.#directory, this.#replication);
    await this.#waitForCopy();
    this.#onEvent({ kind: 'copied' });
    let reason = '';
    try {
      for (let tries = 1; tries <= MAX_TRIES; tries++) {
        this.#onEvent({ kind: 'leaving' });
        if (await releaseFromWorker(source.pool, accountId)) {
          await this.#waitForCopy();
          this.#onEvent({ kind: 'freezing' });
          const result = await switchAccount({
            directory: this.#directory,
            accountId,
            replication: this.#replication,
            onMoment: (kind) => this.#onEvent({ kind }),
          });
          if (result.isSwitched) {
            this.#snapshot = result.snapshot;
            this.#onEvent({ kind: 'switched', frozenMs: result.frozenMs });
            return;
          }
          reason = result.reason;
        } else reason = 'a transaction in the source has been running for over a minute';
        this.#onEvent({ kind: 'put off', reason });
        await sleep(Math.min(tries * POLL_MS, MAX_PAUSE_MS));
      }
    } catch (error) {
      await this.#giveBack().catch(() => {}); // the next run does it, or an API process
      throw error;
    }
    await this.#giveBack();
    throw new Error(
      `could not freeze ${showId('acct', accountId)}: ${reason}. It stays where it is; run the command again later, or with --cancel.`,
    );
  }

  /** The source's worker goes on with the account. */
  async #giveBack(): Promise<void> {
    const { accountId } = this.#options;
    const { source, accountIds } = this.#replication;
    const move = await findMove(this.#directory, accountId);
    if (move?.step === 'frozen') await this.#thaw(move);
    if (move?.step === 'switched') return;
    await setPresence(source.pool, accountId, 'here', ['leaving']);
    await queueWork(source, accountIds);
  }

  async #waitForCopy(): Promise<void> {
    let firstErrors: number | null = null;
    for (;;) {
      const progress = await readCopyProgress(this.#replication);
      const { tables, readyTables, rows, lagBytes, errors } = progress;
      this.#onEvent({ kind: 'copying', tables, readyTables, rows });
      if (readyTables === tables && lagBytes < MAX_LAG_BYTES) return;
      firstErrors ??= errors;
      if (errors - firstErrors >= MAX_ERRORS)
        throw new Error(
          `the cell "${this.#replication.target.name}" failed to copy the account ${errors - firstErrors} times; the log of its PostgreSQL says why. Run the command again to go on, or with --cancel.`,
        );
      await sleep(POLL_MS);
    }
  }

  /** The account lives in the target now. What is left may take its time. */
  async #settle({ frozenAt, source: sourceName }: RecordedMove): Promise<void> {
    const { accountId, acceptsDifferences = false, keepSourceMs = KEEP_SOURCE_MS } = this.#options;
    const { source, target, accountIds } = this.#replication;
    if (target.name !== MAIN_CELL)
      await target.pool.query('select leadline.unfreeze_account($1)', [accountId]);
    this.#onEvent({ kind: 'opened' });
    await queueWork(target, accountIds);
    this.#onEvent({ kind: 'queued' });
    await stopReplicating(this.#replication);
    if (target.name === MAIN_CELL) await copyAuditLog(source, target, accountIds);
    try {
      await this.#verify(frozenAt ?? new Date());
    } catch (error) {
      if (!(error instanceof CopyDiffers) || !acceptsDifferences) throw error;
    }
    // What began in the directory before the switch may have changed something without noting it for the target.
    await waitForTransactions(this.#directory, DIRECTORY_WAIT_MS);
    await this.#directory.query(
      `with told as (
         insert into leadline.directory_changes (account_id) select $1 where $2)
       update leadline.account_moves set step = 'verified', verified_at = now(),
         delete_source_at = now() + make_interval(secs => $3)
       where account_id = $1 and step = 'switched' and source = $4`,
      [accountId, target.name !== MAIN_CELL, keepSourceMs / 1_000, sourceName],
    );
  }

  async #verify(frozenAt: Date): Promise<void> {
    const snapshot = this.#snapshot;
    if (snapshot === null) {
      const rows = await verifyKeys(this.#replication, frozenAt);
      this.#onEvent({ kind: 'verified', rows, isExact: false });
      return;
    }
    const rows = await verifyExactly(this.#replication, snapshot, frozenAt);
    await snapshot.close();
    this.#snapshot = null;
    this.#onEvent({ kind: 'verified', rows, isExact: true });
  }
}

/** The live account first. */
export async function findAccounts({ directory }: OwnerConnections, accountId: string): Promise<string[]> {
  const { rows } = await directory.query<{ id: string; isTest: boolean }>(
    `select id, test_of is not null as "isTest" from leadline.accounts where $1 in (id, test_of)
     order by test_of nulls first`,
    [accountId],
  );
  const [live] = rows;
  if (live === undefined) throw new DomainError('not_found', 'no account with this ID');
  if (live.isTest) throw new Error('this is a test account; it moves with the live account it belongs to');
  return rows.map(({ id }) => fromUuid(id));
}

async function findOrRecordMove(
  connections: OwnerConnections,
  accountIds: readonly string[],
  { accountId, target, evenIfClosed = false, onEvent }: MoveOptions,
): Promise<Pick<RecordedMove, 'source' | 'target'>> {
  const { directory } = connections;
  const move = await findMove(directory, accountId);
  if (move !== null && move.target === target) return move;
  if (move !== null && move.step !== 'verified')
    throw new Error(
      `this account is on its way to "${move.target}": run "leadline account move" with that cell to finish it${move.step === 'switched' ? '' : ', or with --cancel'}`,
    );
  const { rows } = await directory.query<{ cell: string; isClosed: boolean }>(
    'select cell, delete_at is not null as "isClosed" from leadline.accounts where id = $1',
    [accountId],
  );
  const { cell: source, isClosed } = rows[0] as { cell: string; isClosed: boolean };
  if (source === target) throw new Error(`this account is in the cell "${target}" already`);
  if (isClosed) throw new Error('this account is closed and will be deleted; it does not move any more');
  const { isOpen } = await connections.findPlace(target);
  if (!isOpen && !evenIfClosed)
    throw new Error(
      `the cell "${target}" takes no new accounts; choose another one, open it with "leadline cell open ${target}", or add --even-if-closed`,
    );
  await connections.open(target);
  // The list has room for one move of an account, and the old copy is out of date anyway.
  if (move !== null) await finishMove(connections, accountId, accountIds, move, onEvent);
  await directory.query(
    'insert into leadline.account_moves (account_id, source, target) values ($1, $2, $3)',
    [accountId, source, target],
  );
  return { source, target };
}
