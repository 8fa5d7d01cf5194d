// What the phrases of a clause mean, by the phrase books: evidence for the detectors, which decide what it is worth.

import { MESSAGE_BOOK, type MessageMeaning, NEGATIONS } from '../lexicon/message.ts';
import { findPhrases } from '../text/phrases.ts';
import type { Tokens } from '../text/tokenize.ts';

/** Said with a "not" these mean nothing, or the opposite. */
const TURNED_BY_NOT: Partial<Record<MessageMeaning, MessageMeaning | 'nothing'>> = {
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

/** Calls `found` once for each phrase; `counted` are the words after hideOrigins. */
export function findMeanings(
  tokens: Tokens,
  counted: readonly string[],
  found: (meaning: MessageMeaning) => void,
): void {
  for (const { meaning, first, last } of findPhrases(MESSAGE_BOOK, tokens)) {
    // A Quaker meeting house is not a meeting.
    if (counted[first] === '' && isLeftOut(counted, first, last)) continue;
    const turned = TURNED_BY_NOT[meaning];
    if (turned === undefined || !isNegated(tokens, first, last, meaning)) found(meaning);
    else if (turned !== 'nothing') found(turned);
  }
}

function isLeftOut(counted: readonly string[], first: number, last: number): boolean {
  for (let at = first; at <= last; at++) if (counted[at] !== '') return false;
  return true;
}

/** A negation up to three words before; Hindi and Portuguese also put it behind. */
function isNegated({ words }: Tokens, first: number, last: number, meaning: MessageMeaning): boolean {
  for (let at = first - 1; at >= 0 && at >= first - 3; at--)
    if (NEGATIONS.has(words[at] as string)) return true;
  const next = words[last + 1];
  return next === 'nahi' || next === 'nahin' || (next === 'nao' && meaning === 'hedge');
}
