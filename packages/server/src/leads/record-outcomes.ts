// Records one outcome of many leads, all or none: whoever has sorted through a list says so once.

import type { OutcomesResult } from '@leadline/contract';
import { readId } from '../base/ids.ts';
import { anyOf, asAccount, type Database } from '../db/database.ts';
import { type NewOutcome, writeOutcomes } from './write-outcomes.ts';

/** Ids the account does not have, or that are none, come back as they were given. */
export async function recordOutcomes(
  db: Database,
  accountId: string,
  givenIds: readonly string[],
  recorded: NewOutcome,
): Promise<OutcomesResult['data']> {
  const ids = new Map(givenIds.map((given) => [given, readId('lead', given)]));
  const wanted = [...ids.values()].filter((id) => id !== null);
  const written = await asAccount(db, accountId, async (trx) => {
    // In order, so that two lists that overlap wait for each other and never lock each other out.
    await trx
      .selectFrom('leads as l')
      .select('l.id')
      .where('l.account_id', '=', accountId)
      .where('l.id', '=', anyOf(wanted))
      .orderBy('l.id')
      .forNoKeyUpdate()
      .execute();
    return writeOutcomes(trx, accountId, wanted, recorded);
  });
  const known = new Set<string | null>(written.map(({ leadId }) => leadId));
  return {
    recorded: written.length,
    unknown: [...ids].filter(([, id]) => !known.has(id)).map(([given]) => given),
  };
}
