// What an AI answers to the seven questions of a salesperson. The engine only receives assessments; they are stored with
// the lead so that replays are exact.

import type { Answer, Answers, Value } from './reading/answers.ts';
import type { Clause } from './reading/clauses.ts';
import { ASKS, type Ask, OTHER_ASKS, type OtherAsk, QUESTIONS, type Question } from './reading/questions.ts';

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
  readonly answers: Answers;
  /** Clauses the AI did not read. */
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
  assessment !== null && !('missing' in assessment) && typeof assessment.answers === 'object';

/** The answers of an assessment if they can be trusted: complete, about existing clauses and certain enough. */
export function trustedAnswers(
  assessment: Assessment | NoAssessment | null,
  clauses: number,
): Answers | null {
  if (!isRead(assessment) || !(assessment.certainty >= MIN_CERTAINTY)) return null;
  const { ask, doubt, ...rest } = assessment.answers;
  const isValid = (answer: Answer<unknown> | undefined, values: readonly unknown[]): boolean =>
    answer !== undefined &&
    values.includes(answer.value) &&
    answer.probability >= 0 &&
    answer.probability <= 1 &&
    Number.isInteger(answer.clause) &&
    answer.clause >= -1 &&
    answer.clause < clauses;
  const areValid =
    isValid(ask, ASKS) &&
    (doubt === null || isValid(doubt, OTHER_ASKS)) &&
    QUESTIONS.every((question) => isValid(rest[question], VALUES));
  return areValid ? assessment.answers : null;
}

const VALUES: readonly Value[] = [0, 1, 2];

/** Carries an assessment over to an edited lead: what was read stays, and what is new is unread. */
export function carryAssessment(
  assessment: Assessment | NoAssessment | null,
  before: readonly Clause[],
  after: readonly Clause[],
): Assessment | NoAssessment | null {
  if (!isRead(assessment)) return assessment;
  const isSame = (one: Clause, other: Clause): boolean =>
    one.question === other.question && one.text === other.text;
  /** What isn't quoted may rest on any clause, so it stays as long as one of them does. */
  const isKept = before.some((clause) => after.some((other) => isSame(clause, other)));
  const move = <Content>(answer: Answer<Content>, silence: Content): Answer<Content> => {
    if (answer.clause < 0) return isKept ? answer : { ...answer, value: silence };
    const old = before[answer.clause];
    const clause = old === undefined ? -1 : after.findIndex((other) => isSame(old, other));
    return clause < 0 ? { value: silence, probability: answer.probability, clause } : { ...answer, clause };
  };
  const { ask, doubt } = assessment.answers;
  const answers = Object.fromEntries(
    QUESTIONS.map((question) => [question, move<Value>(assessment.answers[question], 0)]),
  ) as Record<Question, Answer<Value>>;
  return {
    ...assessment,
    answers: {
      ...answers,
      // Mostly known by the email address.
      who: assessment.answers.who.clause < 0 ? assessment.answers.who : answers.who,
      ask: move<Ask>(ask, 'none'),
      doubt: doubt === null ? null : move<OtherAsk>(doubt, doubt.value),
    },
    unread: after.flatMap((clause, index) => {
      const old = before.findIndex((other) => isSame(clause, other));
      return old < 0 || assessment.unread?.includes(old) ? [index] : [];
    }),
  };
}

export const confidenceOf = ({ certainty }: Assessment): Confidence =>
  certainty >= HIGH_CERTAINTY ? 'high' : certainty >= MIN_CERTAINTY ? 'medium' : 'low';

const KINDS: Readonly<Partial<Record<Ask, AssessmentKind>>> = {
  info: 'information',
  none: 'information',
  reschedule: 'support',
  support: 'support',
  complaint: 'support',
  leave: 'information',
  job: 'job-seeker',
  pitch: 'vendor-pitch',
  partner: 'vendor-pitch',
  press: 'information',
  study: 'information',
  donation: 'information',
  scam: 'spam',
  fake: 'gibberish',
};

/** The one-word summary of an assessment. */
export const kindOf = (ask: Ask): AssessmentKind => KINDS[ask] ?? 'buyer';
