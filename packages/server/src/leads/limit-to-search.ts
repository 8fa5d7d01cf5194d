// Adds what was searched for to the conditions of a filter.

import { sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';
import { findPeople } from './find-people.ts';
import type { LeadFilter } from './lead-filter.ts';
import { allOf, type Condition } from './match-leads.ts';

/** No alternative is left if nobody matches. */
export async function limitToSearch(
  scope: AccountScope,
  { q }: LeadFilter,
  alternatives: readonly Condition[],
): Promise<readonly Condition[]> {
  if (q === undefined) return alternatives;
  const people = await findPeople(scope, q);
  if (people.length === 0) return [];
  // A person's first lead has the person's ID; a separate index covers the later ones.
  const isFirst: Condition = sql`l.id = any(${people}::uuid[])`;
  const isLater: Condition = sql`l.person_id = any(${people}::uuid[]) and l.person_id <> l.id`;
  return alternatives.flatMap((one) => [allOf([one, isFirst]), allOf([one, isLater])]);
}
