// An account's scoring settings: points and grade thresholds. Plain data, so that they can be stored, versioned and
// replayed. docs/scoring.md explains the defaults.

import type { QuestionTopic } from './lexicon/questions.ts';
import type { Ask, Question } from './reading/questions.ts';

export interface Settings {
  /** Identifies these settings in a stored score, for replays. */
  readonly version: string;
  readonly typicalDeal: { readonly amount: number; readonly currency: string };
  readonly grades: { readonly hot: number; readonly warm: number; readonly cool: number };
  /** What a lead is worth by what it asks for. A lead that isn't a sale stays at this. */
  readonly asks: Points<Ask>;
  /** What the answers to the other questions of a salesperson add. */
  readonly answers: Readonly<Record<Question, AnswerPoints>>;
  readonly contact: Points<'phone' | 'disposableEmail' | 'unreachable'>;
  /** Depends on the size of the budget relative to the typical deal. */
  readonly budget: Points<'huge' | 'large' | 'typical' | 'fair' | 'small' | 'tiny'>;
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
  /** Points for a lead that may be something else than a sale. */
  readonly doubt: number;
  /** The highest score of a lead with a text that is addressed to a machine. */
  readonly machineText: number;
  /** Above this score, points count for a little more than half, so that the best leads can still be ranked. */
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
  /** Whether it names what they want, or is a detail of it. */
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

export interface AnswerPoints {
  /** For the answer 1. */
  readonly present: number;
  /** For the answer 2. */
  readonly strong: number;
}

type Points<Name extends string> = Readonly<Record<Name, number>>;

const points = (present: number, strong: number): AnswerPoints => ({ present, strong });

export const DEFAULT_SETTINGS: Settings = {
  version: 'default-4',
  typicalDeal: { amount: 5_000, currency: 'USD' },
  grades: { hot: 80, warm: 60, cool: 40 },
  asks: {
    emergency: 62,
    order: 60,
    book: 51,
    demo: 52,
    quote: 52,
    price: 46,
    call: 50,
    availability: 45,
    info: 40,
    interest: 43,
    none: 28,
    reschedule: 22,
    support: 24,
    complaint: 22,
    leave: 18,
    job: 5,
    pitch: 5,
    partner: 20,
    press: 20,
    study: 22,
    donation: 15,
    scam: 3,
    fake: 3,
  },
  answers: {
    what: points(9, 13),
    when: points(4, 13),
    who: points(5, 8),
    decided: points(4, 9),
    happened: points(2, 6),
    way: points(-10, -20),
  },
  contact: { phone: 2, disposableEmail: -8, unreachable: -14 },
  budget: { huge: 6, large: 5, typical: 4, fair: 3, small: 1, tiny: 0 },
  source: {
    referral: 4,
    returning: 4,
    highIntentPage: 2,
    partner: 2,
    event: 1,
    search: 1,
    website: 0,
    chat: 1,
    professional: 0,
    content: 0,
    marketplace: 0,
    social: 0,
    purchased: -4,
  },
  doubt: -12,
  machineText: 0,
  topFrom: 80,
  aiInfluence: 60,
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
