// Training examples: leads whose answers are known, with the features of each clause and of the whole lead.

import { type Answers, readAnswered, readRewritten } from '../cases/judged/answers.ts';
import { type Lead, readLead } from '../src/lead.ts';
import { listWeighed } from '../src/reading/answer-questions.ts';
import { shapeOf } from '../src/reading/choose-evidence.ts';
import { splitLead } from '../src/reading/clauses.ts';
import { collectFeatures, openClause, type ReadClause } from '../src/reading/collect-features.ts';
import { FeatureBuffer } from '../src/reading/features.ts';
import { ASKS, isSale, QUESTIONS } from '../src/reading/questions.ts';
import { readWhen, type When } from '../src/text/when.ts';

/** When the leads were written, which "next month" is relative to. */
export const WRITTEN = new Date('2026-11-15T09:00:00Z');

export interface Example {
  readonly of: string;
  /** The writer, whose leads must not be both learned from and tested on. */
  readonly file: string;
  readonly language: string;
  readonly lead: Lead;
  readonly clauses: readonly (Labelled & { readonly shape: number })[];
  readonly whole: Labelled;
  readonly hasMessage: boolean;
  readonly answers: Answers;
  readonly weight: number;
}

export interface Labelled {
  readonly features: Int32Array;
  /** By ask, then by question: 0 no, 1 or 2 yes, -1 unknown. */
  readonly labels: Int8Array;
}

export const isHeldOut = ({ file }: Pick<Example, 'file'>): boolean => file.includes('held-out');

/** A rewritten lead says nothing new; it only teaches which words do not matter. */
const REWRITTEN_WEIGHT = 0.6;

export const readExamples = (): Example[] => readLabels().map(makeExample);

export type Label = Pick<Example, 'of' | 'file' | 'language' | 'lead' | 'answers' | 'weight'>;

/** The leads that can be read, without their features. */
export const readLabels = (): Label[] =>
  [
    ...readAnswered().map((one) => ({ ...one, weight: 1 })),
    ...readRewritten().map((one) => ({ ...one, weight: REWRITTEN_WEIGHT })),
  ].flatMap(({ of, language, lead: fields, answers, weight }) => {
    const read = readLead(fields);
    const file = of.split('#')[0] as string;
    return read.ok ? [{ of, file, language, lead: read.lead, answers, weight }] : [];
  });

function makeExample({ lead, answers, ...rest }: Label): Example {
  const all = splitLead(lead).map((clause) => openClause(clause, WRITTEN));
  const clauses = listWeighed(all).map((index) => all[index] as ReadClause);
  const features = clauses.map((clause, index) => readFeatures(clause, index, clauses.length));
  return {
    ...rest,
    lead,
    answers,
    hasMessage: clauses.some(({ question }) => question === null),
    whole: {
      features: Int32Array.from(new Set(features.flatMap((found) => [...found]))),
      labels: labelLead(answers),
    },
    clauses: features.map((found, index) => ({
      features: found,
      labels: labelClause(answers, clauses, index),
      shape: shapeOf(
        clauses[index] as ReadClause,
        whenOf(clauses[index] as ReadClause),
        index,
        clauses.length,
      ),
    })),
  };
}

const buffer = new FeatureBuffer();

function readFeatures(clause: ReadClause, index: number, count: number): Int32Array {
  collectFeatures(buffer, clause, whenOf(clause), index, count);
  return Int32Array.from(new Set(buffer.hashes.subarray(0, buffer.length)));
}

const whenOf = ({ tokens }: ReadClause): When => readWhen(tokens, WRITTEN);

const SIGNALS = ASKS.length + QUESTIONS.length;

function labelLead({ ask: [ask], ...answers }: Answers): Int8Array {
  const labels = new Int8Array(SIGNALS);
  labels[ASKS.indexOf(ask)] = 2;
  QUESTIONS.forEach((question, number) => {
    labels[ASKS.length + number] = isSale(ask) ? (answers[question]?.[0] ?? 0) : -1;
  });
  return labels;
}

/** The strongest ask counts, so other clauses may ask for something weaker. */
function labelClause(
  { ask: [ask, words], ...answers }: Answers,
  clauses: readonly ReadClause[],
  index: number,
): Int8Array {
  const labels = new Int8Array(SIGNALS);
  const isEvidence = words === undefined || findClause(clauses, words) === index;
  const number = ASKS.indexOf(ask);
  ASKS.forEach((other, at) => {
    if (at === number) labels[at] = isEvidence ? 2 : -1;
    else if (isSale(ask)) labels[at] = isSale(other) && at > number ? -1 : 0;
    else labels[at] = isSale(other) && !isEvidence ? -1 : 0;
  });
  QUESTIONS.forEach((question, at) => {
    const [value, evidence] = answers[question] ?? [0];
    labels[ASKS.length + at] = !isSale(ask)
      ? -1
      : value === 0
        ? 0
        : evidence !== undefined && findClause(clauses, evidence) === index
          ? value
          : -1;
  });
  return labels;
}

/** The clause that contains these words, or most of them; -1 if they are elsewhere, such as in the email address. */
export function findClause(clauses: readonly Pick<ReadClause, 'question' | 'text'>[], words: string): number {
  const wanted = fold(words);
  const whole = clauses.findIndex(({ text }) => fold(text).includes(wanted));
  if (whole >= 0) return whole;
  const asked = clauses.findIndex(({ question }) => question !== null && fold(question).includes(wanted));
  if (asked >= 0) return asked;
  const parts = wanted.split(' ').filter((part) => part.length > 1);
  let best = -1;
  let most = MIN_SHARE;
  clauses.forEach(({ question, text }, index) => {
    const own = fold(`${question ?? ''} ${text}`);
    const share = parts.filter((part) => own.includes(part)).length / parts.length;
    if (share > most) [best, most] = [index, share];
  });
  return best;
}

const MIN_SHARE = 0.5;
const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
