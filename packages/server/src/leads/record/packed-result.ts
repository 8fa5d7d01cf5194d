// A stored result in half of the bytes: values without their names, and no text twice. Every byte of it is made into
// text, sent, parsed, stored and logged by the database.

import {
  type Answer,
  type Answers,
  type Assessment,
  type AssessmentKind,
  type Closing,
  type Group,
  makeEntry,
  type NoAssessment,
  type ScoreData,
  withoutPoints,
} from '@leadline/engine';
import type { StoredResult } from './stored-result.ts';

type Packed = [
  head: [
    version: string,
    settingsVersion: string,
    scoreWithoutAi: number,
    modelVersion?: string,
    probability?: number,
    low?: number,
    high?: number,
    basis?: string,
  ],
  data: [
    score: number,
    grade: ScoreData['grade'],
    priorityAction: string,
    closingProbability: string,
    contactGrade: ScoreData['contact_grade'],
  ],
  ai: PackedAi,
  ledger: (string | number)[],
  answers: PackedAnswers,
  assessment?: PackedAssessment,
];

type PackedAi = [
  score: number,
  maxScore: number,
  display: string,
  impact: ScoreData['ai']['impact'],
  confidence: ScoreData['ai']['confidence'],
  influence: number,
];

/** Value, probability and clause of each answer; at the end those of the doubt, if there is one. */
type PackedAnswers = (string | number)[];

type PackedAssessment =
  | NoAssessment['missing']
  | [kind: AssessmentKind, answers: PackedAnswers, certainty: number, by: string, unread?: readonly number[]];

export function packResult(result: StoredResult): string {
  const {
    version,
    settings_version,
    model_version,
    closing,
    score_without_ai,
    data,
    ledger,
    answers,
    assessment,
  } = result;
  const { ai } = data;
  const entries: (string | number)[] = [];
  for (const entry of ledger) entries.push(entry.group, entry.code, entry.points, withoutPoints(entry));
  const head: Packed[0] = [version, settings_version, score_without_ai];
  if (model_version !== undefined && closing !== undefined)
    head.push(model_version, closing.probability, closing.low, closing.high, closing.basis);
  const packed: Packed = [
    head,
    [data.score, data.grade, data.priority_action, data.closing_probability, data.contact_grade],
    [ai.score, ai.max_score, ai.display, ai.impact, ai.confidence, ai.influence_applied],
    entries,
    packAnswers(answers),
  ];
  if (assessment !== undefined) packed.push(packAssessment(assessment));
  return JSON.stringify(packed);
}

const ANSWER_NAMES = ['ask', 'what', 'when', 'who', 'decided', 'happened', 'way'] as const;

function packAnswers(answers: Answers): PackedAnswers {
  const packed: PackedAnswers = [];
  const add = ({ value, probability, clause }: Answer<string | number>): void =>
    void packed.push(value, probability, clause);
  for (const name of ANSWER_NAMES) add(answers[name]);
  if (answers.doubt !== null) add(answers.doubt);
  return packed;
}

function packAssessment(assessment: Assessment | NoAssessment): PackedAssessment {
  if ('missing' in assessment) return assessment.missing;
  const { kind, answers, certainty, by, unread } = assessment;
  const packed: PackedAssessment = [kind, packAnswers(answers), certainty, by];
  if (unread !== undefined) packed.push(unread);
  return packed;
}

/** What is needed to score a lead again and to compare. */
export interface ResultSummary {
  readonly version: string;
  readonly settingsVersion: string;
  /** Null if the rules scored alone. */
  readonly modelVersion: string | null;
  readonly score: number;
  readonly grade: ScoreData['grade'];
  readonly assessment: NonNullable<StoredResult['assessment']> | null;
}

/** Cheaper than unpacking all of it. */
export function summarizeResult(stored: unknown): ResultSummary {
  const [[version, settingsVersion, , modelVersion = null], [score, grade], , , , assessment] =
    stored as Packed;
  return {
    version,
    settingsVersion,
    modelVersion,
    score,
    grade,
    assessment: assessment === undefined ? null : unpackAssessment(assessment),
  };
}

/** The chance of closing that a model gave the lead; null if the rules scored alone. */
export function readModelChance(stored: unknown): number | null {
  const [[, , , , probability = null]] = stored as Packed;
  return probability;
}

/** With the same keys in the same order as before it was packed, so that the response to a repeated request is identical. */
export function unpackResult(stored: unknown): StoredResult {
  const [head, data, ai, ledger, answers, assessment] = stored as Packed;
  const [version, settings_version, score_without_ai, model_version, ...closing] = head;
  const [score, grade, priority_action, closing_probability, contact_grade] = data;
  return {
    version,
    settings_version,
    ...(model_version === undefined ? null : { model_version, closing: unpackClosing(closing) }),
    score_without_ai,
    data: { score, grade, priority_action, closing_probability, ai: unpackAi(ai), contact_grade },
    ledger: inGroups(ledger, 4).map(([group, code, points, text]) =>
      makeEntry(group as Group, code as string, points as number, text as string),
    ),
    answers: unpackAnswers(answers),
    ...(assessment === undefined ? {} : { assessment: unpackAssessment(assessment) }),
  };
}

function unpackAnswers(packed: PackedAnswers): Answers {
  const [ask, what, when, who, decided, happened, way, doubt = null] = inGroups(packed, 3).map(
    ([value, probability, clause]) => ({ value, probability, clause }),
  );
  return { ask, doubt, what, when, who, decided, happened, way } as Answers;
}

function unpackAssessment(packed: PackedAssessment): Assessment | NoAssessment {
  if (typeof packed === 'string') return { missing: packed };
  const [kind, answers, certainty, by, unread] = packed;
  return {
    kind,
    answers: unpackAnswers(answers),
    ...(unread === undefined ? {} : { unread }),
    certainty,
    by,
  };
}

const unpackClosing = ([probability = 0, low = 0, high = 0, basis = '']: [
  probability?: number,
  low?: number,
  high?: number,
  basis?: string,
]): Closing => ({ probability, low, high, basis });

const unpackAi = ([score, max_score, display, impact, confidence, influence_applied]: PackedAi) => ({
  score,
  max_score,
  display,
  impact,
  confidence,
  influence_applied,
});

const inGroups = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: values.length / size }, (_, index) => values.slice(index * size, (index + 1) * size));
