// Looks up the phrases of a clause in the phrase books. The detectors decide what the result is worth.

import { MESSAGE_BOOK, type MessageMeaning, NEGATIONS } from '../lexicon/message.ts';
import { findPhrases } from '../text/phrases.ts';
import { HIDDEN, type Word } from '../text/word.ts';

/** When negated, these mean nothing or the opposite. */
const NEGATED: Partial<Record<MessageMeaning, MessageMeaning | 'nothing'>> = {
  ready: 'no-project',
  approved: 'hedge',
  need: 'nothing',
  urgent: 'nothing',
  'call-me': 'nothing',
  decides: 'nothing',
  hedge: 'nothing',
  later: 'nothing',
  information: 'nothing',
  'no-money': 'nothing',
  pitch: 'nothing',
  job: 'nothing',
};

/** Calls `onFound` for each phrase; `counted` is the output of hideOriginsOf. */
export function findMeanings(
  words: readonly Word[],
  counted: readonly Word[],
  onFound: (meaning: MessageMeaning) => void,
): void {
  for (const { meaning, first, last } of findPhrases(MESSAGE_BOOK, words)) {
    // Hidden words do not count: a Quaker meeting house is not a meeting.
    if (counted[first] === HIDDEN && isHidden(counted, first, last)) continue;
    const negated = NEGATED[meaning];
    if (negated === undefined || !isNegated(words, first, last, meaning)) onFound(meaning);
    else if (negated !== 'nothing') onFound(negated);
  }
}

function isHidden(counted: readonly Word[], first: number, last: number): boolean {
  for (let at = first; at <= last; at++) if (counted[at] !== HIDDEN) return false;
  return true;
}

/** A negation up to three words earlier or, in Hindi and Portuguese, right after. */
function isNegated(words: readonly Word[], first: number, last: number, meaning: MessageMeaning): boolean {
  for (let at = first - 1; at >= 0 && at >= first - 3; at--)
    if (NEGATIONS.has((words[at] as Word).text)) return true;
  const next = words[last + 1]?.text;
  return next === 'nahi' || next === 'nahin' || (next === 'nao' && meaning === 'hedge');
}
