// Finds a person's logged requests: those that created their leads, and rejected ones that mention them. Rejected
// requests were never parsed into fields, so we search the whole request for the email and phone numbers.

import type { AccountScope, EnterAccount } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { PersonIdentifiers } from './find-person.ts';
import type { TextSearch } from './text-search.ts';

type LoggedRequest = Tables['received'];

/** An account's log is short (see write-requests.ts), so it is read at once. */
export async function findRequestsOf(
  enter: EnterAccount,
  search: TextSearch,
  identifiers: PersonIdentifiers,
  leadIds: readonly string[],
): Promise<LoggedRequest[]> {
  const [accepted, rejected] = await enter(async (scope) => [
    await scope.transaction
      .selectFrom('received as r')
      .selectAll()
      .where('r.account_id', '=', scope.accountId)
      .where('r.lead_id', '=', anyOf(leadIds))
      .execute(),
    await readRejected(scope),
  ]);
  const mentioning = await search.findRequests(rejected, identifiers, 'wait');
  return [...accepted, ...mentioning].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const readRejected = (scope: AccountScope): Promise<LoggedRequest[]> =>
  scope.transaction
    .selectFrom('received as r')
    .selectAll()
    .where('r.account_id', '=', scope.accountId)
    .where('r.lead_id', 'is', null)
    .execute();

/** Erases rejected requests that mention a person. Accepted requests are deleted together with their leads. Remembers
 * what it has searched, so that there is little left to search once the log is locked. */
export class RejectedRequests {
  readonly #search: TextSearch;
  #identifiers = '';
  #mentioning = new Set<string>();
  #others = new Set<string>();

  constructor(search: TextSearch) {
    this.#search = search;
  }

  /** Call this before locking the log. */
  async searchAhead(enter: EnterAccount, identifiers: PersonIdentifiers): Promise<void> {
    await this.#searchNew(await enter(readRejected), identifiers, 'wait');
  }

  /** Returns how many were erased. */
  async erase(scope: AccountScope, identifiers: PersonIdentifiers): Promise<number> {
    const rows = await readRejected(scope);
    await this.#searchNew(rows, identifiers, 'go first');
    const ids = rows.map(({ id }) => id).filter((id) => this.#mentioning.has(id));
    await scope.transaction
      .deleteFrom('received')
      .where('account_id', '=', scope.accountId)
      .where('id', '=', anyOf(ids))
      .execute();
    return ids.length;
  }

  async #searchNew(
    rows: readonly LoggedRequest[],
    identifiers: PersonIdentifiers,
    whenExhausted: 'wait' | 'go first',
  ): Promise<void> {
    const searched = JSON.stringify(identifiers);
    if (searched !== this.#identifiers) {
      this.#identifiers = searched;
      this.#mentioning = new Set();
      this.#others = new Set();
    }
    const unknown = rows.filter(({ id }) => !this.#mentioning.has(id) && !this.#others.has(id));
    const found = new Set(await this.#search.findRequests(unknown, identifiers, whenExhausted));
    for (const row of unknown) (found.has(row) ? this.#mentioning : this.#others).add(row.id);
  }
}
