// The leads of one person, for handing them over or erasing them: those signed with the e-mail address or the phone
// number asked for, and those of the same person that are signed with no address at all. A lead of another address is
// somebody else's as far as we know, even when it shares a phone number (an office has one): it is neither shown to
// nor erased for this one.

import { type Lead, readLead, score } from '@leadline/engine';
import { type AccountTransaction, anyOf } from '../db/database.ts';
import { fromUuid } from '../ids.ts';
import { foldEmail, foldPhone } from '../leads/contact.ts';
import type { LeadToForget } from '../leads/forget-leads.ts';
import type { StoredResult } from '../leads/stored-result.ts';

/** One of the two. */
export interface Who {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export interface PersonLead extends LeadToForget {
  readonly lead: Lead;
  readonly result: StoredResult;
  readonly outcome: 'open' | 'won' | 'lost';
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
  /** Oldest first. */
  readonly leads: readonly PersonLead[];
}

export async function findPerson(
  trx: AccountTransaction,
  accountId: string,
  { email, phone }: Who,
): Promise<PersonFound> {
  const signature: Signature = {
    address: email === undefined ? null : foldEmail(email),
    numbers: phone === undefined ? [] : spellings(phone),
  };
  const people = await findPeople(trx, accountId, signature);
  if (people.length === 0) return { signature, leads: [] };
  const own = trx
    .selectFrom('leads as l')
    .select(['l.id', 'l.person_id', 'l.phone', 'l.lead', 'l.scored', 'l.outcome'])
    .where('l.account_id', '=', accountId);
  // A person's first lead bears the person's id; the others are in an index of their own.
  const rows = await own
    .where('l.id', '=', anyOf(people))
    .unionAll(own.where('l.person_id', '=', anyOf(people)).whereRef('l.person_id', '<>', 'l.id'))
    .orderBy('id')
    .execute();
  const leads = rows.map(({ id, person_id, phone: folded, lead, scored, outcome }) => {
    const { email: sentEmail, name } = lead as Lead;
    return {
      id: fromUuid(id),
      personId: fromUuid(person_id),
      phone: folded,
      email: sentEmail,
      name,
      lead: lead as Lead,
      result: scored as StoredResult,
      outcome,
    };
  });
  const theirs = leads.filter((lead) => isSignedBy(lead, signature));
  return { signature: { ...signature, numbers: numbersOf(theirs, signature) }, leads: theirs };
}

async function findPeople(
  trx: AccountTransaction,
  accountId: string,
  { address, numbers }: Signature,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('contacts as c')
    .select('c.person_id')
    .distinct()
    .where('c.account_id', '=', accountId)
    .where((e) =>
      address === null
        ? e.and([e('c.phone', 'in', numbers), e('c.phone', '<>', '')])
        : e('c.email', '=', address),
    )
    .execute();
  return rows.map(({ person_id }) => person_id);
}

const numbersOf = (leads: readonly PersonLead[], { address, numbers }: Signature): readonly string[] =>
  address === null ? numbers : [...new Set(leads.map(({ phone }) => phone))].filter((phone) => phone !== '');

/** "n/a" is no address. */
function isSignedBy({ email, phone }: PersonLead, { address, numbers }: Signature): boolean {
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
