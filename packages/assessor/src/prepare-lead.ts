// Prepares a lead for the network: its clauses as one sequence of tokens, and what the engine's own detectors see in it.

import { type Clause, decideBySignals, openClause, type Signals, weighSignals } from '@leadline/engine';
import { hasCommonWord } from './common-words.ts';
import { loadEncode } from './encode-text.ts';
import { measureFamiliarity } from './familiarity.ts';
import { hideWriter } from './hide-writer.ts';

export interface PreparedLead {
  /** Empty if there is nothing to read. */
  readonly tokens: BigInt64Array;
  readonly signals: Signals;
  /** What the detectors decide. */
  readonly probabilities: Float64Array;
  readonly familiarity: number;
}

export type Prepare = (clauses: readonly Clause[], now: Date) => PreparedLead;

/** The first dozen nearly always contain everything that matters. */
export const MAX_CLAUSES = 12;
const MAX_LENGTH = 300;
const MAX_CLAUSE_TOKENS = 48;
const MAX_QUESTION_TOKENS = 16;
/** Later clauses are cut to a few tokens: reading time grows with the square of the length. */
const MAX_TOKENS = 160;
const MIN_CLAUSE_TOKENS = 3;

export function makePrepare(commonWords: Uint8Array): Prepare {
  const encodeClause = makeEncodeClause(commonWords);
  return (all, now) => {
    const clauses = all.slice(0, MAX_CLAUSES).map((clause) => openClause(clause, now));
    const { lead, clauses: odds, shapes, weighed } = weighSignals(clauses, now);
    // The engine overwrites them with the next lead.
    const signals: Signals = {
      lead: lead.slice(),
      clauses: weighed.map((_, place) => (odds[place] as Float64Array).slice()),
      shapes,
      weighed: [...weighed],
    };
    const read = weighed.map((index) => clauses[index] as Clause);
    return {
      tokens: joinTokens(read.map(encodeClause)).tokens,
      signals,
      probabilities: weighed.length === 0 ? new Float64Array() : decideBySignals(clauses, signals).slice(),
      familiarity: measureFamiliarity(read.map(({ text }) => text).join(' '), commonWords),
    };
  };
}

const FIRST = 101n; // [CLS]
const END = 102n; // [SEP]
const COLON = 1024n;
const UNKNOWN = 100n;

/** Question and answer are read as one sentence. Exported for training. */
export function makeEncodeClause(commonWords: Uint8Array): (clause: Clause) => BigInt64Array {
  const encode = loadEncode();
  const isCommon = (word: string): boolean => hasCommonWord(commonWords, word);
  // Without the tokens around it.
  const tokensOf = (text: string): bigint[] =>
    [...encode(hideWriter(text.slice(0, MAX_LENGTH).toWellFormed(), isCommon))].slice(1, -1);
  return ({ question, text }) => {
    const asked =
      question === null ? [] : tokensOf(question.replaceAll('_', ' ')).slice(0, MAX_QUESTION_TOKENS);
    const answer = tokensOf(text).slice(0, MAX_CLAUSE_TOKENS - asked.length);
    return BigInt64Array.from(asked.length === 0 ? answer : [...asked, COLON, ...answer]);
  };
}

/** The tokens of a clause within those of the lead. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One sequence for the whole lead. Exported for training. */
export function joinTokens(clauses: readonly BigInt64Array[]): {
  readonly tokens: BigInt64Array;
  readonly spans: readonly Span[];
} {
  const tokens = [FIRST];
  const spans = clauses.map((clause) => {
    const from = tokens.length;
    const kept = clause.subarray(0, Math.max(MIN_CLAUSE_TOKENS, MAX_TOKENS - from - 1));
    tokens.push(...(kept.length === 0 ? [UNKNOWN] : kept));
    const to = tokens.length;
    tokens.push(END);
    return { from, to };
  });
  return { tokens: clauses.length === 0 ? new BigInt64Array() : BigInt64Array.from(tokens), spans };
}
