// Undoes a move before the switch: the account stays where it is, and the copy is deleted.

import type { Cell, OwnerConnections } from '../directory/owner-connections.ts';
import { findMove, putOffMove, type RecordedMove } from './account-moves.ts';
import { deleteCopy } from './delete-copy.ts';
import { setPresence } from './presence.ts';
import { queueWork } from './queue-work.ts';
import { dropSlotsOf, stopPublishing, stopReplicating } from './replication.ts';

export interface UndoOptions {
  /** The target is gone for good, with everything in it. */
  readonly targetIsLost?: boolean;
}

/** For the process that holds the move. */
export async function undoMove(
  connections: OwnerConnections,
  accountIds: readonly string[],
  move: RecordedMove,
  { targetIsLost = false }: UndoOptions = {},
): Promise<void> {
  const { directory } = connections;
  const [accountId = ''] = accountIds;
  const source = await connections.open(move.source);
  if (move.step === 'frozen')
    await putOffMove(directory, accountId, move.attempt, () =>
      setPresence(source.pool, accountId, 'here', ['held']),
    );
  const { step } = (await findMove(directory, accountId)) ?? move;
  if (step !== 'copying')
    throw new Error(
      `this account is already in the cell "${move.target}"; to undo that, move it back to "${move.source}"`,
    );
  await setPresence(source.pool, accountId, 'here', ['leaving', 'held']);
  await queueWork(source, accountIds);
  if (targetIsLost) await forgetTarget(connections, source, accountIds, move.target);
  else await clearTarget(connections, source, accountIds, move.target);
  await directory.query(`delete from leadline.account_moves where account_id = $1 and step = 'copying'`, [
    accountId,
  ]);
}

async function clearTarget(
  connections: OwnerConnections,
  source: Cell,
  accountIds: readonly string[],
  name: string,
): Promise<void> {
  const target = await connections.open(name).catch(async (error: unknown) => {
    // Otherwise the source would keep all changes for it, until its disk is full.
    await dropSlotsOf(source, accountIds);
    throw new Error(
      `${(error as Error).message}. The account stays in "${source.name}", which keeps no more changes for "${name}". Run the command again once "${name}" is back, or with --target-is-lost if it is gone for good.`,
      { cause: error },
    );
  });
  await stopReplicating({ source, target, accountIds, sourceUrl: source.url });
  await deleteCopy({ cell: target, accountIds });
}

async function forgetTarget(
  connections: OwnerConnections,
  source: Cell,
  accountIds: readonly string[],
  name: string,
): Promise<void> {
  if (await connections.isReachable(name))
    throw new Error(
      `the cell "${name}" is not lost: it can be reached. Cancel the move without --target-is-lost.`,
    );
  await stopPublishing(source, accountIds);
}
