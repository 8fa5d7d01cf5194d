// Undoes a move before the switch, for `leadline account move --cancel`.

import { DomainError } from '../../platform/base/domain-error.ts';
import { withConnections } from '../directory/owner-connections.ts';
import { findMove, holdMove } from '../moves/account-moves.ts';
import { findAccounts } from '../moves/move-account.ts';
import { type UndoOptions, undoMove } from '../moves/undo-move.ts';

/** Returns the cell in which the account stays. */
export const cancelMove = (
  directoryUrl: string,
  accountId: string,
  options: UndoOptions = {},
): Promise<string> =>
  withConnections(directoryUrl, async (connections) => {
    const { directory } = connections;
    return holdMove(directory, accountId, async () => {
      const accountIds = await findAccounts(connections, accountId);
      const move = await findMove(directory, accountId);
      if (move === null) throw new DomainError('not_found', 'this account is not on its way to another cell');
      await undoMove(connections, accountIds, move, options);
      return move.source;
    });
  });
