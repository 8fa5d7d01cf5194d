// The leads of one person, for handing them over or erasing them: those signed with the email address or the phone
// number asked for, and those of the same person that are signed with no address at all. A lead of another address is
// somebody else's as far as we know, even when it shares a phone number (an office has one): it is neither shown to
// nor erased for this one.

import { type Lead, readLead, score } from '@leadline/engine';
import { fromUuid } from '../base/ids.ts';
import type { AccountScope, EnterAccount } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { foldEmail, foldPhone } from '../leads/contact.ts';
import type { LeadToForget } from '../leads/delete-leads.ts';

/** One of the two. */
export interface Who {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** As they are compared. */
export interface Signature {
  /** Null: asked for by phone. */
  readonly address: string | null;
  /** The number asked for, in every way to write it, or those that stand beside the address. */
  readonly numbers: readonly string[];
}

export interface PersonFound {
  readonly signature: Signature;
  /** Oldest first. No more of each than tells whose it is: there may be more than memory holds. */
  readonly leads: readonly LeadToForget[];
}

/** Leads as they were sent are read so many at a time. */
const AT_ONCE = 200;

export const findPerson = (scope: AccountScope, who: Who): Promise<PersonFound> =>
  findPersonBy((work) => work(scope), who);

/** In a transaction for each step, or all in one. */
export async function findPersonBy(enter: EnterAccount, { email, phone }: Who): Promise<PersonFound> {
  const signature: Signature = {
    address: email === undefined ? null : foldEmail(email),
    numbers: phone === undefined ? [] : spellings(phone),
  };
  const rows = await enter(async (scope) => findLeadsOf(scope, await findPeople(scope, signature)));
  const theirs: LeadToForget[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const ids = some.map(({ id }) => id);
    const sent = await enter((scope) => readSent(scope, ids));
    for (const { id, person_id, phone: folded } of some) {
      const lead = sent.get(id);
      if (lead === undefined) continue; // deleted since
      const { email: sentEmail, name } = lead;
      const found = {
        id: fromUuid(id),
        personId: fromUuid(person_id),
        phone: folded,
        email: sentEmail,
        name,
      };
      if (isSignedBy(found, signature)) theirs.push(found);
    }
  }
  return { signature: { ...signature, numbers: numbersOf(theirs, signature) }, leads: theirs };
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
  // A person's first lead bears the person's id; the others are in an index of their own.
  return own
    .where('l.id', '=', anyOf(people))
    .unionAll(own.where('l.person_id', '=', anyOf(people)).whereRef('l.person_id', '<>', 'l.id'))
    .orderBy('id')
    .execute();
}

async function readSent(scope: AccountScope, ids: readonly string[]): Promise<ReadonlyMap<string, Lead>> {
  const rows = await scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', 'l.lead'])
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, lead }) => [id, lead as Lead]));
}

async function findPeople(scope: AccountScope, { address, numbers }: Signature): Promise<string[]> {
  const rows = await scope.transaction
    .selectFrom('contacts as c')
    .select('c.person_id')
    .distinct()
    .where('c.account_id', '=', scope.accountId)
    .where((e) =>
      address === null
        ? e.and([e('c.phone', 'in', numbers), e('c.phone', '<>', '')])
        : e('c.email', '=', address),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
}

const numbersOf = (leads: readonly LeadToForget[], { address, numbers }: Signature): readonly string[] =>
  address === null ? numbers : [...new Set(leads.map(({ phone }) => phone))].filter((phone) => phone !== '');

/** "n/a" is no address. */
function isSignedBy({ email, phone }: LeadToForget, { address, numbers }: Signature): boolean {
  const folded = foldEmail(email);
  return address === null ? numbers.includes(phone) : folded === address || !folded.includes('@');
}

/** As the engine writes it, as it was typed, with and without the country's `+` or `00`. */
function spellings(phone: string): string[] {
  const read = readLead({ phone });
  const e164 = read.ok ? score(read.lead, { now: new Date() }).facts.phone?.e164 : null;
  const typed = foldPhone(phone);
  const bare = typed.replace(/^(?:\+|00)/, '');
  return [...new Set([e164 ?? typed, typed, bare, `+${bare}`])].filter((text) => text.length > 3);
}
