// Changes the name of an account, as members see it and invitations state it.

import { recordAudit } from '../audit/record-audit.ts';
import { showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { checkName } from './check-name.ts';

export async function renameAccount(scope: AccountScope, name: string): Promise<void> {
  checkName(name);
  const { numUpdatedRows } = await scope.transaction
    .updateTable('accounts')
    .set({ name })
    .where('id', '=', scope.accountId)
    .where('name', '!=', name)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await recordAudit(scope, 'account.renamed', showId('acct', scope.accountId));
}
