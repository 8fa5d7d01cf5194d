// The orders in which leads are listed, in SQL.

import { type RawBuilder, sql } from 'kysely';
import { firstIdOf, timeOfId } from '../base/ids.ts';
import type { Place, Sort } from './list-cursor.ts';

/** One point of the score weighs as much as half a day of waiting; see sql/priority_of.sql. */
const POINT_MS = 12 * 60 * 60 * 1000;

const PRIORITY = sql<number>`leadline.priority_of(l.score, l.id)`;

export const ORDERS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`l.id desc`,
  oldest: sql`l.id`,
  priority: sql`${PRIORITY} desc, l.id desc`,
  score: sql`l.score desc, l.id desc`,
};

/** What leads are sorted by first, to be selected as `rank`. */
export const RANKS: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`l.id`,
  oldest: sql`l.id`,
  priority: PRIORITY,
  score: sql`l.score`,
};

/** The order of rows that have a `rank`. */
export const byRank = (sort: Sort): RawBuilder<unknown> =>
  sort === 'oldest' ? sql`l.rank, l.id` : sql`l.rank desc, l.id desc`;

/** Only leads after the place where the previous page ended. */
export function isAfter(sort: Sort, { id, score }: Place): RawBuilder<boolean> {
  switch (sort) {
    case 'newest':
      return sql`l.id < ${id}::uuid`;
    case 'oldest':
      return sql`l.id > ${id}::uuid`;
    case 'priority':
      return sql`(${PRIORITY}, l.id) < (leadline.priority_of(${score}::smallint, ${id}::uuid), ${id}::uuid)
        and l.id < ${idBound({ id, score })}::uuid`;
    case 'score':
      return sql`(l.score, l.id) < (${score}::smallint, ${id}::uuid)`;
  }
}

/** Every lead with a lower priority has an ID below this: among leads of equal priority, one with 0 points is the
 * newest. Row-level security lets the index be searched by ID but not by the computed priority. With this bound, pages
 * far down the list skip most newer leads: at worst 15 ms instead of 90 ms with a million leads over a year
 * (bench/inbox.ts). */
const idBound = ({ id, score }: Place): string =>
  firstIdOf(new Date(timeOfId(id).getTime() + score * POINT_MS + 1_000));
