// A stored result in 54 % of the bytes: values without their names, and no text twice. Every byte of it is made
// into text, sent, parsed, stored and logged by the database. Results stored by earlier versions are objects.

import {
  type Closing,
  type Finding,
  type Group,
  makeEntry,
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
  concepts: (string | number)[] | null,
  assessment?: StoredResult['assessment'],
];

type PackedAi = [
  score: number,
  maxScore: number,
  display: string,
  impact: ScoreData['ai']['impact'],
  confidence: ScoreData['ai']['confidence'],
  influence: number,
];

export function packResult(result: StoredResult): string {
  const {
    version,
    settings_version,
    model_version,
    closing,
    score_without_ai,
    data,
    ledger,
    concepts,
    assessment,
  } = result;
  const { ai } = data;
  const entries: (string | number)[] = [];
  for (const entry of ledger) entries.push(entry.group, entry.code, entry.points, withoutPoints(entry));
  const findings: (string | number)[] | null = concepts === undefined ? null : [];
  for (const { concept, strength, clause } of concepts ?? []) findings?.push(concept, strength, clause);
  const head: Packed[0] = [version, settings_version, score_without_ai];
  if (model_version !== undefined && closing !== undefined)
    head.push(model_version, closing.probability, closing.low, closing.high, closing.basis);
  const packed: Packed = [
    head,
    [data.score, data.grade, data.priority_action, data.closing_probability, data.contact_grade],
    [ai.score, ai.max_score, ai.display, ai.impact, ai.confidence, ai.influence_applied],
    entries,
    findings,
  ];
  if (assessment !== undefined) packed.push(assessment);
  return JSON.stringify(packed);
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
  if (!Array.isArray(stored)) {
    const { version, settings_version, data, assessment = null } = stored as StoredResult;
    return {
      version,
      settingsVersion: settings_version,
      modelVersion: null, // packed since before there were models
      score: data.score,
      grade: data.grade,
      assessment,
    };
  }
  const [[version, settingsVersion, , modelVersion = null], [score, grade], , , , assessment = null] =
    stored as Packed;
  return { version, settingsVersion, modelVersion, score, grade, assessment };
}

/** Results have the same keys in the same order as before they were packed, so that answers are identical. */
export function unpackResult(stored: unknown): StoredResult {
  if (!Array.isArray(stored)) return stored as StoredResult;
  const [head, data, ai, ledger, concepts, assessment] = stored as Packed;
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
    ...(concepts === null
      ? {}
      : {
          concepts: inGroups(concepts, 3).map(
            ([concept, strength, clause]) => ({ concept, strength, clause }) as Finding,
          ),
        }),
    ...(assessment === undefined ? {} : { assessment }),
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
