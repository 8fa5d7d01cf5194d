import { type RawBuilder, sql } from 'kysely';

interface Limits {
  readonly monthly_leads: number | null;
  readonly storage_bytes: number | null;
}

/** A join with the limits that apply to the account; see sql/limits_of.sql. */
export const limitsOf = (accountId: RawBuilder<unknown>): RawBuilder<Limits> =>
  sql<Limits>`lateral leadline.limits_of(${accountId})`;
