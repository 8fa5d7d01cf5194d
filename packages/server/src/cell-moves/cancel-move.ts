// Undoes a move before the switch: the account stays where it is, and the copy is deleted.

import { DomainError } from '../base/domain-error.ts';
import { findMove, holdMove, putOffMove } from './account-moves.ts';
import { deleteCopy } from './delete-copy.ts';
import { findAccounts } from './move-account.ts';
import { withConnections } from './owner-connections.ts';
import { setPresence } from './presence.ts';
import { queueWork } from './queue-work.ts';
import { stopReplicating } from './replication.ts';

/** Returns the cell in which the account stays. */
export const cancelMove = (directoryUrl: string, accountId: string): Promise<string> =>
  withConnections(directoryUrl, async (connections) => {
    const { directory } = connections;
    return holdMove(directory, accountId, async () => {
      const accountIds = await findAccounts(connections, accountId);
      const move = await findMove(directory, accountId);
      if (move === null) throw new DomainError('not_found', 'this account is not on its way to another cell');
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
      const target = await connections.open(move.target);
      await stopReplicating({ source, target, accountIds, sourceUrl: source.url });
      await deleteCopy({ cell: target, accountIds });
      await directory.query(`delete from leadline.account_moves where account_id = $1 and step = 'copying'`, [
        accountId,
      ]);
      return move.source;
    });
  });
