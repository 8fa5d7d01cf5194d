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
  /** 0 to 1: how likely the kind is right. */
  readonly certainty: number;
  /** 0: no time is named; 1: within months; 2: within days. */
  readonly urgency: number;
  /** Which model said so. */
  readonly by: string;
}

/** There was a message to read, and nobody who could read it in time. */
export interface NoAssessment {
  readonly missing: 'busy' | 'unavailable';
}

export const MAX_ASSESSMENT_SCORE = 20;
const NEUTRAL_SCORE = 10;

/** Below the first an assessment counts for nothing, from the second on fully: no step between them, so that no word
 * more or less makes a leap. */
const LIKELY = 0.5;
const SURE = 0.8;

/** Kinds that may be a sale; what is none of them is a matter of risk. */
type SaleKind = 'buyer' | 'information';
export type NoSaleKind = Exclude<AssessmentKind, SaleKind>;

const OTHER_NAMES: Readonly<Record<NoSaleKind, string>> = {
  support: 'a customer who needs help',
  'job-seeker': 'someone who looks for work',
  'vendor-pitch': 'a sales pitch',
  spam: 'spam',
  gibberish: 'no meaning',
};

const MISSING_TEXTS: Readonly<Record<NoAssessment['missing'], string>> = {
  busy: 'AI was too busy to read the message in time: no influence',
  unavailable: 'AI is not available: no influence',
};

/** What the assessment adds or takes when the message may be a sale. */
export function scoreIntent(assessment: Assessment | NoAssessment | null, { caps }: Settings): LedgerEntry[] {
  if (assessment === null) return [];
  if ('missing' in assessment) return [makeEntry('intent', 'ai-missing', 0, missingText(assessment))];
  const { kind } = assessment;
  const trust = trustIn(assessment);
  if (trust === 0 || (kind !== 'buyer' && kind !== 'information')) return [];
  const lean = (clampScore(assessment.score) - NEUTRAL_SCORE) / NEUTRAL_SCORE;
  const text = `AI reads ${describeSale(assessment)}, ${confidenceOf(assessment)} confidence`;
  return [makeEntry('intent', 'ai-intent', Math.round(lean * trust * caps.intent), text)];
}

/** What the assessment takes when the message is no sale: as much as it may at most, by how sure it is. */
export function controlByKind(
  assessment: Assessment | NoAssessment | null,
  { caps }: Settings,
): LedgerEntry[] {
  if (assessment === null || 'missing' in assessment) return [];
  const { kind } = assessment;
  const trust = trustIn(assessment);
  if (trust === 0 || kind === 'buyer' || kind === 'information') return [];
  const points = -Math.round(trust * caps.intent);
  const text = `AI reads ${OTHER_NAMES[kind]}, ${confidenceOf(assessment)} confidence`;
  return points === 0 ? [] : [makeEntry('risk', 'ai-kind', points, text)];
}

/** What the message surely is when it is no sale. */
export function surelyNoSale(assessment: Assessment | NoAssessment | null): NoSaleKind | null {
  if (assessment === null || 'missing' in assessment || trustIn(assessment) < 1) return null;
  const { kind } = assessment;
  return kind === 'buyer' || kind === 'information' ? null : kind;
}

/** An assessment comes from outside: what we do not know counts like being unsure. */
function trustIn({ kind, certainty }: Assessment): number {
  const isKnown = kind === 'buyer' || kind === 'information' || Object.hasOwn(OTHER_NAMES, kind);
  return isKnown && certainty >= LIKELY ? Math.min(1, (certainty - LIKELY) / (SURE - LIKELY)) : 0;
}

const missingText = ({ missing }: NoAssessment): string =>
  Object.hasOwn(MISSING_TEXTS, missing) ? MISSING_TEXTS[missing] : MISSING_TEXTS.unavailable;

function describeSale({ kind, score, urgency }: Assessment): string {
  const points = clampScore(score);
  const time = urgency === 2 ? ', wanted within days' : urgency === 1 ? ', wanted within months' : '';
  if (kind === 'information') return `a question rather than a need${time}`;
  if (points >= 16) return `a buyer ready to start${time}`;
  if (points >= 11) return `a buyer with a need${time}`;
  return `a buyer who only looks around${time}`;
}

/** What is no number is not sure of anything. */
export const confidenceOf = ({ certainty }: Assessment): Confidence =>
  certainty >= SURE ? 'high' : certainty >= LIKELY ? 'medium' : 'low';

/** Whatever a model says, its score stays a whole number within bounds; what is no number is neutral. */
export function clampScore(score: number): number {
  if (!Number.isFinite(score)) return NEUTRAL_SCORE;
  return Math.min(MAX_ASSESSMENT_SCORE, Math.max(0, Math.round(score)));
}
