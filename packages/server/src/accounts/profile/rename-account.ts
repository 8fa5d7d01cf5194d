// Changes the name of an account, as members see it and invitations state it.

import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkName } from './check-name.ts';

export async function renameAccount(scope: AccountScope, name: string): Promise<void> {
  checkName(name);
  const { name: previous } = await scope.transaction
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', scope.accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (name === previous) return;
  await scope.transaction.updateTable('accounts').set({ name }).where('id', '=', scope.accountId).execute();
  const change = { from: previous === '' ? null : previous, to: name };
  await recordAudit(scope, 'account.renamed', showId('acct', scope.accountId), { name: change });
}
