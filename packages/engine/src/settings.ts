// An account's scoring settings: points and grade thresholds. Plain data, so that they can be stored, versioned and
// replayed. docs/scoring.md explains the defaults.

import type { CappingConcept, Concept } from './concepts/concepts.ts';
import type { QuestionTopic } from './lexicon/questions.ts';

export interface Settings {
  /** Identifies these settings in a stored score, for replays. */
  readonly version: string;
  readonly typicalDeal: { readonly amount: number; readonly currency: string };
  readonly grades: { readonly hot: number; readonly warm: number; readonly cool: number };
  readonly contact: Points<
    | 'reachable'
    | 'businessEmail'
    | 'roleEmail'
    | 'unusualDomain'
    | 'freeEmail'
    | 'disposableEmail'
    | 'validPhone'
    | 'localPhone'
    | 'unverifiedPhone'
    | 'invalidPhone'
    | 'name'
    | 'agreement'
  >;
  /** Depends on the size of the budget relative to the typical deal. */
  readonly budget: Points<'huge' | 'large' | 'typical' | 'fair' | 'small' | 'tiny' | 'unclear'>;
  /** What the lead says in its message and answers. */
  readonly concepts: Readonly<Record<WeighedConcept, ConceptPoints>>;
  readonly source: Points<
    | 'referral'
    | 'returning'
    | 'highIntentPage'
    | 'partner'
    | 'event'
    | 'search'
    | 'website'
    | 'chat'
    | 'professional'
    | 'content'
    | 'marketplace'
    | 'social'
    | 'purchased'
  >;
  readonly companySize: Points<'large' | 'medium' | 'small' | 'tiny'>;
  /** Points for an emergency: something broke, it can't wait, and there are consequences. */
  readonly emergency: number;
  /** Maximum score for a lead that isn't a sale. The cap is soft, so that capped leads can still be ranked. */
  readonly caps: Readonly<Record<CappingConcept | 'machine-text', number>>;
  /** Points when a cap is only likely, or when the lead clearly wants to buy. */
  readonly doubt: number;
  readonly contradiction: number;
  /** Above this score, further points count for less, so that the best leads can still be ranked. */
  readonly topFrom: number;
  /** The maximum number of points the AI can add or subtract. */
  readonly aiInfluence: number;
  /** Chance of closing by score, used until the account has enough outcomes of its own; highest first. */
  readonly closing: readonly {
    readonly from: number;
    readonly band: string;
    readonly low: number;
    readonly high: number;
  }[];
  /** What the account's own form questions are about. Case, accents and punctuation don't matter. */
  readonly questions: Readonly<Record<string, QuestionTopic>>;
  /** Names that show what a lead wants, such as products. */
  readonly words: readonly ImportantWord[];
  /** Business that the account doesn't do. */
  readonly exclusions: readonly Exclusion[];
}

export interface ImportantWord {
  readonly text: string;
  /** The concept it shows, unless the lead shows it anyway. */
  readonly means: 'need' | 'scope';
}

/** Caps the score of leads that mention one of the words or come from one of the countries. */
export interface Exclusion {
  /** Shown in the ledger. */
  readonly reason: string;
  readonly cap: number;
  readonly words: readonly string[];
  /** ISO 3166 alpha-2. */
  readonly countries: readonly string[];
}

/** Concepts that add or subtract points; others cap the score. `filled-form` counts answers without reading them. */
export type WeighedConcept = Exclude<Concept, CappingConcept> | 'filled-form';

export interface ConceptPoints {
  readonly present: number;
  readonly strong: number;
}

type Points<Name extends string> = Readonly<Record<Name, number>>;

const points = (present: number, strong: number): ConceptPoints => ({ present, strong });

export const DEFAULT_SETTINGS: Settings = {
  version: 'default-3',
  typicalDeal: { amount: 5_000, currency: 'USD' },
  grades: { hot: 80, warm: 60, cool: 40 },
  contact: {
    reachable: 22,
    businessEmail: 6,
    roleEmail: 5,
    freeEmail: 4,
    unusualDomain: 0,
    disposableEmail: -4,
    validPhone: 16,
    localPhone: 15,
    unverifiedPhone: 13,
    invalidPhone: -4,
    name: 0,
    agreement: 1,
  },
  budget: { huge: 8, large: 6, typical: 4, fair: 3, small: 2, tiny: 0, unclear: 0 },
  concepts: {
    need: points(8, 10),
    trigger: points(16, 22),
    committed: points(18, 24),
    urgent: points(16, 22),
    deadline: points(5, 9),
    stakes: points(8, 12),
    scope: points(9, 11),
    'next-step': points(6, 12),
    call: points(6, 14),
    returning: points(5, 7),
    switching: points(2, 4),
    referred: points(3, 5),
    authority: points(3, 6),
    'can-you': points(2, 3),
    comparing: points(1, 2),
    'not-ready': points(-6, -8),
    information: points(-2, -4),
    'no-money': points(-14, -22),
    'filled-form': points(9, 11),
  },
  source: {
    referral: 4,
    returning: 5,
    highIntentPage: 2,
    partner: 3,
    event: 1,
    search: 4,
    website: 0,
    chat: 4,
    professional: 0,
    content: 1,
    marketplace: 1,
    social: 0,
    purchased: -4,
  },
  companySize: { large: 3, medium: 2, small: 1, tiny: 0 },
  emergency: 10,
  caps: {
    'no-need': 18,
    support: 22,
    gone: 16,
    donation: 16,
    pitch: 7,
    job: 7,
    scam: 4,
    fake: 4,
    'machine-text': 0,
  },
  doubt: -24,
  contradiction: -8,
  topFrom: 85,
  aiInfluence: 20,
  closing: [
    { from: 80, band: 'High', low: 40, high: 60 },
    { from: 60, band: 'Medium', low: 20, high: 40 },
    { from: 40, band: 'Low', low: 8, high: 20 },
    { from: 0, band: 'Very low', low: 1, high: 8 },
  ],
  questions: {},
  words: [],
  exclusions: [],
};
