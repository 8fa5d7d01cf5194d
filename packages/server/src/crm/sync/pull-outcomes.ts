// Pulls what was won and lost: every deal that changed since the last pass, with an overlap, because a change may become visible
// late. The position is saved with each page, and a deal's outcome with the lead's, so each outcome is recorded exactly once.

import { sql } from 'kysely';
import { foldEmail } from '../../leads/record/contact.ts';
import { fromUuid, timeOfId } from '../../platform/base/ids.ts';
import { type AccountScope, asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import { type InstallationTransaction, inTransaction } from '../../platform/db/installation.ts';
import { recordOutcome } from '../../work/record-outcome.ts';
import type { PulledDeal } from '../vendors/adapter.ts';
import { VENDORS } from '../vendors/vendors.ts';
import type { PullPosition } from './connection.ts';
import type { SyncParts } from './push-leads.ts';
import { addToRun, type Counts } from './run-log.ts';

/** Deals that closed shortly before the CRM was connected. */
const FIRST_OVERLAP_MS = 24 * 3_600 * 1_000;
/** Some CRMs only know the day on which a deal was closed. */
const CLOSED_EARLIER_MS = 24 * 3_600 * 1_000;

/** Returns the position from which to go on, or null at the end of a pass. */
export async function pullPage(parts: SyncParts, position: PullPosition): Promise<PullPosition | null> {
  const { connection, adapter } = parts;
  const { overlapMs } = VENDORS[connection.vendor];
  const since = new Date(new Date(position.since).getTime() - overlapMs);
  const began = position.began ?? new Date().toISOString();
  const { deals, next } = await adapter.listChanged(since, position.after);
  const reached: PullPosition =
    next === null
      ? { since: began, began: null, after: null }
      : { since: position.since, began, after: next };
  await save(parts, deals, reached);
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

async function save(parts: SyncParts, deals: readonly PulledDeal[], reached: PullPosition): Promise<void> {
  const { db, connection, run } = parts;
  const { accountId, id } = connection;
  await inTransaction(db, async (trx) => {
    const counts = await recordDeals(trx, accountId, deals);
    await sql`
      update leadline.crm_connections set pulled = ${JSON.stringify(reached)}
      where account_id = ${accountId} and id = ${id}`.execute(trx);
    await addToRun(trx, run, counts, []);
  });
}

async function recordDeals(
  trx: InstallationTransaction,
  accountId: string,
  deals: readonly PulledDeal[],
): Promise<Counts> {
  const scope = scopeWithin(trx, asSystem(accountId));
  const counts: Record<string, number> = {};
  const leads = await lockLinkedLeads(trx, accountId, deals);
  const decided = await lockDecided(trx, accountId, deals);
  for (const deal of deals) {
    const known = decided.get(deal.dealId) ?? (await link(scope, deal, leads));
    if (known === null || (known.outcome === deal.outcome && known.amount === deal.amount)) continue;
    // An amount that is corrected later belongs to the same win.
    const isNew = known.outcome !== deal.outcome;
    if (isNew || deal.outcome === 'won') {
      const outcome = { outcome: deal.outcome, at: deal.closedAt, amount: deal.amount, reason: null };
      if ((await recordOutcome(scope, known.leadId, outcome)) === null) continue;
    }
    await saveDeal(trx, accountId, deal, known.leadId);
    const name: keyof Counts = deal.outcome === 'open' ? 'reopened' : deal.outcome;
    if (isNew) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

interface LinkedLead {
  readonly leadId: string;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly amount: number | null;
}

/** By record. Two workers that pull the same page wait for each other here. */
async function lockLinkedLeads(
  trx: InstallationTransaction,
  accountId: string,
  deals: readonly PulledDeal[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('crm_records as r')
    .select(['r.record_id', 'r.lead_id'])
    .where('r.account_id', '=', accountId)
    .where('r.record_id', 'in', deals.flatMap(({ recordId }) => recordId ?? []).concat(''))
    .orderBy('r.record_id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ record_id, lead_id }) => [record_id, fromUuid(lead_id)]));
}

/** By deal. */
async function lockDecided(
  trx: InstallationTransaction,
  accountId: string,
  deals: readonly PulledDeal[],
): Promise<Map<string, LinkedLead>> {
  const rows = await trx
    .selectFrom('crm_deals as d')
    .select(['d.deal_id', 'd.lead_id', 'd.outcome', 'd.amount'])
    .where('d.account_id', '=', accountId)
    .where('d.deal_id', 'in', deals.map(({ dealId }) => dealId).concat(''))
    .orderBy('d.deal_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ deal_id, lead_id, outcome, amount }) => [
      deal_id,
      { leadId: fromUuid(lead_id), outcome, amount },
    ]),
  );
}

/** A deal counts once it is decided, and for one lead: the first that was decided after the lead came. */
async function link(
  { transaction: trx, accountId }: AccountScope,
  deal: PulledDeal,
  leads: ReadonlyMap<string, string>,
): Promise<LinkedLead | null> {
  if (deal.outcome === 'open') return null;
  const leadId = leads.get(deal.recordId ?? '') ?? (await findByEmail(trx, accountId, deal));
  if (leadId === null || deal.closedAt.getTime() < timeOfId(leadId).getTime() - CLOSED_EARLIER_MS)
    return null;
  const { rows } = await sql`
    insert into leadline.crm_deals (account_id, deal_id, lead_id, outcome, amount)
    select l.account_id, ${deal.dealId}, l.id, ${deal.outcome}, ${deal.amount}
    from leadline.leads l where l.account_id = ${accountId} and l.id = ${leadId}
    on conflict do nothing
    returning deal_id`.execute(trx);
  return rows.length === 0 ? null : { leadId, outcome: 'open', amount: null };
}

/** The newest open lead of a person whom nobody has pushed yet. */
async function findByEmail(
  trx: InstallationTransaction | AccountScope['transaction'],
  accountId: string,
  { recordId, email }: PulledDeal,
): Promise<string | null> {
  const address = foldEmail(email);
  if (!address.includes('@')) return null;
  const { rows } = await sql<{ id: string }>`
    select l.id
    from leadline.contacts c join leadline.leads l on l.account_id = c.account_id and l.person_id = c.person_id
    where c.account_id = ${accountId} and c.email = ${address} and l.outcome = 'open'
      and not exists (select from leadline.crm_records r where r.account_id = l.account_id and r.lead_id = l.id)
    order by l.id desc limit 1`.execute(trx);
  const [row] = rows;
  if (row === undefined) return null;
  // So that a push of this lead finds it.
  if (recordId !== null)
    await sql`
      insert into leadline.crm_records (account_id, record_id, lead_id, written)
      values (${accountId}, ${recordId}, ${row.id}, '{}') on conflict do nothing`.execute(trx);
  return fromUuid(row.id);
}

/** One that is open again may belong to a newer lead by the time it is decided. */
async function saveDeal(
  trx: InstallationTransaction,
  accountId: string,
  { dealId, outcome, amount }: PulledDeal,
  leadId: string,
): Promise<void> {
  const own = trx
    .deleteFrom('crm_deals')
    .where('account_id', '=', accountId)
    .where('deal_id', '=', dealId)
    .where('lead_id', '=', leadId);
  if (outcome === 'open') await own.execute();
  else
    await trx
      .updateTable('crm_deals')
      .set({ outcome, amount })
      .where('account_id', '=', accountId)
      .where('deal_id', '=', dealId)
      .execute();
}
