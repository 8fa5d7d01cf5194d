// Marks the scored words in the message and in longer answers.

import type { Scored } from '@leadline/engine';
import type { Lead } from '../lead-query.ts';
import type { Engine } from '../use-engine.ts';
import { findReadings } from './find-readings.ts';
import { type Marked, markTexts, type Segment } from './mark-text.ts';

export interface MarkedLead extends Pick<Marked, 'legend' | 'unfound'> {
  readonly message: readonly Segment[];
  /** By question. Leaves out short answers, whose meaning is shown next to them. */
  readonly answers: ReadonlyMap<string, readonly Segment[]>;
}

/** Answers with at least this many words are marked like a message. */
const MIN_WORDS = 5;

export function markLead(
  engine: Pick<Engine, 'nameEntry'> | undefined,
  { message, custom_fields }: Lead,
  scored: Scored | null,
): MarkedLead {
  const long = Object.entries(custom_fields).filter(([, answer]) => answer.split(' ').length >= MIN_WORDS);
  const places = new Map(long.map(([question], place) => [question, place + 1]));
  const placeOf = (question: string | null): number | null =>
    question === null ? 0 : (places.get(question) ?? null);
  const {
    texts: marked,
    legend,
    unfound,
  } = markTexts(
    [message, ...long.map(([, answer]) => answer)],
    engine === undefined || scored === null ? [] : findReadings(engine, scored, placeOf),
  );
  return {
    message: marked[0] ?? [],
    answers: new Map(long.map(([question], place) => [question, marked[place + 1] ?? []])),
    legend,
    unfound,
  };
}
