// What the words and signs of a budget mean, in the languages leads are written in. Words are folded
// (lower case, no accents); `#` stands for a number.

import { compilePhrases, splitPhrases } from '../text/phrases.ts';
import { sayAmounts } from './amount-words.ts';
import { CURRENCY_WORDS } from './currencies.ts';
import { sayNumbers } from './number-words.ts';
import { sayPeriods } from './period-words.ts';

export type Period = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

export type Meaning =
  | { kind: 'currency'; code: string; dollarSign?: true }
  | { kind: 'unit'; value: number }
  | { kind: 'times'; value: 10 | 100 | 1000 }
  | { kind: 'teen' }
  | {
      kind: 'scale';
      value: number;
      implies?: string;
      needsNumber?: true;
      mayLead?: true;
      isMil?: true;
      isM?: true;
    }
  | { kind: 'one' }
  | { kind: 'half' }
  | { kind: 'part'; value: number }
  | { kind: 'point' }
  | { kind: 'and-a-half' }
  | { kind: 'plus-half' }
  | { kind: 'few'; low: number; high: number }
  | { kind: 'figures' }
  | { kind: 'figure-count'; digits: number }
  | { kind: 'period'; period: Period; noun?: true }
  | { kind: 'bound'; side: 'min' | 'max'; place: 'before' | 'after' | 'either'; joins?: true }
  | { kind: 'between' }
  | { kind: 'joiner' }
  | { kind: 'and' }
  | { kind: 'filler' }
  | { kind: 'budget' }
  | { kind: 'each' }
  | { kind: 'thing' }
  | { kind: 'label' }
  | { kind: 'correction' }
  | { kind: 'past' }
  | { kind: 'not' }
  | { kind: 'not-budget' }
  | { kind: 'undecided' }
  | { kind: 'plus-minus' }
  | { kind: 'total' }
  | { kind: 'reference' };

export type Say = (meaning: Meaning, phrases: string) => void;

const entries: [Meaning, string[]][] = [];
const say: Say = (meaning, phrases) => {
  entries.push([meaning, splitPhrases(phrases)]);
};

for (const [code, words] of Object.entries(CURRENCY_WORDS)) say({ kind: 'currency', code }, words);
say({ kind: 'currency', code: 'USD', dollarSign: true }, '$');
sayNumbers(say);
sayPeriods(say);
sayAmounts(say);

export const MONEY_BOOK = compilePhrases(entries);
