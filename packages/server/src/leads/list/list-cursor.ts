// The cursor for a page of leads. It is a position in the sort order, not a reference to a row, so a made-up cursor or
// one from another account is harmless: callers only ever get their own leads after that position.

import { readId, showId } from '../../platform/base/ids.ts';

export type Sort = 'newest' | 'oldest' | 'priority' | 'score' | 'returns' | 'closed' | 'next';

/** Where a page ended. */
export interface Place {
  readonly id: string;
  /** What decides about the order together with the ID: a score, a time in milliseconds, or 0. */
  readonly key: number;
}

interface Format {
  readonly prefix: string;
  /** How many hex digits the key has. */
  readonly digits: number;
  readonly maxKey: number;
}

const withScore = (prefix: string): Format => ({ prefix, digits: 2, maxKey: 100 });
/** Until the year 9999. */
const withTime = (prefix: string): Format => ({ prefix, digits: 12, maxKey: 253_402_300_799_999 });

const FORMATS: Readonly<Record<Exclude<Sort, 'newest'>, Format>> = {
  oldest: withScore('after_'),
  priority: withScore('next_'),
  score: withScore('below_'),
  returns: withTime('until_'),
  closed: withTime('closed_'),
  next: withTime('due_'),
};

export function showCursor(sort: Sort, { id, key }: Place): string {
  if (sort === 'newest') return showId('lead', id);
  const { prefix, digits } = FORMATS[sort];
  return `${prefix}${key.toString(16).padStart(digits, '0')}${id}`;
}

/** Returns null if the cursor is malformed or belongs to a different sort order. */
export function readCursor(sort: Sort, text: string): Place | null {
  if (sort === 'newest') {
    const id = readId('lead', text);
    return id === null ? null : { id, key: 0 };
  }
  const { prefix, digits, maxKey } = FORMATS[sort];
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : '';
  const key = rest.slice(0, digits);
  const id = rest.slice(digits);
  if (!/^[0-9a-f]*$/.test(key) || !/^[0-9a-f]{32}$/.test(id)) return null;
  const place = { id, key: Number.parseInt(key, 16) };
  return place.key <= maxKey ? place : null;
}
