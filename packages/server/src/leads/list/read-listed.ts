// Reads what a list shows about leads.

import { setImmediate as nextRound } from 'node:timers/promises';
import type { ListedLead } from '@leadline/contract';
import { type Lead, quoteBudget, readCard, summariseReasons } from '@leadline/engine';
import { sql } from 'kysely';
import { fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { PREPARED } from '../../platform/db/prepared.ts';
import { findLastOutcomes } from '../record/find-outcomes.ts';
import { personShownTo } from '../record/get-lead.ts';
import {
  MAX_ANSWER_LENGTH,
  MAX_ANSWERS_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_SHOWN_LENGTH,
} from '../record/lead-card.ts';
import { unpackResult } from '../record/packed-result.ts';
import { showWork, type WorkColumns } from '../record/work-state.ts';

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

/** Runs work on the main thread and charges its time to the account. */
export type RunCharged = <T>(work: () => T) => T;

/** Leads with hundreds of questions take 1 ms each; others are served in between. */
const READ_AT_ONCE = 10;

/** In the order of `ids`, without leads that have since been deleted. Selects only what a list shows. */
export async function readListed(
  scope: AccountScope,
  ids: readonly string[],
  runCharged: RunCharged,
): Promise<ListedLead[]> {
  if (ids.length === 0) return [];
  const shown = (column: string) => sql`left(x.${sql.ref(column)}, ${MAX_SHOWN_LENGTH})`;
  const { rows } = await sql<ListedRow>`${PREPARED}
    select l.id, l.person_id, l.outcome, l.stage, l.assignee, l.snoozed_until, l.contacted_at, l.not_spam, l.next_kind, l.next_at, l.revision, l.scored,
      ${shown('name')} as name, ${shown('email')} as email, ${shown('phone')} as phone,
      ${shown('budget')} as budget, ${shown('source')} as source,
      left(x.message, ${MAX_MESSAGE_LENGTH}) as message, (
        select json_object_agg(q.question, q.answer order by q.place)
        from (
          select f.question, f.answer, f.place, sum(length(f.question) + length(f.answer)) over (order by f.place) as total
          from (
            select a.question, left(a.answer, ${MAX_ANSWER_LENGTH}) as answer, a.place
            from json_each_text(x.custom_fields) with ordinality as a (question, answer, place)
          ) f
        ) q
        where q.total <= ${MAX_ANSWERS_LENGTH}
      ) as custom_fields
    from leadline.read_leads(${ids}::uuid[]) l
    cross join lateral json_to_record(l.lead)
      as x (name text, email text, phone text, budget text, message text, source text, custom_fields json)`.execute(
    scope.transaction,
  );
  const decided = rows.filter(({ outcome }) => outcome !== 'open').map(({ id }) => fromUuid(id));
  const outcomes = decided.length === 0 ? null : await findLastOutcomes(scope, decided);
  const listed = new Map<string, ListedLead>();
  for (let start = 0; start < rows.length; start += READ_AT_ONCE) {
    if (start > 0) await nextRound();
    runCharged(() => {
      for (const row of rows.slice(start, start + READ_AT_ONCE)) {
        const id = fromUuid(row.id);
        listed.set(id, toListed(scope, id, row, outcomes?.get(id) ?? null));
      }
    });
  }
  return ids.flatMap((id) => listed.get(id) ?? []);
}

function toListed(
  scope: AccountScope,
  id: string,
  row: ListedRow,
  decided: ListedLead['decided'],
): ListedLead {
  const { name, email, phone, source, budget, message, outcome } = row;
  const custom_fields = row.custom_fields ?? {};
  const { data, ledger } = unpackResult(row.scored);
  const { score, grade, priority_action, contact_grade } = data;
  return {
    lead_id: showId('lead', id),
    person_id: showId('person', personShownTo(scope, fromUuid(row.person_id), id)),
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
    decided,
    ...showWork(row),
  };
}
