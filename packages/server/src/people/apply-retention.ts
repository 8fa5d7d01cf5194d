// Deletes leads that have outlived their account's retention period, a few hundred at a time. Test accounts have one by
// default.

import type { Lead } from '@leadline/engine';
import { recordAudit } from '../audit/record-audit.ts';
import { firstIdOf, fromUuid, showId } from '../base/ids.ts';
import { type AccountScope, enterAccount, SYSTEM } from '../db/account-scope.ts';
import type { Installation } from '../db/installation.ts';
import { lockAccount } from '../db/lock-account.ts';
import { eraseLeads } from '../erasure/erase-leads.ts';
import { lockRequestLog } from '../request-log/lock-request-log.ts';
import { TEST_RETENTION_DAYS } from './manage-retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The account's new leads have to wait while a step runs, so keep it short. */
const BATCH_SIZE = 200;

/** Runs one step for every account with a retention period and returns how many leads it deleted. */
export async function applyRetention(installation: Installation, now: Date): Promise<number> {
  const rules = [
    ...(await installation.selectFrom('retention').select(['account_id', 'days']).execute()),
    ...(await findOldTestAccounts(installation, now)),
  ];
  let deleted = 0;
  for (const { account_id, days } of rules) {
    const before = new Date(now.getTime() - days * DAY_MS);
    deleted += await enterAccount(installation, { accountId: fromUuid(account_id), actor: SYSTEM }, (scope) =>
      deleteOld(scope, before),
    );
  }
  return deleted;
}

/** Test accounts that use the default and have leads to delete. */
async function findOldTestAccounts(
  installation: Installation,
  now: Date,
): Promise<{ readonly account_id: string; readonly days: number }[]> {
  const oldest = firstIdOf(new Date(now.getTime() - TEST_RETENTION_DAYS * DAY_MS));
  const rows = await installation
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.test_of', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('retention as r').select('r.days').whereRef('r.account_id', '=', 'a.id'))),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('leads as l')
          .select('l.id')
          .whereRef('l.account_id', '=', 'a.id')
          .where('l.id', '<', oldest),
      ),
    )
    .execute();
  return rows.map(({ id }) => ({ account_id: id, days: TEST_RETENTION_DAYS }));
}

async function deleteOld(scope: AccountScope, before: Date): Promise<number> {
  await lockRequestLog(scope);
  // Includes rejected requests. There are few of them, so one step is enough.
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
    .limit(BATCH_SIZE)
    .execute();
  if (rows.length === 0) return 0;
  const { leads } = await eraseLeads(
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
