// What routing reads of a lead.

import type { Grade } from '@leadline/engine';
import { type RawBuilder, sql } from 'kysely';

export interface RoutableLead {
  readonly grade: Grade;
  readonly source: string;
  /** Normalized; see leads/contact.ts. */
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
    from json_each_text(case when json_typeof(l.lead -> 'custom_fields') = 'object' then l.lead -> 'custom_fields' end)
      with ordinality as f (question, answer, place)
  ) q
  where q.total <= ${MAX_ANSWERS_LENGTH}
)`;
