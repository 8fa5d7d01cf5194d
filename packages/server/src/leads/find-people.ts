// People by the beginning of a name, a surname, an e-mail address or a phone number, or by a whole number with or without
// its country's code. Ranges rather than patterns: the database may use an index for them before row-level security has had
// its say.

import { sql } from 'kysely';
import type { AccountTransaction } from '../db/database.ts';
import { foldEmail, foldName, foldPhone } from './contact.ts';
import { spellPhone } from './spell-phone.ts';

/** Newest first among those that match to the letter; who types so little that more match types on. */
const MOST_PEOPLE = 200;
const AFTER_EVERYTHING = '\u{10ffff}';

export async function findPeople(trx: AccountTransaction, accountId: string, q: string): Promise<string[]> {
  const name = foldName(q);
  const searches: Promise<string[]>[] = [];
  const search = (column: 'email' | 'phone' | 'name' | 'surname', text: string): void => {
    if (text !== '') searches.push(findBy(trx, accountId, column, text));
  };
  if (/^[+(\d][\d\s()./-]*$/.test(q.trim())) {
    const phone = foldPhone(q).replace(/^00/, '+');
    search('phone', phone);
    if (phone !== '' && !phone.startsWith('+')) search('phone', `+${phone}`);
    searches.push(findByNumbers(trx, accountId, spellPhone(phone)));
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
  return [...new Set((await Promise.all(searches)).flat())].slice(0, MOST_PEOPLE);
}

async function findByNumbers(
  trx: AccountTransaction,
  accountId: string,
  numbers: readonly string[],
): Promise<string[]> {
  if (numbers.length === 0) return [];
  const rows = await trx
    .selectFrom('contacts as c')
    .select('c.person_id')
    .where('c.account_id', '=', accountId)
    .where('c.phone', '<>', '')
    .where('c.phone', '=', sql<string>`any(${numbers}::text[])`)
    .limit(MOST_PEOPLE)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

async function findBy(
  trx: AccountTransaction,
  accountId: string,
  column: 'email' | 'phone' | 'name' | 'surname',
  text: string,
): Promise<string[]> {
  const contacts = trx
    .selectFrom('contacts as c')
    .select('c.person_id')
    .where('c.account_id', '=', accountId);
  const indexed =
    column === 'surname'
      ? contacts.whereRef('c.surname', '<>', 'c.name')
      : column === 'email'
        ? contacts
        : contacts.where(`c.${column}`, '<>', '');
  const exact = await indexed
    .where(`c.${column}`, '=', text)
    .orderBy('c.person_id', 'desc')
    .limit(MOST_PEOPLE)
    .execute();
  const longer = await indexed
    .where(`c.${column}`, '>', text)
    .where(`c.${column}`, '<', text + AFTER_EVERYTHING)
    .orderBy(`c.${column}`)
    .limit(MOST_PEOPLE)
    .execute();
  return [...exact, ...longer].map(({ person_id }) => person_id);
}
