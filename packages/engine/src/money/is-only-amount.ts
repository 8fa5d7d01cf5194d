import { NEGATIONS } from '../lexicon/message.ts';
import { cached } from '../text/cached.ts';
import { foldWord } from '../text/tokenize.ts';
import { mayHaveNumber, scanBudget } from './scan.ts';

const MAX_LENGTH = 80;
/** “my budget is”, “we have” */
const MAX_OTHER_WORDS = 2;

/** Whether a text says little more than an amount: “budget 8000 euros max”, “our limit is 5k per month”. */
export const isOnlyAmount = (text: string): boolean => countWordsBesides(text) <= MAX_OTHER_WORDS;

/** Whether a text says no more than an amount: “Budget 12.000 EUR.”, but not “budget approved: 12k”. */
export const isAmountAlone = (text: string): boolean => countWordsBesides(text) === 0;

/** Infinite without an amount, or if it is denied. */
const countWordsBesides = cached((text): number => {
  if (text.length > MAX_LENGTH || !mayHaveNumber(text)) return Number.POSITIVE_INFINITY;
  const lexemes = scanBudget(text);
  const others = lexemes.filter(
    ({ text: word, number, meanings }) => number === null && meanings.length === 0 && HAS_LETTER.test(word),
  );
  const isMoney = lexemes.some(({ meanings }) =>
    meanings.some(({ kind }) => kind === 'currency' || kind === 'budget'),
  );
  const isStated =
    isMoney &&
    lexemes.some(({ number }) => number !== null) &&
    !others.some(({ text: word }) => NEGATIONS.has(foldWord(word)));
  return isStated ? others.length : Number.POSITIVE_INFINITY;
}, 500);

const HAS_LETTER = /\p{L}/u;
