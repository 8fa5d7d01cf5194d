// What an AI found in a lead, expressed in the same concepts that the engine's own reader finds. The engine only
// receives assessments; they are stored with the lead so that replays are exact.

import type { Clause } from './concepts/clauses.ts';
import { CAPPING_BY_WEIGHT, type CappingConcept, CONCEPT_NUMBER, type Concept } from './concepts/concepts.ts';
import type { Finding } from './concepts/read-concepts.ts';

export type AssessmentKind =
  | 'buyer'
  | 'information'
  | 'support'
  | 'job-seeker'
  | 'vendor-pitch'
  | 'spam'
  | 'gibberish';
export type Confidence = 'high' | 'medium' | 'low';

export interface Assessment {
  /** A one-word summary for people and filters. */
  readonly kind: AssessmentKind;
  /** Concepts the AI is sure of, whether or not the engine found them too. */
  readonly present: readonly Finding[];
  /** Concepts the AI is sure are absent, even if the engine found them. */
  readonly absent: readonly Concept[];
  /** Clauses the AI did not read, so `absent` says nothing about them. */
  readonly unread?: readonly number[];
  /** How sure the AI is, from 0 to 1. */
  readonly certainty: number;
  /** Name of the model. */
  readonly by: string;
}

/** There was text to read, but no AI read it in time. */
export interface NoAssessment {
  readonly missing: 'busy' | 'unavailable';
}

export const MAX_ASSESSMENT_SCORE = 20;

/** Assessments less certain than this are ignored. */
const MIN_CERTAINTY = 0.5;
const HIGH_CERTAINTY = 0.8;

export const isRead = (assessment: Assessment | NoAssessment | null): assessment is Assessment =>
  assessment !== null &&
  !('missing' in assessment) &&
  Array.isArray(assessment.present) &&
  Array.isArray(assessment.absent);

/** The part of an assessment that can be trusted: known concepts in existing clauses, read with enough certainty. */
export function validParts(
  assessment: Assessment,
  clauses: number,
): { present: Finding[]; absent: Concept[] } {
  if (!(assessment.certainty >= MIN_CERTAINTY)) return { present: [], absent: [] };
  return {
    present: assessment.present.filter(
      ({ concept, strength, clause }) =>
        isConcept(concept) &&
        (strength === 1 || strength === 2) &&
        Number.isInteger(clause) &&
        clause >= 0 &&
        clause < clauses,
    ),
    absent: assessment.absent.filter(isConcept),
  };
}

/** Carries an assessment over to an edited lead: keeps what was read in clauses that did not change. */
export function carryAssessment(
  assessment: Assessment | NoAssessment | null,
  before: readonly Clause[],
  after: readonly Clause[],
): Assessment | NoAssessment | null {
  if (!isRead(assessment)) return assessment;
  const isSame = (one: Clause, other: Clause): boolean =>
    one.question === other.question && one.text === other.text;
  const placeOf = (clause: number): number => {
    const old = before[clause];
    return old === undefined ? -1 : after.findIndex((other) => isSame(old, other));
  };
  return {
    ...assessment,
    present: assessment.present
      .map((finding) => ({ ...finding, clause: placeOf(finding.clause) }))
      .filter(({ clause }) => clause >= 0),
    unread: after.flatMap((clause, index) => {
      const old = before.findIndex((other) => isSame(clause, other));
      return old < 0 || assessment.unread?.includes(old) ? [index] : [];
    }),
  };
}

const isConcept = (name: unknown): name is Concept =>
  typeof name === 'string' && Object.hasOwn(CONCEPT_NUMBER, name);

export const confidenceOf = ({ certainty }: Assessment): Confidence =>
  certainty >= HIGH_CERTAINTY ? 'high' : certainty >= MIN_CERTAINTY ? 'medium' : 'low';

const KINDS: Readonly<Record<CappingConcept, AssessmentKind>> = {
  'no-need': 'information',
  support: 'support',
  gone: 'information',
  donation: 'information',
  pitch: 'vendor-pitch',
  job: 'job-seeker',
  scam: 'spam',
  fake: 'gibberish',
};

const BUYING: ReadonlySet<Concept> = new Set([
  'need',
  'trigger',
  'committed',
  'next-step',
  'urgent',
  'deadline',
]);

/** The one-word summary of an assessment. */
export function kindOf(concepts: readonly Concept[]): AssessmentKind {
  const capping = CAPPING_BY_WEIGHT.find((concept) => concepts.includes(concept));
  if (capping !== undefined) return KINDS[capping];
  return concepts.some((concept) => BUYING.has(concept)) ? 'buyer' : 'information';
}
