// Finds the leads that a search is about. A search with few matches is answered from an index. One with many is not, since
// the index can't return the newest first: then the leads themselves are compared, in the order in which they are listed,
// until a page is full.

import { type RawBuilder, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { PREPARED } from '../../platform/db/prepared.ts';
import { findPeople } from './find-people.ts';
import { rarestPart, toPatterns } from './search-text.ts';

export type Matches =
  | {
      readonly kind: 'few';
      readonly leadIds: readonly string[];
      readonly people: readonly string[];
      /** False if there may be older leads that mention these people. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'many';
      /** A condition on `leads l`. */
      readonly isMatch: RawBuilder<boolean>;
      /** A condition on `search_texts l`. */
      readonly isTextMatch: RawBuilder<boolean>;
      /** Those among the newest leads. */
      readonly newest: readonly string[];
    };

const MAX_FEW = 5_000;
/** If this many of the newest leads match, so will enough others to fill a page. */
const SAMPLE = 2_000;
const MANY_OF_SAMPLE = 12;
/** Parts that are common by themselves, such as "the" and "and", can have the index compare most leads of an account. */
const MAX_INDEX_MS = 400;
/** Somebody who searches for a name wants its people. Older leads that only mention it aren't worth a long wait. */
const MAX_INDEX_MS_WITH_PEOPLE = 25;

export async function findMatches(scope: AccountScope, q: string): Promise<Matches> {
  const patterns = toPatterns(q);
  // Also finds leads whose search text is still missing, and complete numbers in another format.
  const people = await findPeople(scope, q);
  if (patterns.length === 0) return { kind: 'few', leadIds: [], people, isComplete: true };
  const sample = await searchNewest(scope, patterns);
  if (sample.isComplete) return { kind: 'few', leadIds: sample.leadIds, people, isComplete: true };
  if (sample.leadIds.length < MANY_OF_SAMPLE) {
    const hasPeople = people.length > 0;
    const leadIds = await searchAll(scope, patterns, hasPeople ? MAX_INDEX_MS_WITH_PEOPLE : MAX_INDEX_MS);
    if (leadIds !== null && leadIds.length <= MAX_FEW)
      return { kind: 'few', leadIds, people, isComplete: true };
    if (leadIds === null && hasPeople)
      return { kind: 'few', leadIds: sample.leadIds, people, isComplete: false };
  }
  const isMatch = sql<boolean>`exists (
    select from leadline.search_texts s
    where s.account_id = ${scope.accountId} and s.id = l.id and ${matchAll(patterns, 's.text')} offset 0)`;
  return { kind: 'many', isMatch, isTextMatch: matchAll(patterns, 'l.text'), newest: sample.leadIds };
}

const matchAll = (patterns: readonly string[], text: 'l.text' | 's.text'): RawBuilder<boolean> =>
  sql`${sql.join(
    patterns.map((pattern) => sql`${sql.ref(text)} like ${pattern}`),
    sql` and `,
  )}`;

interface Sample {
  readonly leadIds: readonly string[];
  /** Whether the account has no other leads. */
  readonly isComplete: boolean;
}

async function searchNewest({ transaction }: AccountScope, patterns: readonly string[]): Promise<Sample> {
  const { rows } = await sql<{ ids: string[]; compared: number }>`${PREPARED}
    select ids, compared from leadline.search_newest(${patterns}::text[], ${SAMPLE})`.execute(transaction);
  const { ids = [], compared = 0 } = rows[0] ?? {};
  return { leadIds: ids.map(fromUuid), isComplete: compared < SAMPLE };
}

/** Null if it takes too long. */
async function searchAll(
  { transaction }: AccountScope,
  patterns: readonly string[],
  mostMs: number,
): Promise<string[] | null> {
  await sql`savepoint search`.execute(transaction);
  try {
    await sql`select set_config('statement_timeout', ${String(mostMs)}, true)`.execute(transaction);
    const { rows } = await sql<{ id: string }>`
      select leadline.match_leads(${patterns}::text[], ${patterns.map(rarestPart)}::text[], ${MAX_FEW + 1}) as id`.execute(
      transaction,
    );
    return rows.map(({ id }) => fromUuid(id));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return null;
  } finally {
    await sql`rollback to savepoint search`.execute(transaction); // also resets the timeout
  }
}

const QUERY_CANCELED = '57014';

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === QUERY_CANCELED;
