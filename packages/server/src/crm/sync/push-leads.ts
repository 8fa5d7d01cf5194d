// Pushes leads that are new or have changed. Each batch writes down what it is about to write, writes it to the CRM, and then
// commits the result with the leads' removal from the queue: whenever a worker dies, the next one finds out what was done.

import type { CrmNote } from '@leadline/contract';
import type { Grade, Lead } from '@leadline/engine';
import { sql } from 'kysely';
import { GRADES } from '../../leads/list/match-leads.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import type { CrmAdapter, FieldValues, UpdateResult } from '../vendors/adapter.ts';
import { type LeadToPush, readAddress, toFieldValues } from '../vendors/mapping.ts';
import { ownFieldsOf, VENDORS } from '../vendors/vendors.ts';
import { type Connection, isConnected } from './connection.ts';
import { decideFields, type FieldChanges } from './decide.ts';
import { addToRun, type Counts, type RunId } from './run-log.ts';

/** One for each worker that died in a row. */
const MAX_INTENTIONS = 20;

export interface SyncParts {
  readonly db: Installation;
  readonly connection: Connection;
  readonly adapter: CrmAdapter;
  readonly run: RunId;
  readonly publicUrl: string | null;
  readonly signal: AbortSignal;
  readonly isTurnOver: () => boolean;
}

interface KnownRecord {
  readonly recordId: string;
  readonly leadId: string;
  readonly written: FieldValues;
  readonly isGone: boolean;
}

interface QueuedLead extends LeadToPush {
  readonly revision: number;
  /** What earlier attempts may have written. */
  readonly intended: readonly FieldValues[];
  readonly isExcluded: boolean;
  readonly email: string;
  readonly record: KnownRecord | null;
}

/** What to do with a lead. */
interface Plan {
  readonly lead: QueuedLead;
  readonly code: CrmNote['code'];
  readonly recordId: string | null;
  readonly changes: FieldChanges;
}

const NOTHING: FieldChanges = { writes: {}, keeps: [], written: {} };
/** The lead stays in the queue until it changes, or somebody asks for a sync. */
const PROBLEMS: ReadonlySet<CrmNote['code']> = new Set(['duplicate_email', 'rejected']);

/** Returns whether more leads are waiting. */
export async function pushBatch(parts: SyncParts): Promise<boolean> {
  const leads = await readQueue(parts);
  if (leads.length === 0) return false;
  const plans = await planAll(parts, leads);
  await saveIntentions(parts, plans);
  const done = await carryOut(parts, plans);
  if (!(await settle(parts, done))) return false;
  return leads.length === VENDORS[parts.connection.vendor].batchSize || done.length < plans.length;
}

