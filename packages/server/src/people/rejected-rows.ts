// Rejected rows of import files, kept so that the user can fix them. They may contain personal data but were never
// parsed into fields, so we search the whole row for the email and phone numbers.

import type { AccountScope, EnterAccount } from '../db/account-scope.ts';
import { extractTexts } from '../request-log/extract-texts.ts';
import type { PersonIdentifiers } from './find-person.ts';
import { makeMatcher } from './match-person.ts';

export interface RejectedRow {
  readonly import_id: string;
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

const ROWS_PER_READ = 200;

/** Yields rows as it reads them: any number of rows may match, so they might not all fit in memory. */
export async function* findRejectedRows(
  enter: EnterAccount,
  identifiers: PersonIdentifiers,
): AsyncGenerator<RejectedRow> {
  const mentionsPerson = makeMatcher(identifiers);
  const imports = await enter((scope) =>
    scope.transaction
      .selectFrom('imports as i')
      .select('i.id')
      .where('i.account_id', '=', scope.accountId)
      .execute(),
  );
  for (const { id } of imports) {
    for (let after = 0; ; ) {
      const rows = await enter((scope) =>
        scope.transaction
          .selectFrom('import_refusals as r')
          .select(['r.import_id', 'r.line', 'r.reason', 'r.content'])
          .where('r.account_id', '=', scope.accountId)
          .where('r.import_id', '=', id)
          .where('r.line', '>', after)
          .orderBy('r.line')
          .limit(ROWS_PER_READ)
          .execute(),
      );
      yield* rows.filter(({ content }) => mentionsPerson(textsOf(JSON.parse(content))));
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.line;
    }
  }
}

export async function eraseRejectedRows(
  scope: AccountScope,
  identifiers: PersonIdentifiers,
): Promise<number> {
  let erased = 0;
  for await (const { import_id, line } of findRejectedRows((work) => work(scope), identifiers)) {
    await scope.transaction
      .deleteFrom('import_refusals')
      .where('account_id', '=', scope.accountId)
      .where('import_id', '=', import_id)
      .where('line', '=', line)
      .execute();
    erased++;
  }
  return erased;
}

/** Leaves out the column names, which are the same in every row of the file. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return extractTexts(String(value));
}
