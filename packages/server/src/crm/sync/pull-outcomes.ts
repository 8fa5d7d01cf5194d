// Pulls what was won and lost: everything that changed since the last pass, with an overlap, because a change may become visible
// late. The position is saved with each page, and a record's outcome with the lead's, so each outcome is recorded exactly once.

import { sql } from 'kysely';
import { foldEmail } from '../../leads/record/contact.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { type AccountScope, SYSTEM, scopeWithin } from '../../platform/db/account-scope.ts';
import { type InstallationTransaction, inTransaction } from '../../platform/db/installation.ts';
import { recordOutcome } from '../../work/record-outcome.ts';
import type { PulledRecord } from '../vendors/adapter.ts';
import { VENDORS } from '../vendors/vendors.ts';
import type { PullPosition } from './connection.ts';
import type { SyncParts } from './push-leads.ts';
import { addToRun, type Counts } from './run-log.ts';

/** Deals that closed shortly before the CRM was connected. */
const FIRST_OVERLAP_MS = 24 * 3_600 * 1_000;

/** Returns the position from which to go on, or null at the end of a pass. */
export async function pullPage(parts: SyncParts, position: PullPosition): Promise<PullPosition | null> {
  const { connection, adapter } = parts;
  const { overlapMs } = VENDORS[connection.vendor];
  const since = new Date(new Date(position.since).getTime() - overlapMs);
  const began = position.began ?? new Date().toISOString();
  const { records, next } = await adapter.listChanged(since, position.after);
  const reached: PullPosition =
    next === null
      ? { since: began, began: null, after: null }
      : { since: position.since, began, after: next };
  await save(parts, records, reached);
  return next === null ? null : reached;
}

export async function findPosition({ db, connection }: SyncParts): Promise<PullPosition> {
  const { accountId, createdAt } = connection;
  const row = await db
    .selectFrom('crm_connections as c')
    .select('c.pulled')
    .where('c.account_id', '=', accountId)
    .executeTakeFirst();
  const since = new Date(createdAt.getTime() - FIRST_OVERLAP_MS).toISOString();
  return (row?.pulled as PullPosition | null | undefined) ?? { since, began: null, after: null };
}

async function save(
  parts: SyncParts,
  records: readonly PulledRecord[],
  reached: PullPosition,
): Promise<void> {
  const { db, connection, run } = parts;
  const { accountId, id } = connection;
  await inTransaction(db, async (trx) => {
    const scope = scopeWithin(trx, { accountId, actor: SYSTEM });
    const counts: Record<string, number> = {};
    const linked = await lockLinked(trx, accountId, records);
    for (const record of records) {
      const known = linked.get(record.recordId) ?? (await link(trx, scope, record));
      if (known === null || (known.outcome === record.outcome && known.amount === record.amount)) continue;
      // An amount that is corrected later belongs to the same win.
      const isNew = known.outcome !== record.outcome;
      if (isNew || record.outcome === 'won') {
        const outcome = { outcome: record.outcome, at: record.closedAt, amount: record.amount, reason: null };
        if ((await recordOutcome(scope, known.leadId, outcome)) === null) continue;
      }
      await saveOutcome(trx, accountId, record);
      const name: keyof Counts = record.outcome === 'open' ? 'reopened' : record.outcome;
      if (isNew) counts[name] = (counts[name] ?? 0) + 1;
    }
    await sql`
      update leadline.crm_connections set pulled = ${JSON.stringify(reached)}
      where account_id = ${accountId} and id = ${id}`.execute(trx);
    await addToRun(trx, run, counts, []);
  });
}

interface LinkedLead {
  readonly leadId: string;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly amount: number | null;
}

/** Two workers that pull the same page wait for each other here. */
async function lockLinked(
  trx: InstallationTransaction,
  accountId: string,
  records: readonly PulledRecord[],
): Promise<Map<string, LinkedLead>> {
  const rows = await trx
    .selectFrom('crm_records as r')
    .select(['r.record_id', 'r.lead_id', 'r.outcome', 'r.amount'])
    .where('r.account_id', '=', accountId)
    .where('r.record_id', 'in', records.map(({ recordId }) => recordId).concat(''))
    .orderBy('r.record_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ record_id, lead_id, outcome, amount }) => [
      record_id,
      { leadId: fromUuid(lead_id), outcome, amount },
    ]),
  );
}

/** A deal that the team entered itself, for a person whose lead isn't linked yet. Only once it is decided: until then, a push of
 * the lead finds it. */
async function link(
  trx: InstallationTransaction,
  { accountId }: AccountScope,
  { recordId, email, outcome }: PulledRecord,
): Promise<LinkedLead | null> {
  const address = foldEmail(email);
  if (outcome === 'open' || !address.includes('@')) return null;
  const { rows } = await sql<{ lead_id: string }>`
    insert into leadline.crm_records (account_id, record_id, lead_id, written)
    select l.account_id, ${recordId}, l.id, '{}'
    from leadline.contacts c join leadline.leads l on l.account_id = c.account_id and l.person_id = c.person_id
    where c.account_id = ${accountId} and c.email = ${address} and l.outcome = 'open'
      and not exists (select from leadline.crm_records r where r.account_id = l.account_id and r.lead_id = l.id)
    order by l.id desc limit 1
    on conflict do nothing
    returning lead_id`.execute(trx);
  const [row] = rows;
  return row === undefined ? null : { leadId: fromUuid(row.lead_id), outcome: 'open', amount: null };
}

const saveOutcome = (
  trx: InstallationTransaction,
  accountId: string,
  { recordId, outcome, amount }: PulledRecord,
) =>
  trx
    .updateTable('crm_records')
    .set({ outcome, amount })
    .where('account_id', '=', accountId)
    .where('record_id', '=', recordId)
    .execute();
