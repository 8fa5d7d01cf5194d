// The phrase book for budgets: what words and symbols mean in the languages that leads use. Words are folded (lower
// case, no accents); `#` stands for a number.

import { compilePhrases, splitPhrases } from '../text/phrases.ts';
import { addAmountWords } from './amount-words.ts';
import { CURRENCY_WORDS } from './currencies.ts';
import type { AddPhrases, Meaning } from './meaning.ts';
import { addNumberWords } from './number-words.ts';
import { addPeriodWords } from './period-words.ts';

const entries: [Meaning, string[]][] = [];
const add: AddPhrases = (meaning, phrases) => {
  entries.push([meaning, splitPhrases(phrases)]);
};

for (const [code, words] of Object.entries(CURRENCY_WORDS)) add({ kind: 'currency', code }, words);
add({ kind: 'currency', code: 'USD', dollarSign: true }, '$');
addNumberWords(add);
addPeriodWords(add);
addAmountWords(add);

export const MONEY_BOOK = compilePhrases(entries);
