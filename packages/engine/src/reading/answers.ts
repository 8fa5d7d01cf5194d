// What a lead says to the seven questions that a salesperson asks of it, with the words that show it.

import type { AnswerFact } from '../facts/read-answers.ts';
import type { ReadClause } from './collect-features.ts';
import type { Ask, OtherAsk, Question } from './questions.ts';

export type Value = 0 | 1 | 2;

export interface Answer<Content> {
  readonly value: Content;
  /** How sure the reader is, from 0 to 1. */
  readonly probability: number;
  /** The clause that shows it; -1 if none does well enough to be quoted, such as a company known by the email address. */
  readonly clause: number;
}

/** One answer to each question, for the whole lead. */
export type Answers = {
  readonly ask: Answer<Ask>;
  /** What a lead that is read as a sale may be instead. */
  readonly doubt: Answer<OtherAsk> | null;
} & { readonly [Q in Question]: Answer<Value> };

export interface Reading {
  readonly clauses: readonly ReadClause[];
  readonly answers: Answers;
  /** What the answers to common form questions mean. */
  readonly facts: readonly AnswerFact[];
}
