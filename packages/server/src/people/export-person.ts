// Reads everything stored about a person for an export. It may not fit in memory and the client may read slowly, so it
// is read in small parts while it is being sent, each in its own transaction.

import type { PersonExport } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { foldEmail } from '../leads/record/contact.ts';
import { findEvents } from '../leads/record/find-events.ts';
import { findNewestOutcomes, findOutcomesAfter, type OutcomeOfLead } from '../leads/record/find-outcomes.ts';
import { describeLead, MAX_LEADS_SHOWN } from '../leads/record/get-lead.ts';
import { unpackResult } from '../leads/record/packed-result.ts';
import { WORK_COLUMNS, workOf } from '../leads/record/work-state.ts';
import { findMode, toReceived } from '../leads/request-log/list-requests.ts';
import { findDeliveries } from '../notifications/webhooks/deliveries-of-leads.ts';
import { toDelivery } from '../notifications/webhooks/manage-deliveries.ts';
import { fromUuid, showId } from '../platform/base/ids.ts';
import type { AccountAccess } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import { readTimeline } from '../work/timeline.ts';
import { type FoundPerson, findPersonBy, type PersonToFind } from './find-person.ts';
import { recordLookup } from './record-lookup.ts';
import { findRejectedRows } from './rejected-rows.ts';
import { findRequestsOf } from './requests-of-person.ts';
import type { TextSearch } from './text-search.ts';

/** A person in one account. */
export interface PersonToExport {
  readonly account: AccountAccess;
  readonly found: FoundPerson;
  readonly search: TextSearch;
}

type Exported = PersonExport['data'];
type ExportedLead = Exported['leads'][number];

/** Kept low because a lead can be 256 KiB. */
const LEADS_PER_READ = 20;
const ROWS_PER_READ = 500;

/** Adds the export to the audit log before returning any data. */
export async function findToExport(
  account: AccountAccess,
  search: TextSearch,
  query: PersonToFind,
): Promise<PersonToExport> {
  const found = await findPersonBy(account.enter, query);
  await account.enter((scope) => recordLookup(scope, describePeople(found.leads), found.leads.length));
  return { account, found, search };
}

/** The subject of an audit entry, which must not contain personal data. */
export const describePeople = (leads: FoundPerson['leads']): string =>
  [...new Set(leads.map(({ personId }) => showId('person', personId)))].slice(0, 5).join(' ') || 'nobody';

export interface LeadToExport {
  /** The history in here only contains the scoring. */
  readonly lead: ExportedLead;
  /** The rest of the lead's history. Must be read to the end before moving on to the next lead. */
  readonly outcomes: AsyncIterable<ExportedLead['history'][number]>;
}

/** Oldest first. */
export async function* readLeads({ account, found }: PersonToExport): AsyncGenerator<LeadToExport> {
  const newest = newestByPerson(found);
  for (const ids of inParts(
    found.leads.map(({ id }) => id),
    LEADS_PER_READ,
  )) {
    const rows = await account.enter((scope) =>
      scope.transaction
        .selectFrom('leads as l')
        .select(['l.id', 'l.person_id', 'l.lead', 'l.scored', ...WORK_COLUMNS])
        .where('l.account_id', '=', scope.accountId)
        .where('l.id', '=', anyOf(ids))
        .orderBy('l.id')
        .execute(),
    );
    const outcomes = new Outcomes(
      readOutcomes(
        account,
        rows.map(({ id }) => fromUuid(id)),
      ),
    );
    for (const row of rows) {
      const [id, personId] = [fromUuid(row.id), fromUuid(row.person_id)];
      const { lead, scored } = row;
      const stored = { id, personId, lead: lead as Lead, result: unpackResult(scored), ...workOf(row) };
      const timeline = await account.enter(async (scope) =>
        readTimeline(scope, stored, await findNewestOutcomes(scope, id)),
      );
      yield {
        lead: describeLead(stored, [], newest.get(personId) ?? [], timeline),
        outcomes: outcomes.of(id),
      };
    }
  }
}

