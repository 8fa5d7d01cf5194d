// The leads of one person, for handing them over or erasing them: those signed with the e-mail address or the phone
// number asked for, and those of the same person that are signed with no address at all. A lead of another address is
// somebody else's as far as we know, even when it shares a phone number (an office has one): it is neither shown to
// nor erased for this one.

import type { Lead } from '@leadline/engine';
import type { AccountTransaction } from '../db/database.ts';
import { fromUuid } from '../ids.ts';
import { foldEmail, foldPhone } from '../leads/contact.ts';
import type { LeadToForget } from '../leads/forget-leads.ts';

/** One of the two. */
export interface Who {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export interface PersonLead extends LeadToForget {
  readonly lead: Lead;
}

export interface PersonFound {
  /** Oldest first. */
  readonly leads: readonly PersonLead[];
  /** Every way to write the address or number that they signed with, as it is compared. */
  readonly texts: readonly string[];
}

export async function findPerson(
  trx: AccountTransaction,
  accountId: string,
  { email, phone }: Who,
): Promise<PersonFound> {
  const address = email === undefined ? null : foldEmail(email);
  const numbers = phone === undefined ? [] : spellings(foldPhone(phone));
  const people = await trx
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
  const ids = people.map(({ person_id }) => person_id);
  if (ids.length === 0) return { leads: [], texts: address === null ? numbers : [address] };
  const own = trx
    .selectFrom('leads as l')
    .select(['l.id', 'l.person_id', 'l.phone', 'l.lead'])
    .where('l.account_id', '=', accountId);
  // A person's first lead bears the person's id; the others are in an index of their own.
  const rows = await own
    .where('l.id', 'in', ids)
    .unionAll(own.where('l.person_id', 'in', ids).whereRef('l.person_id', '<>', 'l.id'))
    .orderBy('id')
    .execute();
  const leads = rows
    .map(({ id, person_id, phone: folded, lead }) => {
      const { email: sentEmail, name } = lead as Lead;
      return {
        id: fromUuid(id),
        personId: fromUuid(person_id),
        phone: folded,
        email: sentEmail,
        name,
        lead: lead as Lead,
      };
    })
    .filter((lead) => {
      const folded = foldEmail(lead.email);
      return address === null ? numbers.includes(lead.phone) : folded === address || folded === '';
    });
  return { leads, texts: address === null ? numbers : [address] };
}

/** With and without the country's `+`, and `00` for it. */
function spellings(phone: string): string[] {
  const bare = phone.replace(/^(?:\+|00)/, '');
  return [...new Set([phone, bare, `+${bare}`])].filter((text) => text.length > 3);
}
