// Finds a person's logged requests: those that created their leads, and rejected ones that mention them. Rejected
// requests were never parsed into fields, so we search the whole request for the email and phone numbers.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { extractTexts } from '../request-log/extract-texts.ts';
import type { PersonIdentifiers } from './find-person.ts';
import { makeMatcher } from './match-person.ts';

export async function findRequestsOf(
  scope: AccountScope,
  identifiers: PersonIdentifiers,
  leadIds: readonly string[],
): Promise<Tables['received'][]> {
  const own = scope.transaction
    .selectFrom('received as r')
    .selectAll()
    .where('r.account_id', '=', scope.accountId);
  const accepted = await own.where('r.lead_id', '=', anyOf(leadIds)).execute();
  const mentionsPerson = makeMatcher(identifiers);
  const rejected: Tables['received'][] = [];
  // An account's log is short; see write-requests.ts.
  for (const row of await own.where('r.lead_id', 'is', null).execute()) {
    await yieldToEventLoop();
    if (mentionsPerson([...extractTexts(row.body), row.content_type, row.error ?? ''])) rejected.push(row);
  }
  return [...accepted, ...rejected].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Accepted requests are deleted together with their leads. */
export async function eraseRejectedRequests(
  scope: AccountScope,
  identifiers: PersonIdentifiers,
): Promise<number> {
  const found = await findRequestsOf(scope, identifiers, []);
  await scope.transaction
    .deleteFrom('received')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', anyOf(found.map(({ id }) => id)))
    .execute();
  return found.length;
}
