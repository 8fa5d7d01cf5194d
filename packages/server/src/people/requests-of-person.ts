// What was received from a person: requests that made their leads, and refused ones that name them. The latter were never
// read into fields, so the address and the numbers are looked for in all of it.

import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { textsOfBody } from '../request-log/texts-of-body.ts';
import type { Signature } from './find-person.ts';
import { makeSearch } from './search-texts.ts';

export async function findRequestsOf(
  scope: AccountScope,
  signature: Signature,
  leadIds: readonly string[],
): Promise<Tables['received'][]> {
  const own = scope.transaction
    .selectFrom('received as r')
    .selectAll()
    .where('r.account_id', '=', scope.accountId);
  const taken = await own.where('r.lead_id', '=', anyOf(leadIds)).execute();
  const isNamed = makeSearch(signature);
  const refused: Tables['received'][] = [];
  // As many as are kept: see write-received.ts.
  for (const row of await own.where('r.lead_id', 'is', null).execute()) {
    await letOthersGo();
    if (isNamed([...textsOfBody(row.body), row.content_type, row.error ?? ''])) refused.push(row);
  }
  return [...taken, ...refused].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Those that made leads go with them. */
export async function eraseRefusedRequests(scope: AccountScope, signature: Signature): Promise<number> {
  const found = await findRequestsOf(scope, signature, []);
  await scope.transaction
    .deleteFrom('received')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', anyOf(found.map(({ id }) => id)))
    .execute();
  return found.length;
}
