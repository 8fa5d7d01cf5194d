// Finds one person's leads to export or erase: those with the given email or phone, and the same person's leads without
// an email. A lead with a different email counts as somebody else's even if it has the same phone number, because
// colleagues may share a phone. Such a lead is neither exported nor erased.

import { type Lead, readLead, score } from '@leadline/engine';
import { sql } from 'kysely';
import { foldEmail, foldPhone } from '../leads/record/contact.ts';
import type { LeadToErase } from '../leads/record/delete-leads.ts';
import { fromUuid } from '../platform/base/ids.ts';
import type { AccountScope, EnterAccount } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';

/** Exactly one of these is set. */
export interface PersonToFind {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** Normalized; see leads/record/contact.ts. */
export interface PersonIdentifiers {
  /** Null if the person was looked up by phone. */
  readonly email: string | null;
  /** All spellings of the requested number, or the numbers found alongside the email. */
  readonly phones: readonly string[];
}

export interface FoundPerson {
  readonly identifiers: PersonIdentifiers;
  /** Oldest first. Leaves out messages and answers, since loading them for every lead might not fit in memory. */
  readonly leads: readonly LeadToErase[];
}

const LEADS_PER_READ = 200;

export const findPerson = (scope: AccountScope, query: PersonToFind): Promise<FoundPerson> =>
  findPersonBy((work) => work(scope), query);

/** `enter` decides whether each step gets its own transaction. */
export async function findPersonBy(
  enter: EnterAccount,
  { email, phone }: PersonToFind,
): Promise<FoundPerson> {
  const identifiers: PersonIdentifiers = {
    email: email === undefined ? null : foldEmail(email),
    phones: phone === undefined ? [] : listSpellings(phone),
  };
  const rows = await enter(async (scope) => findLeadsOf(scope, await findPeople(scope, identifiers)));
  const leads: LeadToErase[] = [];
  for (let from = 0; from < rows.length; from += LEADS_PER_READ) {
    const part = rows.slice(from, from + LEADS_PER_READ);
    const ids = part.map(({ id }) => id);
    const sent = await enter((scope) => readSent(scope, ids));
    for (const { id, person_id, phone: folded } of part) {
      const lead = sent.get(id);
      if (lead === undefined) continue; // deleted in the meantime
      const { email: sentEmail, name } = lead;
      const found = {
        id: fromUuid(id),
        personId: fromUuid(person_id),
        phone: folded,
        email: sentEmail,
        name,
      };
      if (matches(found, identifiers)) leads.push(found);
    }
  }
  return { identifiers: { ...identifiers, phones: phonesOf(leads, identifiers) }, leads };
}

async function findLeadsOf(
  scope: AccountScope,
  people: readonly string[],
): Promise<Pick<Tables['leads'], 'id' | 'person_id' | 'phone'>[]> {
  if (people.length === 0) return [];
  const own = scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', 'l.person_id', 'l.phone'])
    .where('l.account_id', '=', scope.accountId);
  // A person's first lead has the person's ID; a separate index covers the later ones.
  return own
    .where('l.id', '=', anyOf(people))
    .unionAll(own.where('l.person_id', '=', anyOf(people)).whereRef('l.person_id', '<>', 'l.id'))
    .orderBy('id')
    .execute();
}

type Sent = Pick<Lead, 'email' | 'name'>;

/** Leaves out the rest of the lead in the database already: 200 long leads would block the process while they are
 * parsed. */
async function readSent(scope: AccountScope, ids: readonly string[]): Promise<ReadonlyMap<string, Sent>> {
  const rows = await scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', sql<string>`l.lead->>'email'`.as('email'), sql<string>`l.lead->>'name'`.as('name')])
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, email, name }) => [id, { email, name }]));
}

async function findPeople(scope: AccountScope, { email, phones }: PersonIdentifiers): Promise<string[]> {
  const rows = await scope.transaction
    .selectFrom('contacts as c')
    .select('c.person_id')
    .distinct()
    .where('c.account_id', '=', scope.accountId)
    .where((e) =>
      email === null ? e.and([e('c.phone', 'in', phones), e('c.phone', '<>', '')]) : e('c.email', '=', email),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
}

const phonesOf = (leads: readonly LeadToErase[], { email, phones }: PersonIdentifiers): readonly string[] =>
  email === null ? phones : [...new Set(leads.map(({ phone }) => phone))].filter((phone) => phone !== '');

/** An email field without an @, such as "n/a", counts as no email. */
function matches(lead: LeadToErase, { email, phones }: PersonIdentifiers): boolean {
  const folded = foldEmail(lead.email);
  return email === null ? phones.includes(lead.phone) : folded === email || !folded.includes('@');
}

/** The number as the engine formats it and as it was typed, with and without the international prefix (`+` or `00`). */
function listSpellings(phone: string): string[] {
  const read = readLead({ phone });
  const e164 = read.ok ? score(read.lead, { now: new Date() }).facts.phone?.e164 : null;
  const typed = foldPhone(phone);
  const bare = typed.replace(/^(?:\+|00)/, '');
  return [...new Set([e164 ?? typed, typed, bare, `+${bare}`])].filter((text) => text.length > 3);
}
