// Rows of import files that were refused are kept for their owner to mend; they may be about a person, too. What stands
// in them was never read into fields, so the address and the numbers are looked for in all of it.

import type { AccountScope, EnterAccount } from '../db/account-scope.ts';
import { textsOfBody } from '../request-log/texts-of-body.ts';
import type { Signature } from './find-person.ts';
import { makeSearch } from './search-texts.ts';

export interface RefusedRow {
  readonly import_id: string;
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

const AT_ONCE = 200;

/** All of them may name the person, so no more are held than are looked at. */
export async function* findRefusedRows(
  enter: EnterAccount,
  signature: Signature,
): AsyncGenerator<RefusedRow> {
  const isNamed = makeSearch(signature);
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
          .limit(AT_ONCE)
          .execute(),
      );
      yield* rows.filter(({ content }) => isNamed(textsOf(JSON.parse(content))));
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.line;
    }
  }
}

export async function eraseRefusedRows(scope: AccountScope, signature: Signature): Promise<number> {
  let erased = 0;
  for await (const { import_id, line } of findRefusedRows((work) => work(scope), signature)) {
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

/** Not the names of the columns, which every row of the file has. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return textsOfBody(String(value));
}
