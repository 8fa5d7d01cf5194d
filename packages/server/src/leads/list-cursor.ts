// The cursor for a page of leads. It is a position in the sort order, not a reference to a row, so a made-up cursor or
// one from another account is harmless: callers only ever get their own leads after that position.

import { readId, showId } from '../base/ids.ts';

export type Sort = 'newest' | 'oldest' | 'priority' | 'score';

/** Where a page ended. */
export interface Place {
  readonly id: string;
  readonly score: number;
}

const MAX_SCORE = 100;

/** Priority depends on both score and ID, so these cursors have the score in front, as two hex digits. */
const PREFIXES = { oldest: 'after_', priority: 'next_', score: 'below_' } as const;

export const showCursor = (sort: Sort, { id, score }: Place): string =>
  sort === 'newest' ? showId('lead', id) : `${PREFIXES[sort]}${score.toString(16).padStart(2, '0')}${id}`;

/** Returns null if the cursor is malformed or belongs to a different sort order. */
export function readCursor(sort: Sort, text: string): Place | null {
  if (sort === 'newest') {
    const id = readId('lead', text);
    return id === null ? null : { id, score: 0 };
  }
  const prefix = PREFIXES[sort];
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : '';
  const [, hex = 'ff', id = ''] = /^([0-9a-f]{2})([0-9a-f]{32})$/.exec(rest) ?? [];
  const score = Number.parseInt(hex, 16);
  return score <= MAX_SCORE ? { id, score } : null;
}