/** Only includes leads in this export, since other leads with the same person ID may be somebody else's. */
function newestByPerson({ leads }: FoundPerson): ReadonlyMap<string, readonly string[]> {
  const byPerson = Map.groupBy(leads, ({ personId }) => personId);
  return new Map(
    [...byPerson].map(([personId, own]) => [
      personId,
      own
        .slice(-MAX_LEADS_SHOWN)
        .map(({ id }) => id)
        .toReversed(),
    ]),
  );
}

/** Splits a stream of outcomes, sorted by lead, into one stream per lead. */
class Outcomes {
  readonly #all: AsyncGenerator<OutcomeOfLead>;
  #next: OutcomeOfLead | null | 'not read' = 'not read';

  constructor(all: AsyncGenerator<OutcomeOfLead>) {
    this.#all = all;
  }

  async *of(leadId: string): AsyncGenerator<ExportedLead['history'][number]> {
    if (this.#next === 'not read') this.#next = await this.#read();
    while (this.#next?.leadId === leadId) {
      yield { event: 'outcome', ...this.#next.recorded };
      this.#next = await this.#read();
    }
  }

  async #read(): Promise<OutcomeOfLead | null> {
    const { done, value } = await this.#all.next();
    return done === true ? null : value;
  }
}

async function* readOutcomes(
  account: AccountAccess,
  leadIds: readonly string[],
): AsyncGenerator<OutcomeOfLead> {
  let last: OutcomeOfLead | null = null;
  do {
    const after: OutcomeOfLead | null = last;
    const page: OutcomeOfLead[] = await account.enter((scope) =>
      findOutcomesAfter(scope, leadIds, after, ROWS_PER_READ),
    );
    yield* page;
    last = page.length < ROWS_PER_READ ? null : (page.at(-1) ?? null);
  } while (last !== null);
}

export async function* readContacts({
  account,
  found: { leads },
}: PersonToExport): AsyncGenerator<Exported['contacts'][number]> {
  if (leads.length === 0) return;
  const used = new Set(leads.map(({ email, phone }) => `${foldEmail(email)} ${phone}`));
  const rows = await account.enter((scope) =>
    scope.transaction
      .selectFrom('contacts as c')
      .select(['c.person_id', 'c.email', 'c.phone', 'c.name'])
      .where('c.account_id', '=', scope.accountId)
      .where('c.person_id', '=', anyOf([...new Set(leads.map(({ personId }) => personId))]))
      .execute(),
  );
  for (const { person_id, ...rest } of rows) {
    if (used.has(`${rest.email} ${rest.phone}`))
      yield { person_id: showId('person', fromUuid(person_id)), ...rest };
  }
}

export async function* readDeliveries({
  account,
  found: { leads },
}: PersonToExport): AsyncGenerator<unknown> {
  if (leads.length === 0) return;
  const events = await account.enter((scope) =>
    findEvents(
      scope,
      leads.map(({ id }) => id),
    ),
  );
  for (const part of inParts(events.toSorted(), ROWS_PER_READ)) {
    const rows = await account.enter((scope) => findDeliveries(scope, part));
    for (const row of rows)
      yield { webhook_id: showId('hook', fromUuid(row.endpoint_id)), ...toDelivery(row) };
  }
}

export async function* readRejectedRows({ account, found, search }: PersonToExport): AsyncGenerator<unknown> {
  for await (const rows of findRejectedRows(account.enter, search, found.identifiers))
    for (const { import_id, line, reason, content } of rows)
      yield {
        import_id: showId('imp', fromUuid(import_id)),
        line,
        reason,
        row: JSON.parse(content) as unknown,
      };
}

export async function* readRequests({
  account,
  found: { leads, identifiers },
  search,
}: PersonToExport): AsyncGenerator<Exported['received'][number]> {
  const ids = leads.map(({ id }) => id);
  const mode = await account.enter(findMode);
  for (const row of await findRequestsOf(account.enter, search, identifiers, ids))
    yield toReceived(row, mode);
}

function* inParts<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
