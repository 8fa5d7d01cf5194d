// What routing reads of a lead.

import type { Grade } from '@leadline/engine';
import { type RawBuilder, sql } from 'kysely';

export interface RoutableLead {
  readonly grade: Grade;
  readonly source: string;
  /** Normalized; see leads/record/contact.ts. */
  readonly phone: string;
  /** Questions and answers; null if there are none or nobody asked for them. */
  readonly answers: Readonly<Record<string, string>> | null;
}

/** So that a lead can't cost more than others, however long it is. */
const MAX_ANSWER_LENGTH = 1_000;
const MAX_ANSWERS_LENGTH = 10_000;

/** The questions and answers of the lead `l`, as far as routing reads them. */
export const ANSWERS: RawBuilder<unknown> = sql`(
  select json_object_agg(q.question, q.answer order by q.place)
  from (
    select f.question, left(f.answer, ${MAX_ANSWER_LENGTH}) as answer, f.place,
      sum(length(f.question) + least(length(f.answer), ${MAX_ANSWER_LENGTH})) over (order by f.place) as total
    from (select l.lead -> 'custom_fields' as fields offset 0) c -- once: a lead of 256 kB takes milliseconds to search
    cross join lateral json_each_text(case when json_typeof(c.fields) = 'object' then c.fields end)
      with ordinality as f (question, answer, place)
  ) q
  where q.total <= ${MAX_ANSWERS_LENGTH}
)`;
