// Rejected rows of import files, kept so that the user can fix them. They may contain personal data but were never
// parsed into fields, so we search the whole row for the email and phone numbers.

import { sql } from 'kysely';
import type { AccountScope, EnterAccount } from '../platform/db/account-scope.ts';
import type { PersonIdentifiers } from './find-person.ts';
import type { TextSearch } from './text-search.ts';

export interface RejectedRow {
  readonly import_id: string;
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

const MAX_ROWS_PER_READ = 500;
/** A row can have 64 KiB. */
const MAX_BYTES_PER_READ = 512 * 1024;

/** Yields rows as it reads them: any number of rows may match, so they might not all fit in memory. Searches them
 * outside of a transaction. */
export async function* findRejectedRows(
  enter: EnterAccount,
  search: TextSearch,
  identifiers: PersonIdentifiers,
): AsyncGenerator<readonly RejectedRow[]> {
  const imports = await enter((scope) =>
    scope.transaction
      .selectFrom('imports as i')
      .select('i.id')
      .where('i.account_id', '=', scope.accountId)
      .execute(),
  );
  for (const { id } of imports) {
    for (let after = 0; ; ) {
      const rows = await enter((scope) => readRows(scope, id, after));
      const last = rows.at(-1);
      if (last === undefined) break;
      const found = await search.findRows(rows, identifiers);
      if (found.length > 0) yield found;
      after = Number(last.line);
    }
  }
}

/** At least one row, unless there are none left. */
async function readRows(scope: AccountScope, importId: string, after: number): Promise<RejectedRow[]> {
  const { rows } = await sql<RejectedRow>`
    select import_id, line, reason, content
    from (
      select *, sum(octet_length(content)) over (order by line) - octet_length(content) as bytes_before
      from (
        select import_id, line, reason, content from leadline.import_refusals
        where account_id = ${scope.accountId} and import_id = ${importId} and line > ${after}
        order by line
        limit ${MAX_ROWS_PER_READ}
      ) next
    ) measured
    where bytes_before < ${MAX_BYTES_PER_READ}
    order by line`.execute(scope.transaction);
  return rows;
}

/** Commits after each read, so that no connection is held while the rows are searched. Reports each part's count, in
 * case a later one fails. */
export async function eraseRejectedRows(
  enter: EnterAccount,
  search: TextSearch,
  identifiers: PersonIdentifiers,
  onErased: (rows: number) => void,
): Promise<void> {
  for await (const rows of findRejectedRows(enter, search, identifiers)) {
    for (const [importId, own] of Map.groupBy(rows, ({ import_id }) => import_id)) {
      const { numDeletedRows } = await enter((scope) =>
        scope.transaction
          .deleteFrom('import_refusals')
          .where('account_id', '=', scope.accountId)
          .where('import_id', '=', importId)
          .where(
            'line',
            'in',
            own.map(({ line }) => line),
          )
          .executeTakeFirst(),
      );
      onErased(Number(numDeletedRows));
    }
  }
}
