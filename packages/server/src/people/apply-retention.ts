// Deletes leads that have outlived their account's retention period, a few hundred at a time. Test accounts have one by
// default.

import type { Lead } from '@leadline/engine';
import { sql } from 'kysely';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { lockRequestLog } from '../leads/request-log/lock-request-log.ts';
import { firstIdOf, fromUuid, showId } from '../platform/base/ids.ts';
import { isAccountElsewhere } from '../platform/db/account-elsewhere.ts';
import { type AccountScope, asSystem, enterAccount } from '../platform/db/account-scope.ts';
import type { Installation } from '../platform/db/installation.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { eraseLeads } from './erase-leads.ts';
import { TEST_RETENTION_DAYS } from './manage-retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The account's new leads have to wait while a step runs, so keep it short. */
const BATCH_SIZE = 200;

interface Rule {
  readonly account_id: string;
  readonly days: number;
}

/** Accounts take turns, a step each, until nothing is left to delete. Returns how many leads it deleted. */
export async function applyRetention(
  installation: Installation,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let due = await findDue(installation, now); due.length > 0; ) {
    const unfinished: Rule[] = [];
    for (const rule of due) {
      if (signal.aborted) return deleted;
      const before = new Date(now.getTime() - rule.days * DAY_MS);
      const caller = asSystem(fromUuid(rule.account_id));
      const leads = await enterAccount(installation, caller, (scope) => deleteOld(scope, before)).catch(
        ignoreElsewhere,
      );
      if (leads === BATCH_SIZE) unfinished.push(rule);
      deleted += leads;
    }
    due = unfinished;
  }
  return deleted;
}

/** An account that has just moved is left to the worker of its new database. */
function ignoreElsewhere(error: unknown): number {
  if (isAccountElsewhere(error)) return 0;
  throw error;
}

/** Accounts that have something to delete. Most have nothing, and there may be thousands, so none of them costs a
 * transaction. */
async function findDue(installation: Installation, now: Date): Promise<Rule[]> {
  const periods = await installation.selectFrom('retention').select('days').distinct().execute();
  const days = [...new Set([TEST_RETENTION_DAYS, ...periods.map((period) => period.days)])];
  const firstKept = days.map((count) => firstIdOf(new Date(now.getTime() - count * DAY_MS)));
  const { rows } = await sql<Rule>`
    select a.id as account_id, p.days
    from leadline.accounts a
    left join leadline.retention r on r.account_id = a.id
    join unnest(${days}::integer[], ${firstKept}::uuid[]) as p (days, first_kept)
      on p.days = coalesce(r.days, case when a.test_of is not null then ${TEST_RETENTION_DAYS}::integer end)
    where exists (select from leadline.leads l where l.account_id = a.id and l.id < p.first_kept)
      or exists (select from leadline.received x where x.account_id = a.id and x.id < p.first_kept)`.execute(
    installation,
  );
  return rows;
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
