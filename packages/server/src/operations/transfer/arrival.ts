// How an imported account arrives in another database than the directory's own.

import type { Installation, InstallationTransaction } from '../../platform/db/installation.ts';

export interface Arrival {
  readonly db: Installation;
  /** Called before anything is stored. */
  prepare(directory: InstallationTransaction, accountIds: readonly string[]): Promise<void>;
  /** Called once the directory's transaction has the account and its keys. */
  place(directory: InstallationTransaction, data: InstallationTransaction, accountId: string): Promise<void>;
  /** Called when both transactions are committed, the directory's last. */
  finish(directory: Installation, accountId: string): Promise<void>;
}
