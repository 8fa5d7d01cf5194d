// Leads whose phone number belongs to a country, as a condition on `leads l`.

import { type RawBuilder, sql } from 'kysely';

export const matchCountries = (
  countries: readonly string[],
): RawBuilder<boolean> => sql`(l.account_id, l.id) in (
  select s.account_id, s.id from leadline.search_texts s
  where s.account_id = l.account_id and s.country = any(${countries}::text[]))`;
