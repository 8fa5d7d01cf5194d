// Deletes leads that are older than their account keeps them, a few hundred at a time.

import type { Lead } from '@leadline/engine';
import { recordAudit } from '../audit/record-audit.ts';
import { firstIdOf, fromUuid, showId } from '../base/ids.ts';
import { type AccountScope, enterAccount, SYSTEM } from '../db/account-scope.ts';
import type { Installation } from '../db/installation.ts';
import { lockAccount } from '../db/lock-account.ts';
import { forgetLeads } from '../erasure/forget-leads.ts';
import { holdReceived } from '../request-log/lock-request-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Leads of the account that come in meanwhile wait for so many. */
const AT_ONCE = 200;

/** One step for each account that has one to make. Says how many leads went. */
export async function applyRetention(installation: Installation, now: Date): Promise<number> {
  const rules = await installation.selectFrom('retention').selectAll().execute();
  let gone = 0;
  for (const { account_id, days } of rules) {
    const before = new Date(now.getTime() - days * DAY_MS);
    gone += await enterAccount(installation, { accountId: fromUuid(account_id), actor: SYSTEM }, (scope) =>
      deleteOld(scope, before),
    );
  }
  return gone;
}

async function deleteOld(scope: AccountScope, before: Date): Promise<number> {
  await holdReceived(scope);
  // Refused ones, too; they are few.
  await scope.transaction
    .deleteFrom('received')
    .where('account_id', '=', scope.accountId)
    .where('id', '<', firstIdOf(before))
    .execute();
  await lockAccount(scope);
  const rows = await scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', 'l.person_id', 'l.phone', 'l.lead'])
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '<', firstIdOf(before))
    .orderBy('l.id')
    .limit(AT_ONCE)
    .execute();
  if (rows.length === 0) return 0;
  const { leads } = await forgetLeads(
    scope,
    rows.map(({ id, person_id, phone, lead }) => {
      const { email, name } = lead as Lead;
      return { id: fromUuid(id), personId: fromUuid(person_id), phone, email, name };
    }),
  );
  await recordAudit(scope, 'retention.applied', showId('acct', scope.accountId), {
    leads,
  });
  return leads;
}
