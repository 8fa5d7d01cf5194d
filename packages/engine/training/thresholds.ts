// Chooses the log-odds at which a concept counts as present and as strong, on leads by authors the detectors were not
// trained on. Capping concepts are tuned for precision, the others for a balance of precision and recall.

import { CAPPING, CONCEPTS, type Concept, isCapping } from '../src/concepts/concepts.ts';
import type { LabelledExample } from './examples.ts';

/** Log-odds of one lead: by clause and concept, and for the lead as a whole. */
export interface Scores {
  readonly clauses: readonly (readonly number[])[];
  readonly lead: readonly number[];
}

export interface Threshold {
  readonly present: number;
  readonly strong: number;
}

export type Thresholds = Readonly<Record<Concept, Threshold>>;

/** Precision required to cap a score, and to call it a doubt. */
const CAP_PRECISION = 0.98;
const DOUBT_PRECISION = 0.87;
/** Below 1, precision counts more than recall. */
const BALANCE = 0.55;

export function chooseThresholds(leads: readonly LabelledExample[], scores: readonly Scores[]): Thresholds {
  return Object.fromEntries(
    CONCEPTS.map((concept, column) => {
      const rated = leads.map((lead, index) => ({
        value: bestOf(scores[index] as Scores, concept),
        answer: isCapping(concept)
          ? (lead.lead.answers[CAPPING.indexOf(concept)] as number)
          : lead.clauses.reduce((most, clause) => Math.max(most, clause.answers[column] as number), 0),
      }));
      return [concept, isCapping(concept) ? chooseForPrecision(rated) : chooseForBalance(rated, concept)];
    }),
  ) as Thresholds;
}

/** The log-odds of a concept in the clause that shows it best. */
export function bestOf({ clauses }: Scores, concept: Concept): number {
  const column = CONCEPTS.indexOf(concept);
  return clauses.reduce((most, own) => Math.max(most, own[column] as number), -20);
}

interface Rated {
  readonly value: number;
  readonly answer: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** People see the reasons, so at least four of five must be right, at the expense of recall. Need and scope appear in
 * every other lead and must be right more often. */
const MIN_PRECISION = 0.8;
const MIN_PRECISIONS: Readonly<Partial<Record<Concept, number>>> = { need: 0.84, scope: 0.86 };

function chooseForBalance(rated: readonly Rated[], concept: Concept): Threshold {
  const present = Math.max(
    bestThreshold(rated, ({ answer }) => answer >= 1),
    lowestWithPrecision(rated, MIN_PRECISIONS[concept] ?? MIN_PRECISION),
  );
  const among = rated.filter(({ value }) => value >= present);
  const strong = Math.max(
    present,
    bestThreshold(among, ({ answer }) => answer >= 2),
  );
  return { present: round(present), strong: round(strong) };
}

function bestThreshold(rated: readonly Rated[], isRight: (one: Rated) => boolean): number {
  const sorted = rated.toSorted((a, b) => b.value - a.value);
  const all = sorted.filter(isRight).length;
  let right = 0;
  let best = 0;
  let threshold = 20;
  sorted.forEach((one, index) => {
    if (isRight(one)) right++;
    const precision = right / (index + 1);
    const recall = right / all;
    const balance = BALANCE ** 2;
    const f = ((1 + balance) * precision * recall) / (balance * precision + recall || 1);
    if (f > best) {
      best = f;
      threshold = one.value;
    }
  });
  return threshold;
}

function chooseForPrecision(rated: readonly Rated[]): Threshold {
  const strong = lowestWithPrecision(rated, CAP_PRECISION);
  const present = lowestWithPrecision(rated, DOUBT_PRECISION);
  return { present: round(Math.min(present, strong)), strong: round(strong) };
}

/** The lowest threshold with this precision; out of reach if there is none. */
function lowestWithPrecision(rated: readonly Rated[], precision: number): number {
  const sorted = rated.toSorted((a, b) => b.value - a.value);
  let right = 0;
  let lowest = OUT_OF_REACH;
  sorted.forEach((one, index) => {
    if (one.answer >= 1) right++;
    if (index >= MIN_FOUND && right / (index + 1) >= precision) lowest = one.value;
  });
  return lowest;
}

const OUT_OF_REACH = 20;
/** With fewer findings, a precision is not meaningful. */
const MIN_FOUND = 8;

/** How well each concept is found in leads by authors the detectors were not trained on. */
export function reportBlind(
  leads: readonly LabelledExample[],
  scores: readonly Scores[],
  thresholds: Thresholds,
): string {
  const lines = CONCEPTS.map((concept, column) => {
    let labelled = 0;
    let found = 0;
    let right = 0;
    leads.forEach((lead, index) => {
      const isThere = lead.clauses.some((clause) => (clause.answers[column] as number) > 0);
      const { present, strong } = thresholds[concept];
      const isFound = bestOf(scores[index] as Scores, concept) >= (isCapping(concept) ? strong : present);
      if (isThere) labelled++;
      if (isFound) found++;
      if (isThere && isFound) right++;
    });
    return `${concept.padEnd(14)}${String(labelled).padStart(6)}  precision ${(right / found).toFixed(3)}  recall ${(right / labelled).toFixed(3)}`;
  });
  return `${lines.join('\n')}\n`;
}
