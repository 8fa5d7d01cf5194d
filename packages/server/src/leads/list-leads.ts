// A page of leads, newest first.

import type { LeadPage, ListedLead, ListQuery } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { firstIdOf, fromUuid, readId, showId, timeOfId } from '../ids.ts';
import { findPeople } from './find-people.ts';
import type { StoredResult } from './stored-result.ts';

export type LeadFilter = Omit<ListQuery, 'limit' | 'from' | 'to'> & {
  readonly limit: number;
  readonly from?: Date;
  readonly to?: Date;
};

/** Null when the cursor is none of ours. */
export async function listLeads(
  db: Database,
  accountId: string,
  filter: LeadFilter,
): Promise<LeadPage | null> {
  const cursor = filter.cursor === undefined ? null : readId('lead', filter.cursor);
  if (filter.cursor !== undefined && cursor === null) return null;
  return asAccount(db, accountId, async (trx) => {
    const ids = await findIds(trx, accountId, filter, cursor);
    const page = ids.slice(0, filter.limit);
    const last = page.at(-1);
    return {
      success: true,
      data: await readListed(trx, accountId, page),
      next_cursor: ids.length > filter.limit && last !== undefined ? showId('lead', fromUuid(last)) : null,
    };
  });
}

/** The ids of the page and one more. Asks for nothing that is not in the index, so that a filter which few
 * leads pass still reads no lead it does not show. */
async function findIds(
  trx: AccountTransaction,
  accountId: string,
  { limit, grade, min_score, max_score, source, outcome, from, to, q }: LeadFilter,
  cursor: string | null,
): Promise<string[]> {
  let leads = trx.selectFrom('leads as l').select('l.id').where('l.account_id', '=', accountId);
  if (cursor !== null) leads = leads.where('l.id', '<', cursor);
  if (from !== undefined) leads = leads.where('l.id', '>=', firstIdOf(from));
  if (to !== undefined) leads = leads.where('l.id', '<', firstIdOf(to));
  if (grade !== undefined) leads = leads.where('l.grade', '=', grade);
  if (min_score !== undefined) leads = leads.where('l.score', '>=', min_score);
  if (max_score !== undefined) leads = leads.where('l.score', '<=', max_score);
  if (source !== undefined) leads = leads.where('l.source', '=', source);
  if (outcome !== undefined) leads = leads.where('l.outcome', '=', outcome);
  if (q !== undefined) {
    const people = await findPeople(trx, accountId, q);
    if (people.length === 0) return [];
    // A person's first lead bears the person's id; the others are in an index of their own.
    const first = leads.where('l.id', 'in', people);
    const later = leads.where('l.person_id', 'in', people).whereRef('l.person_id', '<>', 'l.id');
    leads = trx.selectFrom(first.unionAll(later).as('l')).select('l.id');
  }
  const rows = await leads
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ id }) => id);
}

async function readListed(
  trx: AccountTransaction,
  accountId: string,
  ids: readonly string[],
): Promise<ListedLead[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('leads as l')
    .select(['l.id', 'l.person_id', 'l.lead', 'l.scored', 'l.outcome'])
    .where('l.account_id', '=', accountId)
    .where('l.id', 'in', ids)
    .orderBy('l.id', 'desc')
    .execute();
  return rows.map((row) => {
    const id = fromUuid(row.id);
    const { name, email, phone, budget, source } = row.lead as Lead;
    const { score, grade, priority_action, contact_grade } = (row.scored as StoredResult).data;
    return {
      lead_id: showId('lead', id),
      person_id: showId('person', fromUuid(row.person_id)),
      received_at: timeOfId(id).toISOString(),
      name,
      email,
      phone,
      budget,
      source,
      score,
      grade,
      priority_action,
      contact_grade,
      outcome: row.outcome,
    };
  });
}
