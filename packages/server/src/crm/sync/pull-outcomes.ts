// Pulls what was won and lost: every deal that changed since the last pass, with an overlap, because a change may become visible
// late. The position is saved with each page, and a deal's outcome with the lead's, so each outcome is recorded exactly once.

import { sql } from 'kysely';
import { foldEmail } from '../../leads/record/contact.ts';
import { fromUuid, timeOfId } from '../../platform/base/ids.ts';
import { asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import { type InstallationTransaction, inTransaction } from '../../platform/db/installation.ts';
import { recordOutcome } from '../../work/record-outcome.ts';
import type { PulledDeal } from '../vendors/adapter.ts';
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
  const { deals, next } = await adapter.listChanged(since, position.after);
  const reached: PullPosition =
    next === null
      ? { since: began, began: null, after: null }
      : { since: position.since, began, after: next };
  const isSaved = await save(parts, deals, reached);
  return next === null || !isSaved ? null : reached;
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

/** Saves nothing if the CRM was disconnected meanwhile: the IDs of its records may be those of others in the next CRM. */
async function save(parts: SyncParts, deals: readonly PulledDeal[], reached: PullPosition): Promise<boolean> {
  const { db, connection, run } = parts;
  const { accountId, id, vendor } = connection;
  return inTransaction(db, async (trx) => {
    // First, so that two workers with the same page wait for each other, and disconnecting waits for them.
    const { rows } = await sql`
      update leadline.crm_connections set pulled = ${JSON.stringify(reached)}
      where account_id = ${accountId} and id = ${id} returning id`.execute(trx);
    if (rows.length === 0) return false;
    const counts = await recordDeals(trx, accountId, deals, VENDORS[vendor].closedEarlierMs);
    await addToRun(trx, run, counts, []);
    return true;
  });
}

async function recordDeals(
  trx: InstallationTransaction,
  accountId: string,
  deals: readonly PulledDeal[],
  closedEarlierMs: number,
): Promise<Counts> {
  const scope = scopeWithin(trx, asSystem(accountId));
  const counts: Record<string, number> = {};
  const leads = await lockLinkedLeads(trx, accountId, deals);
  const decided = await findDecided(trx, accountId, deals);
  for (const deal of deals) {
    const known = decided.get(deal.dealId);
    if (known === undefined ? deal.outcome === 'open' : isSame(known, deal)) continue;
    const leadId = known?.leadId ?? (await findLead(trx, accountId, deal, leads, closedEarlierMs));
    if (leadId === null) continue;
    const before = await findDecision(trx, accountId, leadId);
    await saveDeal(trx, accountId, deal, leadId);
    const after = await findDecision(trx, accountId, leadId);
    const { outcome, amount, closedAt: at } = after ?? { ...deal, outcome: 'open' as const, amount: null };
    // An amount that is corrected later belongs to the same win.
    const isNew = outcome !== (before?.outcome ?? 'open');
    if (!isNew && (outcome !== 'won' || amount === before?.amount)) continue;
    if ((await recordOutcome(scope, leadId, { outcome, at, amount, reason: null })) === null) continue;
    const name: keyof Counts = outcome === 'open' ? 'reopened' : outcome;
    if (isNew) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

interface Decision {
  readonly outcome: 'won' | 'lost';
  readonly amount: number | null;
  readonly closedAt: Date;
}

interface DecidedDeal extends Decision {
  readonly leadId: string;
}

const isSame = (known: Decision, { outcome, amount, closedAt }: PulledDeal): boolean =>
  known.outcome === outcome && known.amount === amount && known.closedAt.getTime() === closedAt.getTime();

/** Of several deals of a lead, the one that was closed last decides it. */
async function findDecision(
  trx: InstallationTransaction,
  accountId: string,
  leadId: string,
): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`
    select d.outcome, d.amount, d.closed_at as "closedAt" from leadline.crm_deals d
    where d.account_id = ${accountId} and d.lead_id = ${leadId}
    order by d.closed_at desc, length(d.deal_id) desc, d.deal_id desc limit 1`.execute(trx);
  return rows[0];
}

/** By record. */
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
async function findDecided(
  trx: InstallationTransaction,
  accountId: string,
  deals: readonly PulledDeal[],
): Promise<Map<string, DecidedDeal>> {
  const rows = await trx
    .selectFrom('crm_deals as d')
    .select(['d.deal_id', 'd.lead_id', 'd.outcome', 'd.amount', 'd.closed_at'])
    .where('d.account_id', '=', accountId)
    .where('d.deal_id', 'in', deals.map(({ dealId }) => dealId).concat(''))
    .execute();
  return new Map(
    rows.map(({ deal_id, lead_id, outcome, amount, closed_at }) => [
      deal_id,
      { leadId: fromUuid(lead_id), outcome, amount, closedAt: closed_at },
    ]),
  );
}

/** The lead that a deal decides: that of its record, or one of the same person, if it came before the deal was closed. */
async function findLead(
  trx: InstallationTransaction,
  accountId: string,
  deal: PulledDeal,
  leads: ReadonlyMap<string, string>,
  closedEarlierMs: number,
): Promise<string | null> {
  const linked = leads.get(deal.recordId ?? '');
  const leadId = linked ?? (await findByEmail(trx, accountId, deal));
  if (leadId === null || deal.closedAt.getTime() < timeOfId(leadId).getTime() - closedEarlierMs) return null;
  // So that a push of this lead finds it.
  if (linked === undefined && deal.recordId !== null)
    await sql`
      insert into leadline.crm_records (account_id, record_id, lead_id, written)
      values (${accountId}, ${deal.recordId}, ${leadId}, '{}') on conflict do nothing`.execute(trx);
  return leadId;
}

/** The newest lead of a person that is open and that nobody has pushed yet, or that another deal has decided. */
async function findByEmail(
  trx: InstallationTransaction,
  accountId: string,
  { email }: PulledDeal,
): Promise<string | null> {
  const address = foldEmail(email);
  if (!address.includes('@')) return null;
  const { rows } = await sql<{ id: string }>`
    select l.id
    from leadline.contacts c join leadline.leads l on l.account_id = c.account_id and l.person_id = c.person_id
    where c.account_id = ${accountId} and c.email = ${address} and (l.outcome = 'open' and not exists (
        select from leadline.crm_records r where r.account_id = l.account_id and r.lead_id = l.id)
      or exists (select from leadline.crm_deals d where d.account_id = l.account_id and d.lead_id = l.id))
    order by l.id desc limit 1`.execute(trx);
  const [row] = rows;
  return row === undefined ? null : fromUuid(row.id);
}

/** One that is open again may belong to a newer lead by the time it is decided. */
async function saveDeal(
  trx: InstallationTransaction,
  accountId: string,
  { dealId, outcome, amount, closedAt }: PulledDeal,
  leadId: string,
): Promise<void> {
  if (outcome === 'open')
    await trx
      .deleteFrom('crm_deals')
      .where('account_id', '=', accountId)
      .where('deal_id', '=', dealId)
      .execute();
  else
    await sql`
      insert into leadline.crm_deals (account_id, deal_id, lead_id, outcome, amount, closed_at)
      select l.account_id, ${dealId}, l.id, ${outcome}, ${amount}, ${closedAt}
      from leadline.leads l where l.account_id = ${accountId} and l.id = ${leadId}
      on conflict (account_id, deal_id) do update
      set outcome = excluded.outcome, amount = excluded.amount, closed_at = excluded.closed_at`.execute(trx);
}
