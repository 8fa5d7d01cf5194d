import { sql } from 'kysely';

export const countryOfPhone = sql<string>`''`;