/** What a sync would do with the newest leads. */
export async function previewPush(parts: SyncParts, most: number): Promise<CrmNote[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from leadline.leads l where l.account_id = ${parts.connection.accountId} and l.grade <> 'Spam'
    order by l.id desc limit ${most}`.execute(parts.db);
  const leads = await readLeads(
    parts,
    rows.map(({ id }) => ({ lead_id: id, revision: 0, intended: [] })),
  );
  return (await planAll(parts, leads)).map(toNote);
}

interface QueueRow {
  readonly lead_id: string;
  readonly revision: number;
  readonly intended: readonly FieldValues[] | null;
}

async function readQueue(parts: SyncParts): Promise<QueuedLead[]> {
  const rows = await parts.db
    .selectFrom('crm_queue as q')
    .select(['q.lead_id', 'q.revision', 'q.intended'])
    .where('q.account_id', '=', parts.connection.accountId)
    .where('q.problem', 'is', null)
    .orderBy('q.lead_id')
    .limit(VENDORS[parts.connection.vendor].batchSize)
    .execute();
  return readLeads(parts, rows as QueueRow[]);
}

async function readLeads({ db, connection }: SyncParts, queued: readonly QueueRow[]): Promise<QueuedLead[]> {
  const { rows } = await sql<{
    id: string;
    grade: Grade;
    score: number;
    not_spam: boolean;
    lead: Lead;
    scored: unknown;
    record_id: string | null;
    written: FieldValues;
    is_gone: boolean;
  }>`
    select l.id, l.grade, l.score, l.not_spam, l.lead, l.scored, r.record_id, r.written, r.is_gone
    from leadline.leads l left join leadline.crm_records r on r.account_id = l.account_id and r.lead_id = l.id
    where l.account_id = ${connection.accountId} and l.id = any (${queued.map(({ lead_id }) => lead_id)}::uuid[])
    order by l.id`.execute(db);
  const byId = new Map(queued.map((row) => [row.lead_id, row]));
  const minRank = GRADES.indexOf(connection.minGrade);
  return rows.map(({ record_id, written, is_gone, not_spam, ...row }) => {
    const id = fromUuid(row.id);
    const isSpam = row.grade === 'Spam';
    return {
      ...row,
      id,
      revision: byId.get(row.id)?.revision ?? 0,
      intended: byId.get(row.id)?.intended ?? [],
      isExcluded: isSpam ? !not_spam : GRADES.indexOf(row.grade) > minRank,
      email: readAddress(row.lead),
      record: record_id === null ? null : { recordId: record_id, leadId: id, written, isGone: is_gone },
    };
  });
}

async function planAll(parts: SyncParts, leads: readonly QueuedLead[]): Promise<Plan[]> {
  const { connection, adapter, publicUrl } = parts;
  const found = await findRecords(parts, leads);
  const candidates = leads.filter(({ isExcluded, record }) => !isExcluded || record !== null);
  const newest = new Map(candidates.map(({ email, id }) => [email, id])); // the last one wins
  const targets = leads.map((lead) => chooseTarget(lead, found, newest.get(lead.email)));
  const desired = leads.map((lead) =>
    toFieldValues(lead, connection.mapping, connection.fields ?? [], publicUrl),
  );
  const fields = [...new Set(desired.flatMap((values) => Object.keys(values)))];
  const idsOf = (some: readonly Target[]): string[] =>
    some.flatMap((target) => (typeof target === 'string' ? [] : target.recordId));
  const current = new Map(await adapter.read(idsOf(targets), fields));
  // What was merged into another record is found there.
  const isMissing = (target: Target): boolean => typeof target !== 'string' && !current.has(target.recordId);
  const lost = leads.filter(({ email }, index) => email !== '' && isMissing(targets[index] as Target));
  if (lost.length > 0) {
    const others = await findRecords(
      parts,
      lost.map((lead) => ({ ...lead, record: null, intended: [] })),
    );
    for (const [index, lead] of leads.entries()) {
      if (!lost.includes(lead)) continue;
      const other = chooseTarget({ ...lead, record: null }, others, newest.get(lead.email));
      if (other !== 'create' && other !== 'rejected') targets[index] = other;
    }
    for (const [id, values] of await adapter.read(
      idsOf(targets).filter((id) => !current.has(id)),
      fields,
    ))
      current.set(id, values);
  }
  const own = ownFieldsOf(connection.vendor);
  return leads.map((lead, index) => {
    const target = targets[index] as Target;
    const values = desired[index] as FieldValues;
    if (target === 'create')
      return { lead, code: target, recordId: null, changes: { writes: values, keeps: [], written: values } };
    if (typeof target === 'string') return { lead, code: target, recordId: null, changes: NOTHING };
    const { recordId, written } = target;
    const now = current.get(recordId);
    if (now === undefined) return { lead, code: 'gone', recordId, changes: NOTHING };
    const changes = decideFields(values, now, [written, ...lead.intended], own);
    const code = Object.keys(changes.writes).length === 0 ? 'unchanged' : 'update';
    return { lead, code, recordId, changes };
  });
}

type Target = 'create' | 'rejected' | 'below_grade' | 'gone' | 'duplicate_email' | 'superseded' | KnownRecord;

interface FoundRecords {
  /** By email. */
  readonly ids: ReadonlyMap<string, readonly string[] | null>;
  readonly known: ReadonlyMap<string, KnownRecord>;
  /** By the ID of a lead that an earlier attempt may have added. */
  readonly added: ReadonlyMap<string, string>;
}

function chooseTarget(
  lead: QueuedLead,
  { ids, known, added }: FoundRecords,
  newest: string | undefined,
): Target {
  if (lead.record !== null) return lead.record.isGone ? 'gone' : lead.record;
  const own = added.get(lead.id);
  if (own !== undefined) return { recordId: own, leadId: lead.id, written: {}, isGone: false };
  if (lead.isExcluded) return 'below_grade';
  if (lead.email !== '' && newest !== lead.id) return 'superseded';
  const found = lead.email === '' ? [] : ids.get(lead.email);
  if (found === null) return 'rejected';
  const [recordId, other] = found ?? [];
  if (recordId === undefined) return 'create';
  if (other !== undefined) return 'duplicate_email';
  const record = known.get(recordId);
  if (record === undefined) return { recordId, leadId: lead.id, written: {}, isGone: false };
  return record.leadId > lead.id ? 'superseded' : record;
}

async function findRecords(
  { db, connection, adapter }: SyncParts,
  leads: readonly QueuedLead[],
): Promise<FoundRecords> {
  const emails = leads.flatMap(({ record, isExcluded, email }) =>
    record !== null || isExcluded || email === '' ? [] : [email],
  );
  const ids = await adapter.findByEmail([...new Set(emails)]);
  const keys = new Map(
    leads
      .filter(({ record, intended }) => record === null && intended.length > 0)
      .map((lead) => [keyOf(connection, lead), lead.id]),
  );
  const added = [...(await adapter.findByKey([...keys.keys()]))].map(([key, recordId]): [string, string] => [
    keys.get(key) as string,
    recordId,
  ]);
  // Somebody may have closed it since, too long ago for the overlap of the next pass.
  if (added.length > 0)
    await sql`
      update leadline.crm_connections set pulled = null
      where account_id = ${connection.accountId} and id = ${connection.id}`.execute(db);
  const rows = await db
    .selectFrom('crm_records as r')
    .select(['r.record_id', 'r.lead_id', 'r.written', 'r.is_gone'])
    .where('r.account_id', '=', connection.accountId)
    .where('r.record_id', 'in', [...ids.values()].flatMap((some) => some ?? []).concat(''))
    .execute();
  const known = rows.map(({ record_id, lead_id, written, is_gone }): [string, KnownRecord] => [
    record_id,
    { recordId: record_id, leadId: fromUuid(lead_id), written: written as FieldValues, isGone: is_gone },
  ]);
  return { ids, known: new Map(known), added: new Map(added) };
}

/** Adds to what may have been intended before: either could be what the CRM has now. */
async function saveIntentions({ db, connection }: SyncParts, plans: readonly Plan[]): Promise<void> {
  const writing = plans.filter(({ code }) => code === 'create' || code === 'update');
  if (writing.length === 0) return;
  await sql`
    update leadline.crm_queue q set intended = i.intended
    from unnest(${writing.map(({ lead }) => lead.id)}::uuid[],
      ${writing.map(({ lead, changes }) => JSON.stringify([...lead.intended, changes.writes].slice(-MAX_INTENTIONS)))}::json[]) as i (lead_id, intended)
    where q.account_id = ${connection.accountId} and q.lead_id = i.lead_id and exists (
      select from leadline.crm_connections c where c.account_id = q.account_id and c.id = ${connection.id})`.execute(
    db,
  );
}

/** Leaves out updates for which the turn has no time left. At least one is made, so that a slow CRM gets done, too. */
async function carryOut(
  { connection, adapter, signal, isTurnOver }: SyncParts,
  plans: readonly Plan[],
): Promise<Plan[]> {
  const creating = plans.filter(({ code }) => code === 'create');
  const created =
    creating.length === 0
      ? new Map<string, string | null>()
      : await adapter.create(
          creating.map(({ lead, changes }) => ({ key: keyOf(connection, lead), values: changes.writes })),
        );
  const updated = new Map<string, UpdateResult>();
  const updates = plans.flatMap(({ code, recordId, changes }) =>
    code === 'update' && recordId !== null ? [{ recordId, values: changes.writes }] : [],
  );
  const { updatesPerCall } = VENDORS[connection.vendor];
  for (let start = 0; start < updates.length && (start === 0 || !isTurnOver()); start += updatesPerCall) {
    signal.throwIfAborted();
    const results = await adapter.update(updates.slice(start, start + updatesPerCall));
    for (const [recordId, result] of results) updated.set(recordId, result);
  }
  return plans.flatMap((plan): Plan[] => {
    if (plan.code === 'create') {
      const recordId = created.get(keyOf(connection, plan.lead)) ?? null;
      return [recordId === null ? { ...plan, code: 'rejected' } : { ...plan, recordId }];
    }
    if (plan.code !== 'update') return [plan];
    const result = updated.get(plan.recordId ?? '');
    return result === undefined ? [] : [result === 'updated' ? plan : { ...plan, code: result }];
  });
}

/** A new connection doesn't know which records an earlier one has added, and must not take them for its own. */
const keyOf = ({ id }: Connection, lead: QueuedLead): string => `${showId('lead', lead.id)}_${id.slice(-8)}`;

/** Does nothing if the CRM was disconnected meanwhile. */
async function settle({ db, connection, run }: SyncParts, plans: readonly Plan[]): Promise<boolean> {
  const { accountId } = connection;
  const linked = plans.filter(({ code }) => code === 'create' || code === 'update' || code === 'unchanged');
  return inTransaction(db, async (trx) => {
    // The queue and the records may belong to another connection by now.
    if (!(await isConnected(trx, connection))) return false;
    await lockQueue(trx, accountId, plans);
    for (const { lead, recordId, changes } of linked) {
      // The one that it had was merged into this one.
      await trx
        .deleteFrom('crm_records')
        .where('account_id', '=', accountId)
        .where('lead_id', '=', lead.id)
        .where('record_id', '<>', recordId)
        .execute();
      // Deleted meanwhile: the record stays in the CRM, and nothing refers to it.
      await sql`
        insert into leadline.crm_records as r (account_id, record_id, lead_id, written)
        select ${accountId}, ${recordId}, l.id, ${JSON.stringify(changes.written)}::json
        from leadline.leads l where l.account_id = ${accountId} and l.id = ${lead.id}
        on conflict (account_id, record_id) do update set lead_id = excluded.lead_id, written = excluded.written`.execute(
        trx,
      );
    }
    const gone = plans.filter(({ code, recordId }) => code === 'gone' && recordId !== null);
    if (gone.length > 0)
      await sql`
        update leadline.crm_records set is_gone = true
        where account_id = ${accountId} and record_id = any (${gone.map(({ recordId }) => recordId)}::text[])`.execute(
        trx,
      );
    await removeFromQueue(trx, accountId, plans);
    await addToRun(trx, run, countAll(plans), plans.filter(isNoted).map(toNote));
    return true;
  });
}

/** In order, like everybody who queues leads. */
const lockQueue = (trx: InstallationTransaction, accountId: string, plans: readonly Plan[]) =>
  sql`
    select from leadline.crm_queue q
    where q.account_id = ${accountId} and q.lead_id = any (${plans.map(({ lead }) => lead.id)}::uuid[])
    order by q.lead_id for update`.execute(trx);

/** A lead that has changed since stays, but what was intended is known now. */
async function removeFromQueue(
  trx: InstallationTransaction,
  accountId: string,
  plans: readonly Plan[],
): Promise<void> {
  const done = sql`unnest(${plans.map(({ lead }) => lead.id)}::uuid[], ${plans.map(({ lead }) => lead.revision)}::integer[],
    ${plans.map(({ code }) => (PROBLEMS.has(code) ? code : null))}::text[]) as d (lead_id, revision, problem)`;
  await sql`
    delete from leadline.crm_queue q using ${done}
    where q.account_id = ${accountId} and q.lead_id = d.lead_id and q.revision = d.revision
      and d.problem is null`.execute(trx);
  await sql`
    update leadline.crm_queue q
    set intended = null, problem = case when q.revision = d.revision then d.problem end
    from ${done} where q.account_id = ${accountId} and q.lead_id = d.lead_id`.execute(trx);
}

const isNoted = ({ code, changes }: Plan): boolean =>
  changes.keeps.length > 0 || PROBLEMS.has(code) || code === 'gone' || code === 'superseded';

function countAll(plans: readonly Plan[]): Counts {
  const counts: Record<string, number> = {};
  const add = (name: keyof Counts, count: number): void => {
    if (count > 0) counts[name] = (counts[name] ?? 0) + count;
  };
  for (const { code, changes } of plans) {
    add(code === 'create' ? 'created' : code === 'update' ? 'updated' : code, 1);
    add('kept_fields', changes.keeps.length);
  }
  return counts;
}

const toNote = ({ lead, code, recordId, changes }: Plan): CrmNote => ({
  lead_id: showId('lead', lead.id),
  code,
  record_id: recordId,
  writes: Object.keys(changes.writes),
  keeps: [...changes.keeps],
});
