// What the network needs to read a lead: the tokens of its clauses and what the engine's own detectors say about them.
// The service prepares leads on the main thread, because the reading thread is the bottleneck.

import { type Clause, readOdds } from '@leadline/engine';
import { hasCommonWord } from './common-words.ts';
import { loadEncode } from './encode-text.ts';
import { measureFamiliarity } from './familiarity.ts';
import { hideWriter } from './hide-writer.ts';

export interface PreparedLead {
  readonly clauses: readonly PreparedClause[];
  /** The detectors' odds of the whole lead. */
  readonly odds: Float64Array;
  readonly familiarity: number;
}

export interface PreparedClause {
  readonly tokens: BigInt64Array;
  readonly isAnswer: boolean;
  readonly odds: Float64Array;
}

export type Prepare = (clauses: readonly Clause[], now: Date) => PreparedLead;

/** Each clause takes about 2 ms to read, and the first dozen nearly always contain everything that matters. */
export const MAX_CLAUSES = 12;
const MAX_LENGTH = 300;

export function makePrepare(commonWords: Uint8Array): Prepare {
  const textOf = makeTextOf(commonWords);
  const encode = loadEncode();
  return (all, now) => {
    const clauses = all.slice(0, MAX_CLAUSES);
    const odds = readOdds(clauses, now);
    return {
      clauses: clauses.map((clause, index) => ({
        tokens: encode(textOf(clause)),
        isAnswer: clause.question !== null,
        odds: odds.clauses[index] as Float64Array,
      })),
      odds: odds.lead,
      familiarity: measureFamiliarity(clauses.map(({ text }) => text).join(' '), commonWords),
    };
  };
}

/** What the network reads. A form question and its answer are read as one sentence. */
export function makeTextOf(commonWords: Uint8Array): (clause: Clause) => string {
  const isCommon = (word: string): boolean => hasCommonWord(commonWords, word);
  return ({ question, text }) => {
    const sentence = question === null ? text : `${question.replaceAll('_', ' ')}: ${text}`;
    return hideWriter(sentence.slice(0, MAX_LENGTH).toWellFormed(), isCommon);
  };
}
