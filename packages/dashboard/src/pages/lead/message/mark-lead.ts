// Marks what was read in a lead: in its message, and in those answers that are read like one.

import type { Scored } from '@leadline/engine';
import type { Lead } from '../lead-query.ts';
import { findReadings } from './find-readings.ts';
import { type Marked, markTexts, type Segment } from './mark-text.ts';

export interface MarkedLead extends Pick<Marked, 'legend' | 'unfound'> {
  readonly message: readonly Segment[];
  /** By question; those that are not read for words are missing. */
  readonly answers: ReadonlyMap<string, readonly Segment[]>;
}

/** As in the engine: an answer this long says more than its topic. */
const STORY_WORDS = 5;

export function markLead({ message }: Lead, scored: Scored | null): MarkedLead {
  const stories = (scored?.facts.answers ?? []).filter(
    ({ topic, answer }) =>
      topic === 'story' || (topic !== 'budget' && answer.split(' ').length >= STORY_WORDS),
  );
  const texts = [message, ...stories.map(({ answer }) => answer)];
  const {
    texts: marked,
    legend,
    unfound,
  } = markTexts(texts, scored === null ? [] : findReadings(scored, texts));
  return {
    message: marked[0] ?? [],
    answers: new Map(stories.map(({ question }, place) => [question, marked[place + 1] ?? []])),
    legend,
    unfound,
  };
}
