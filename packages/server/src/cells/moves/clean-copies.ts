// Deletes the copies that moved accounts have left behind, once their time is over or the account is due for deletion.

import { fromUuid, showId } from '../../platform/base/ids.ts';
import { type OwnerConnections, withConnections } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { findMove, holdMove, type RecordedMove } from './account-moves.ts';
import { deleteCopy } from './delete-copy.ts';
import type { OnMoveEvent } from './move-events.ts';
import { stopReplicating } from './replication.ts';
import { undoMove } from './undo-move.ts';

export interface CleanResult {
  readonly cleaned: number;
  /** Why a copy couldn't be deleted, by account. They can be tried again at any time. */
  readonly failures: ReadonlyMap<string, Error>;
}

export interface CleanOptions {
  readonly directoryUrl: string;
  readonly onEvent?: OnMoveEvent;
}

export const cleanCopies = ({ directoryUrl, onEvent }: CleanOptions): Promise<CleanResult> =>
  withConnections(directoryUrl, async (connections) => {
    const { directory } = connections;
    const { rows } = await directory.query<{ ids: string[] }>(
      `select array_agg(a.id::text order by a.test_of nulls first) as ids from leadline.account_moves m
       join leadline.accounts a on m.account_id in (a.id, a.test_of)
       group by m.account_id, m.step, m.delete_source_at
       having m.step = 'verified' and m.delete_source_at <= now() or bool_or(a.delete_at <= now())
       order by m.delete_source_at`,
    );
    const failures = new Map<string, Error>();
    for (const { ids } of rows) {
      const accountIds = ids.map(fromUuid);
      const [accountId = ''] = accountIds;
      try {
        await holdMove(directory, accountId, async () => {
          const move = await findMove(directory, accountId);
          if (move !== null) await endMove(connections, accountIds, move, onEvent);
        });
      } catch (error) {
        failures.set(showId('acct', accountId), error as Error);
      }
    }
    return { cleaned: rows.length - failures.size, failures };
  });

/** A move that isn't verified is only ended if the account is due for deletion. Then it doesn't matter whether the copies are
 * the same. */
async function endMove(
  connections: OwnerConnections,
  accountIds: readonly string[],
  move: RecordedMove,
  onEvent?: OnMoveEvent,
): Promise<void> {
  const [accountId = ''] = accountIds;
  if (move.step === 'copying' || move.step === 'frozen') return undoMove(connections, accountIds, move);
  if (move.step === 'switched' && move.target !== MAIN_CELL) {
    const { pool } = await connections.open(move.target);
    await pool.query('select leadline.unfreeze_account($1)', [accountId]);
  }
  await finishMove(connections, accountId, accountIds, move, onEvent);
}

/** Deletes the copy that a move has left behind, and the move itself. */
export async function finishMove(
  connections: OwnerConnections,
  accountId: string,
  accountIds: readonly string[],
  { source, target, step, frozenAt }: RecordedMove,
  onEvent: OnMoveEvent = () => {},
): Promise<void> {
  const cells = { source: await connections.open(source), target: await connections.open(target) };
  await stopReplicating({ ...cells, accountIds, sourceUrl: cells.source.url });
  let rows = 0;
  const onDeleted = (deleted: number): void => {
    rows += deleted;
    onEvent({ kind: 'deleting', cell: source, rows });
  };
  await deleteCopy({ cell: cells.source, accountIds, frozenAt, onDeleted });
  await connections.directory.query(
    'delete from leadline.account_moves where account_id = $1 and step = $2',
    [accountId, step],
  );
  onEvent({ kind: 'deleted', cell: source, rows });
}
