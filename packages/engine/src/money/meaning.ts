// What a word or sign in a budget can mean.

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

/** Adds phrases, separated by `|`, that share a meaning. */
export type AddPhrases = (meaning: Meaning, phrases: string) => void;
