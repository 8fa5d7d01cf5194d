// The lead operations behind the routes, without HTTP. Each call opens its own account scope.

import type { LeadPage, ListQuery, OutcomeResult } from '@leadline/contract';
import { readFilter } from '../../src/leads/list/lead-filter.ts';
import { readCursor } from '../../src/leads/list/list-cursor.ts';
import * as listing from '../../src/leads/list/list-leads.ts';
import type { NewOutcome } from '../../src/leads/record/write-outcomes.ts';
import * as erasure from '../../src/people/delete-lead.ts';
import { asOperator, enterAccount } from '../../src/platform/db/account-scope.ts';
import type { Database } from '../../src/platform/db/database.ts';
import * as outcomes from '../../src/work/record-outcome.ts';

export type LeadFilter = Omit<ListQuery, 'limit' | 'from' | 'to'> & {
  readonly limit: number;
  readonly from?: Date;
  readonly to?: Date;
};

/** Null for an unknown cursor. */
export async function listLeads(
  db: Database,
  accountId: string,
  { cursor, sort = 'newest', limit, ...query }: LeadFilter,
): Promise<LeadPage | null> {
  const after = cursor === undefined ? null : readCursor(sort, cursor);
  if (cursor !== undefined && after === null) return null;
  const filter = readFilter(query, 'operator');
  return enterAccount(db, asOperator(accountId), (scope) =>
    listing.listLeads(scope, filter, { sort, limit, after }, (work) => work()),
  );
}

export const recordOutcome = (
  db: Database,
  accountId: string,
  leadId: string,
  outcome: NewOutcome,
): Promise<OutcomeResult['data'] | null> =>
  enterAccount(db, asOperator(accountId), (scope) => outcomes.recordOutcome(scope, leadId, outcome));

export const deleteLead = (db: Database, accountId: string, leadId: string): Promise<boolean> =>
  enterAccount(db, asOperator(accountId), (scope) => erasure.deleteLead(scope, leadId));
