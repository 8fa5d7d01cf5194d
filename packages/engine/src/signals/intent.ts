// AI intent: weighs an assessment of the message that was made elsewhere. The engine never makes one.

import { type LedgerEntry, makeEntry } from '../ledger.ts';
import type { Settings } from '../settings.ts';

export type AssessmentKind =
  | 'buyer'
  | 'information'
  | 'support'
  | 'job-seeker'
  | 'vendor-pitch'
  | 'spam'
  | 'gibberish';
export type Confidence = 'high' | 'medium' | 'low';

/** What the AI says of a message; stored with the lead, so that a replay is exact. */
export interface Assessment {
  readonly kind: AssessmentKind;
  /** 0 to 20; 10 says nothing either way. */
  readonly score: number;
  readonly confidence: Confidence;
}

export const MAX_ASSESSMENT_SCORE = 20;
const NEUTRAL_SCORE = 10;

const TRUST: Readonly<Record<Confidence, number>> = { high: 1, medium: 0.6, low: 0 };

const KIND_NAMES: Readonly<Record<AssessmentKind, string>> = {
  buyer: 'a buyer',
  information: 'a question',
  support: 'a customer who needs help',
  'job-seeker': 'someone looking for work',
  'vendor-pitch': 'a sales pitch',
  spam: 'spam',
  gibberish: 'no meaning',
};

export function scoreIntent(assessment: Assessment | null, { caps }: Settings): LedgerEntry[] {
  if (assessment === null) return [];
  const { kind, confidence } = assessment;
  // An assessment comes from outside: what we do not know counts like being unsure.
  const trust = TRUST[knownConfidence(confidence)];
  if (trust === 0 || !Object.hasOwn(KIND_NAMES, kind)) return [];
  const lean = (clampScore(assessment.score) - NEUTRAL_SCORE) / NEUTRAL_SCORE;
  const points = Math.round(lean * trust * caps.intent);
  return [
    makeEntry(
      'intent',
      'ai-intent',
      points,
      `AI reads ${KIND_NAMES[kind]} in the message, ${confidence} confidence`,
    ),
  ];
}

/** What is no confidence we know counts, and is shown, as low. */
export const knownConfidence = (confidence: Confidence): Confidence =>
  Object.hasOwn(TRUST, confidence) ? confidence : 'low';

/** Whatever a model says, its score stays a whole number within bounds; what is no number is neutral. */
export function clampScore(score: number): number {
  if (!Number.isFinite(score)) return NEUTRAL_SCORE;
  return Math.min(MAX_ASSESSMENT_SCORE, Math.max(0, Math.round(score)));
}
