// Everything that is stored about a person, for handing it over. It may be more than memory holds, and whoever asked may
// take it slowly: it is read in small parts, each in a transaction of its own, as they are sent.

import type { PersonExport } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { recordAudit } from '../audit/record-audit.ts';
import { fromUuid, showId } from '../base/ids.ts';
import type { AccountAccess } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import { foldEmail } from '../leads/contact.ts';
import { findEvents } from '../leads/find-events.ts';
import { findOutcomesAfter, type OutcomeOfLead } from '../leads/find-outcomes.ts';
import { describeLead, MAX_LEADS_SHOWN } from '../leads/get-lead.ts';
import type { StoredResult } from '../leads/stored-result.ts';
import { findMode, toReceived } from '../request-log/list-requests.ts';
import { findDeliveries } from '../webhooks/deliveries-of-leads.ts';
import { toDelivery } from '../webhooks/manage-deliveries.ts';
import { findPersonBy, type PersonFound, type Who } from './find-person.ts';
import { findRefusedRows } from './refused-rows.ts';
import { findRequestsOf } from './requests-of-person.ts';

/** A person as one account knows them, and how to read on. */
export interface PersonToExport {
  readonly account: AccountAccess;
  readonly found: PersonFound;
}

type Exported = PersonExport['data'];
type ExportedLead = Exported['leads'][number];

/** A lead may be 256 KiB. */
const LEADS_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

/** Said in the audit log before anything is handed over. */
export async function findToExport(account: AccountAccess, who: Who): Promise<PersonToExport> {
  const found = await findPersonBy(account.enter, who);
  await account.enter((scope) =>
    recordAudit(scope, 'person.exported', peopleOf(found.leads), {
      leads: found.leads.length,
    }),
  );
  return { account, found };
}

/** Whom an entry of the audit log is about, once nothing personal may be said. */
export const peopleOf = (leads: PersonFound['leads']): string =>
  [...new Set(leads.map(({ personId }) => showId('person', personId)))].slice(0, 5).join(' ') || 'nobody';

export interface LeadToExport {
  /** With the beginning of its history: that it was scored. */
  readonly lead: ExportedLead;
  /** The rest of it. To be read to its end before the next lead. */
  readonly outcomes: AsyncIterable<ExportedLead['history'][number]>;
}

/** Oldest first. */
export async function* readLeads({ account, found }: PersonToExport): AsyncGenerator<LeadToExport> {
  const newest = newestByPerson(found);
  for (const ids of inParts(
    found.leads.map(({ id }) => id),
    LEADS_AT_ONCE,
  )) {
    const rows = await account.enter((scope) =>
      scope.transaction
        .selectFrom('leads as l')
        .select(['l.id', 'l.person_id', 'l.lead', 'l.scored', 'l.outcome'])
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
      const { lead, scored, outcome } = row;
      const stored = { id, personId, lead: lead as Lead, result: scored as StoredResult, outcome };
      yield { lead: describeLead(stored, [], newest.get(personId) ?? []), outcomes: outcomes.of(id) };
    }
  }
}

/** Of the person's leads only those that are shown: others may be somebody else's. */
function newestByPerson({ leads }: PersonFound): ReadonlyMap<string, readonly string[]> {
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

/** Outcomes come in the order of the leads, so each lead takes its own from the front. */
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
      findOutcomesAfter(scope, leadIds, after, ROWS_AT_ONCE),
    );
    yield* page;
    last = page.length < ROWS_AT_ONCE ? null : (page.at(-1) ?? null);
  } while (last !== null);
}

export async function* readContacts({
  account,
  found: { leads },
}: PersonToExport): AsyncGenerator<Exported['contacts'][number]> {
  if (leads.length === 0) return;
  const signed = new Set(leads.map(({ email, phone }) => `${foldEmail(email)} ${phone}`));
  const rows = await account.enter((scope) =>
    scope.transaction
      .selectFrom('contacts as c')
      .select(['c.person_id', 'c.email', 'c.phone', 'c.name'])
      .where('c.account_id', '=', scope.accountId)
      .where('c.person_id', '=', anyOf([...new Set(leads.map(({ personId }) => personId))]))
      .execute(),
  );
  for (const { person_id, ...rest } of rows) {
    if (signed.has(`${rest.email} ${rest.phone}`))
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
  for (const some of inParts(events.toSorted(), ROWS_AT_ONCE)) {
    const rows = await account.enter((scope) => findDeliveries(scope, some));
    for (const row of rows)
      yield { webhook_id: showId('hook', fromUuid(row.endpoint_id)), ...toDelivery(row) };
  }
}

export async function* readRefusedRows({ account, found }: PersonToExport): AsyncGenerator<unknown> {
  for await (const { import_id, line, reason, content } of findRefusedRows(account.enter, found.signature))
    yield {
      import_id: showId('imp', fromUuid(import_id)),
      line,
      reason,
      row: JSON.parse(content) as unknown,
    };
}

/** All at once: few are kept of any account. */
export async function* readReceived({
  account,
  found: { leads, signature },
}: PersonToExport): AsyncGenerator<Exported['received'][number]> {
  const ids = leads.map(({ id }) => id);
  const [rows, mode] = await account.enter(async (scope) => [
    await findRequestsOf(scope, signature, ids),
    await findMode(scope),
  ]);
  for (const row of rows) yield toReceived(row, mode);
}

function* inParts<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
