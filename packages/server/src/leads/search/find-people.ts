// Finds people by the start of their name, surname, email or phone, or by a complete phone number with or without its
// country code. Uses ranges instead of LIKE because PostgreSQL can still use an index for them under row-level
// security.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { foldEmail, foldName, foldPhone } from '../record/contact.ts';
import { spellPhone } from './spell-phone.ts';

/** Users who get more matches than this will keep typing. */
const MAX_PEOPLE = 200;
/** The index is sorted alphabetically, so finding the newest matches would mean reading every match. */
const MAX_SCANNED = 2_000;
const AFTER_EVERYTHING = '\u{10ffff}';

/** Newest first in both lists. */
interface Matches {
  /** Listed first, because the user can't narrow the search any further. */
  readonly exact: readonly string[];
  readonly byPrefix: readonly string[];
}

export async function findPeople(scope: AccountScope, q: string): Promise<string[]> {
  const name = foldName(q);
  const searches: Promise<Matches>[] = [];
  const search = (column: 'email' | 'phone' | 'name' | 'surname', text: string): void => {
    if (text !== '') searches.push(findBy(scope, column, text));
  };
  if (/^[+(\d][\d\s()./-]*$/.test(q.trim())) {
    const phone = foldPhone(q).replace(/^00/, '+');
    search('phone', phone);
    if (phone !== '' && !phone.startsWith('+')) search('phone', `+${phone}`);
    searches.push(findByNumbers(scope, spellPhone(phone)));
    if (/^\d/.test(q.trim())) {
      search('email', foldEmail(q));
      search('name', name);
    }
  } else {
    if (!/\s/.test(q.trim())) search('email', foldEmail(q));
    if (!q.includes('@')) {
      search('name', name);
      search('surname', name);
    }
  }
  const found = await Promise.all(searches);
  const newestOf = (which: keyof Matches): string[] =>
    found
      .flatMap((matches) => matches[which])
      .toSorted()
      .toReversed();
  return [...new Set([...newestOf('exact'), ...newestOf('byPrefix')])].slice(0, MAX_PEOPLE);
}

async function findByNumbers(scope: AccountScope, numbers: readonly string[]): Promise<Matches> {
  if (numbers.length === 0) return { exact: [], byPrefix: [] };
  const rows = await scope.transaction
    .selectFrom('contacts as c')
    .select('c.person_id')
    .where('c.account_id', '=', scope.accountId)
    .where('c.phone', '<>', '')
    .where('c.phone', '=', sql<string>`any(${numbers}::text[])`)
    .orderBy('c.person_id', 'desc')
    .limit(MAX_PEOPLE)
    .execute();
  return { exact: rows.map(({ person_id }) => person_id), byPrefix: [] };
}

async function findBy(
  scope: AccountScope,
  column: 'email' | 'phone' | 'name' | 'surname',
  text: string,
): Promise<Matches> {
  const contacts = scope.transaction
    .selectFrom('contacts as c')
    .select('c.person_id')
    .where('c.account_id', '=', scope.accountId);
  const indexed =
    column === 'surname'
      ? contacts.whereRef('c.surname', '<>', 'c.name')
      : column === 'email'
        ? contacts
        : contacts.where(`c.${column}`, '<>', '');
  const exact = await indexed
    .where(`c.${column}`, '=', text)
    .orderBy('c.person_id', 'desc')
    .limit(MAX_PEOPLE)
    .execute();
  const first = indexed
    .where(`c.${column}`, '>', text)
    .where(`c.${column}`, '<', text + AFTER_EVERYTHING)
    .orderBy(`c.${column}`)
    .limit(MAX_SCANNED);
  // A person with several contacts should only be returned once.
  const byPrefix = await scope.transaction
    .selectFrom(first.as('f'))
    .select('f.person_id')
    .distinct()
    .orderBy('f.person_id', 'desc')
    .limit(MAX_PEOPLE)
    .execute();
  const idsOf = (rows: readonly { readonly person_id: string }[]): string[] =>
    rows.map(({ person_id }) => person_id);
  return { exact: idsOf(exact), byPrefix: idsOf(byPrefix) };
}
