// Reads what a list shows about leads.

import type { ListedLead } from '@leadline/contract';
import { type Lead, quoteBudget, readCard, summariseReasons } from '@leadline/engine';
import { sql } from 'kysely';
import { fromUuid, showId, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { PREPARED } from '../db/prepared.ts';
import { findLastOutcomes } from './find-outcomes.ts';
import { MAX_MESSAGE_LENGTH, MAX_QUESTIONS_LENGTH, MAX_SHOWN_LENGTH } from './lead-card.ts';
import { unpackResult } from './packed-result.ts';
import { showWork, type WorkColumns } from './work-state.ts';

interface ListedRow extends WorkColumns {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly budget: string;
  readonly source: string;
  /** The beginning, where people introduce themselves. */
  readonly message: string;
  /** The form's questions and answers. Null if there are none. */
  readonly custom_fields: Lead['custom_fields'] | null;
  readonly scored: unknown;
}

/** In the order of `ids`, without leads that have since been deleted. Selects only what a list shows. */
export async function readListed(scope: AccountScope, ids: readonly string[]): Promise<ListedLead[]> {
  if (ids.length === 0) return [];
  const shown = (column: string) => sql`left(x.${sql.ref(column)}, ${MAX_SHOWN_LENGTH})`;
  const { rows } = await sql<ListedRow>`${PREPARED}
    select l.id, l.person_id, l.outcome, l.stage, l.assignee, l.snoozed_until, l.contacted_at, l.not_spam, l.scored,
      ${shown('name')} as name, ${shown('email')} as email, ${shown('phone')} as phone,
      ${shown('budget')} as budget, ${shown('source')} as source,
      left(x.message, ${MAX_MESSAGE_LENGTH}) as message, (
        select json_object_agg(q.question, left(q.answer, ${MAX_SHOWN_LENGTH}) order by q.place)
        from (
          select f.question, f.answer, f.place, sum(length(f.question)) over (order by f.place) as total
          from json_each_text(x.custom_fields) with ordinality as f (question, answer, place)
        ) q
        where q.total <= ${MAX_QUESTIONS_LENGTH}
      ) as custom_fields
    from leadline.read_leads(${ids}::uuid[]) l
    cross join lateral json_to_record(l.lead)
      as x (name text, email text, phone text, budget text, message text, source text, custom_fields json)`.execute(
    scope.transaction,
  );
  const decided = rows.filter(({ outcome }) => outcome !== 'open').map(({ id }) => fromUuid(id));
  const outcomes = decided.length === 0 ? null : await findLastOutcomes(scope, decided);
  const listed = new Map<string, ListedLead>();
  for (const row of rows) {
    const id = fromUuid(row.id);
    const { name, email, phone, source, budget, message, outcome } = row;
    const custom_fields = row.custom_fields ?? {};
    const { data, ledger } = unpackResult(row.scored);
    const { score, grade, priority_action, contact_grade } = data;
    listed.set(id, {
      lead_id: showId('lead', id),
      person_id: showId('person', fromUuid(row.person_id)),
      received_at: timeOfId(id).toISOString(),
      name,
      email,
      phone,
      ...readCard({ email, phone, message, custom_fields }),
      budget: quoteBudget({ budget, custom_fields }),
      source,
      score,
      grade,
      why: summariseReasons(grade, ledger) || 'Little is known',
      priority_action,
      contact_grade,
      outcome,
      decided: outcomes?.get(id) ?? null,
      ...showWork(row),
    });
  }
  return ids.flatMap((id) => listed.get(id) ?? []);
}
