// Where a page of leads ended, as its reader carries it to the next page: a place in the order, no row of ours. One that is
// made up, or another account's, is a place like any other: what lies behind it is the caller's own.

import { readId, showId } from '../base/ids.ts';

export type Sort = 'newest' | 'priority';

export interface Place {
  readonly id: string;
  readonly score: number;
}

const HIGHEST_SCORE = 100;

/** By priority the score goes first, in two hex digits: with the id it makes the priority. */
export const showCursor = (sort: Sort, { id, score }: Place): string =>
  sort === 'newest' ? showId('lead', id) : `next_${score.toString(16).padStart(2, '0')}${id}`;

/** Null for what is none of ours, or of another order. */
export function readCursor(sort: Sort, text: string): Place | null {
  if (sort === 'newest') {
    const id = readId('lead', text);
    return id === null ? null : { id, score: 0 };
  }
  const [, hex = 'ff', id = ''] = /^next_([0-9a-f]{2})([0-9a-f]{32})$/.exec(text) ?? [];
  const score = Number.parseInt(hex, 16);
  return score <= HIGHEST_SCORE ? { id, score } : null;
}
