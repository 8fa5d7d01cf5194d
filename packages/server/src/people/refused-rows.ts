// Rows of import files that were refused are kept for their owner to mend; they may be about a person, too.

import { type RawBuilder, sql } from 'kysely';
import type { AccountTransaction } from '../db/database.ts';

interface RefusedRow {
  readonly import_id: string;
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

export async function findRefusedRows(
  trx: AccountTransaction,
  accountId: string,
  texts: readonly string[],
): Promise<RefusedRow[]> {
  const { rows } = await sql<RefusedRow>`
    select r.import_id, r.line, r.reason, r.content from leadline.import_refusals r
    where r.account_id = ${accountId} and ${names(texts)} order by r.import_id, r.line`.execute(trx);
  return rows;
}

export async function eraseRefusedRows(
  trx: AccountTransaction,
  accountId: string,
  texts: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leadline.import_refusals r where r.account_id = ${accountId} and ${names(texts)}`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** In any writing: upper case, and a phone number with blanks or dashes. */
const names = (texts: readonly string[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from unnest(${texts}::text[]) as t (text) where text <> '' and (
    position(text in lower(r.content)) > 0
    or (text ~ '^\\+?\\d{7,}$' and position(ltrim(text, '+') in regexp_replace(r.content, '[\\s().-]', '', 'g')) > 0)))`;
