// The orders in which leads are listed, in SQL.

import { type RawBuilder, sql } from 'kysely';
import { firstIdOf, timeOfId } from '../../platform/base/ids.ts';
import type { Place, Sort } from './list-cursor.ts';

/** One point of the score weighs as much as half a day of waiting; see sql/priority_of.sql. */
const POINT_MS = 12 * 60 * 60 * 1000;

/** Leads that were decided by a release without this column come last. */
const CLOSED_AT = sql<Date>`coalesce(l.closed_at, 'epoch')`;

/** As in the index. Leads without a next activity come last. */
const NEXT_AT = sql<Date>`coalesce(l.next_at, '9999-12-31 00:00:00+00'::timestamptz)`;

const PRIORITY = sql<number>`leadline.priority_of(l.score, l.id)`;

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`l.id desc`,
  oldest: sql`l.id`,
  priority: sql`${PRIORITY} desc, l.id desc`,
  score: sql`l.score desc, l.id desc`,
  returns: sql`l.snoozed_until, l.id`,
  closed: sql`${CLOSED_AT} desc, l.id desc`,
  next: sql`${NEXT_AT}, l.id`,
};

/** What leads are sorted by first, to be selected as `rank`. */
export const RANKS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`l.id`,
  oldest: sql`l.id`,
  priority: PRIORITY,
  score: sql`l.score`,
  returns: sql`l.snoozed_until`,
  closed: CLOSED_AT,
  next: NEXT_AT,
};

/** What a cursor needs beside the ID. */
export const KEYS: Readonly<Record<Sort, RawBuilder<number>>> = {
  newest: sql`0`,
  oldest: sql`0`,
  priority: sql`l.score`,
  score: sql`l.score`,
  returns: inMilliseconds(sql`l.snoozed_until`),
  closed: inMilliseconds(CLOSED_AT),
  next: inMilliseconds(NEXT_AT),
};

function inMilliseconds(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(extract(epoch from ${time}) * 1000)::float8`;
}

/** The order of rows that have a `rank`. */
export const byRank = (sort: Sort): RawBuilder<unknown> =>
  sort === 'oldest' || sort === 'returns' || sort === 'next'
    ? sql`l.rank, l.id`
    : sql`l.rank desc, l.id desc`;

/** Only leads after the place where the previous page ended. */
export function isAfter(sort: Sort, { id, key }: Place): RawBuilder<boolean> {
  switch (sort) {
    case 'newest':
      return sql`l.id < ${id}::uuid`;
    case 'oldest':
      return sql`l.id > ${id}::uuid`;
    case 'priority':
      return sql`(${PRIORITY}, l.id) < (leadline.priority_of(${key}::smallint, ${id}::uuid), ${id}::uuid)
        and l.id < ${idBound(id, key)}::uuid`;
    case 'score':
      return sql`(l.score, l.id) < (${key}::smallint, ${id}::uuid)`;
    case 'returns':
      return sql`(l.snoozed_until, l.id) > (${new Date(key)}::timestamptz, ${id}::uuid)`;
    case 'closed':
      return sql`(${CLOSED_AT}, l.id) < (${new Date(key)}::timestamptz, ${id}::uuid)`;
    case 'next':
      return sql`(${NEXT_AT}, l.id) > (${new Date(key)}::timestamptz, ${id}::uuid)`;
  }
}

/** Every lead with a lower priority has an ID below this: among leads of equal priority, one with 0 points is the
 * newest. Row-level security lets the index be searched by ID but not by the computed priority. With this bound, pages
 * far down the list skip most newer leads: at worst 15 ms instead of 90 ms with a million leads over a year
 * (bench/inbox.ts). */
const idBound = (id: string, score: number): string =>
  firstIdOf(new Date(timeOfId(id).getTime() + score * POINT_MS + 1_000));
