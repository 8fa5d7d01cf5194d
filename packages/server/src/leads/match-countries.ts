// Leads whose phone number has the calling code of a country.

import { listCallingCodesOf } from '@leadline/engine';
import { type RawBuilder, sql } from 'kysely';

export const matchCountries = (countries: readonly string[]): RawBuilder<boolean> => {
  const codes = listCallingCodesOf(countries);
  return codes.length === 0
    ? sql`false`
    : sql`(${sql.join(
        codes.map((code) => sql`starts_with(l.phone, ${`+${code}`})`),
        sql` or `,
      )})`;
};
