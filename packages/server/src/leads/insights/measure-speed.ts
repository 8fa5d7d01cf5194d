// Measures how long leads took to close. Only a lead's last outcome counts; a reopened lead is not closed.

import type { Insights } from '@leadline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lastOutcomes } from './last-outcomes.ts';

interface Measured {
  readonly median_hours: number | null;
  /** Cumulative: how many leads closed before the end of each range. */
  readonly won: readonly number[];
  readonly lost: readonly number[];
}

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;

/** `end` is in seconds. */
const RANGES: readonly (readonly [label: string, end: number])[] = [
  ['Under an hour', HOUR_S],
  ['1 hour to 1 day', DAY_S],
  ['1 to 3 days', 3 * DAY_S],
  ['3 to 7 days', 7 * DAY_S],
  ['7 to 30 days', 30 * DAY_S],
  ['30 days or longer', Number.POSITIVE_INFINITY],
];

export async function measureSpeed(scope: AccountScope, from: Date, to: Date): Promise<Insights['speed']> {
  // Ignores outcomes that aren't later than their lead, because an import without outcome dates uses the lead's date.
  // Counts all ranges in one pass, which is faster than grouping.
  const { rows } = await sql<Measured>`
    select percentile_cont(0.5) within group (order by d.seconds) / ${HOUR_S}::float8 as median_hours,
      ${countUpToEach('won')} as won, ${countUpToEach('lost')} as lost
    from (
      select o.outcome, date_part('epoch', o.at - uuid_extract_timestamp(o.lead_id)) as seconds
      from ${lastOutcomes(scope, from, to)} o
    ) d
    where d.outcome <> 'open' and d.seconds > 0`.execute(scope.transaction);
  const { median_hours, won, lost } = rows[0] as Measured;
  const within = (counts: readonly number[], place: number): number =>
    (counts[place] ?? 0) - (counts[place - 1] ?? 0);
  return {
    decided: (won.at(-1) ?? 0) + (lost.at(-1) ?? 0),
    median_hours,
    ranges: RANGES.map(([label], place) => ({ label, won: within(won, place), lost: within(lost, place) })),
  };
}

const countUpToEach = (outcome: 'won' | 'lost'): RawBuilder<number[]> => {
  const counts = RANGES.map(
    ([, end]) => sql`count(*) filter (where d.outcome = ${outcome} and d.seconds < ${end}::float8)`,
  );
  return sql`array[${sql.join(counts)}]::integer[]`;
};
