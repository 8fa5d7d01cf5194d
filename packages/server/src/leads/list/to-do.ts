// Which leads are to do, as sql/is_to_do.sql defines it, as a condition on `leads l`.

import { type RawBuilder, sql } from 'kysely';

/** No lead is to do in two ways, and each has an index of its own. */
export const WAYS = ['new', 'back', 'rescued'] as const;
export type Way = (typeof WAYS)[number];

export const isToDo = (way: Way, at: RawBuilder<Date>, ofAnyGrade = false): RawBuilder<boolean> =>
  sql`leadline.is_to_do(${sql.lit(way)}, l.outcome, l.stage, l.grade, l.not_spam, l.snoozed_until, ${at},
    ${sql.lit(ofAnyGrade)})`;
