// Rows of import files that were refused are kept for their owner to mend; they may be about a person, too. What stands
// in them was never read into fields, so every address and number in them is compared, each as a whole.

import type { AccountTransaction } from '../db/database.ts';
import { foldEmail } from '../leads/contact.ts';
import type { Signature } from './find-person.ts';

export interface RefusedRow {
  readonly import_id: string;
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

const AT_ONCE = 200;

export async function findRefusedRows(
  trx: AccountTransaction,
  accountId: string,
  signature: Signature,
): Promise<RefusedRow[]> {
  const found: RefusedRow[] = [];
  const imports = await trx
    .selectFrom('imports as i')
    .select('i.id')
    .where('i.account_id', '=', accountId)
    .execute();
  for (const { id } of imports) {
    for (let after = 0; ; ) {
      const rows = await trx
        .selectFrom('import_refusals as r')
        .select(['r.import_id', 'r.line', 'r.reason', 'r.content'])
        .where('r.account_id', '=', accountId)
        .where('r.import_id', '=', id)
        .where('r.line', '>', after)
        .orderBy('r.line')
        .limit(AT_ONCE)
        .execute();
      found.push(...rows.filter(({ content }) => names(textsOf(JSON.parse(content)), signature)));
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.line;
    }
  }
  return found;
}

export async function eraseRefusedRows(
  trx: AccountTransaction,
  accountId: string,
  signature: Signature,
): Promise<number> {
  const rows = await findRefusedRows(trx, accountId, signature);
  for (const { import_id, line } of rows) {
    await trx
      .deleteFrom('import_refusals')
      .where('account_id', '=', accountId)
      .where('import_id', '=', import_id)
      .where('line', '=', line)
      .execute();
  }
  return rows.length;
}

/** Bounded, so that no text takes long: an address has 64 characters before its @. */
const ADDRESS = /[^\s"'<>()[\]{}:;,|\\=&?/]{1,64} ?@ ?[^\s"'<>()[\]{}:;,|\\=&?/]{1,255}/g;
const NUMBER = /[+\d(][\d\s()./\p{Pd}]{5,30}\d/gu;

/** By address, or by number: for a person asked for by address, only where no address says whose the number is. */
export function names(texts: readonly string[], { address, numbers }: Signature): boolean {
  const addresses = texts.flatMap((text) =>
    [
      text,
      ...((text.includes('@') ? text.match(ADDRESS) : null) ?? []).map((each) => each.replace(/[.!]+$/, '')),
    ].map(foldEmail),
  );
  if (address !== null && addresses.includes(address)) return true;
  if (address !== null && addresses.some((each) => each.includes('@'))) return false;
  const digits = numbers.map(bare);
  return texts.some((text) => (text.match(NUMBER) ?? []).some((each) => digits.includes(bare(each))));
}

const bare = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return [String(value)];
}
