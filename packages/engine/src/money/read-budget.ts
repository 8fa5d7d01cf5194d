// Reads a budget the way people write it: amount range, currency and period, with a trace of the steps. Hand-written,
// because public parsers read "USD 25,000" as 250 and "$5k-10k" as 510. Tested on hundreds of spellings in
// cases/budgets.

import { cached } from '../text/cached.ts';
import { type Candidate, collectAmounts } from './candidates.ts';
import { readCurrency } from './currency.ts';
import { formatAmount } from './format-amount.ts';
import { findAfter, hasMeaning } from './lexeme-search.ts';
import type { Meaning, Period } from './meaning.ts';
import { joinRanges } from './ranges.ts';
import { type Lexeme, scanBudget } from './scan.ts';

export interface BudgetReading {
  /** Whether the text states any amount. */
  readonly stated: boolean;
  /** Null if that end is open or unknown. */
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string | null;
  readonly period: Period | null;
  /** Whether it is a unit price ("20 users, 50 usd each"). */
  readonly isPerUnit: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  /** How the words were interpreted, in order. */
  readonly trace: readonly BudgetTraceStep[];
}

export interface BudgetTraceStep {
  readonly text: string;
  readonly read: string;
}

export const NO_BUDGET: BudgetReading = {
  stated: false,
  min: null,
  max: null,
  currency: null,
  period: null,
  isPerUnit: false,
  confidence: 'low',
  trace: [],
};

/** Longer text is cut off: it wouldn't make the budget any clearer, and a pasted page must not slow things down. */
const MAX_LENGTH = 600;
/** Cached, because forms offer everyone the same few ranges. */
const BUDGETS_REMEMBERED = 1_000;

export const readBudget = cached((text): BudgetReading => {
  const lexemes = scanBudget(text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text);
  const candidates = joinRanges(lexemes, collectAmounts(lexemes)).map(dropImpossible);
  const chosen = choose(lexemes, candidates);
  const trace: BudgetTraceStep[] = [];
  for (const candidate of candidates) {
    if (candidate.dropped !== null) {
      trace.push({ text: textOf(lexemes, candidate), read: candidate.dropped });
    }
  }
  if (chosen === null) return { ...NO_BUDGET, trace };
  const currency = readCurrency(lexemes, chosen);
  const period = readPeriod(lexemes, chosen, candidates);
  const isPerUnit = findAfter(lexemes, chosen.last, 4, 'each') !== null;
  trace.push({ text: textOf(lexemes, chosen), read: describe(chosen) });
  if (currency) trace.push({ text: currency.text, read: currency.code });
  if (period) trace.push({ text: period.text, read: `a ${period.period}` });
  if (isPerUnit) trace.push({ text: 'each', read: 'price of one, not of the whole' });
  return {
    stated: true,
    min: chosen.low,
    max: chosen.high,
    currency: currency?.code ?? null,
    period: period?.period ?? null,
    isPerUnit,
    confidence: currency
      ? 'high'
      : chosen.factor > 1 || chosen.grouped || candidates.length === 1
        ? 'medium'
        : 'low',
    trace,
  };
}, BUDGETS_REMEMBERED);

/** More than any budget in any currency: a typo, a card number or a joke. */
const LARGEST = 1e15;

function dropImpossible(candidate: Candidate): Candidate {
  const isPossible = Math.max(candidate.low ?? 0, candidate.high ?? 0) <= LARGEST;
  return isPossible || candidate.dropped !== null
    ? candidate
    : { ...candidate, dropped: 'too large to be meant' };
}

// --- choosing ---------------------------------------------------------------------------------

function choose(lexemes: readonly Lexeme[], candidates: readonly Candidate[]): Candidate | null {
  let best: Candidate | null = null;
  let bestWeight = 0;
  for (const candidate of candidates) {
    if (candidate.dropped !== null) continue;
    const weight = weigh(lexemes, candidate);
    if (best === null || weight > bestWeight) {
      best = candidate;
      bestWeight = weight;
    }
  }
  return best;
}

/** How likely an amount is to be the budget, compared with the others. */
function weigh(lexemes: readonly Lexeme[], candidate: Candidate): number {
  let weight = 0;
  if (candidate.hasCurrency) weight += 3;
  if (candidate.factor > 1) weight += 2;
  if (candidate.grouped) weight += 1;
  if ((candidate.high ?? candidate.low ?? 0) >= 100) weight += 1;
  if (findAfter(lexemes, candidate.last, 3, 'period')) weight += 1;
  if (findAfter(lexemes, candidate.last, 2, 'total') || lexemes[candidate.first - 1]?.text === '=')
    weight += 3;
  if (hasMeaning(lexemes, Math.max(0, candidate.first - 4), candidate.first, 'budget')) weight += 2;
  return weight;
}

// --- period -----------------------------------------------------------------------------------

function readPeriod(
  lexemes: readonly Lexeme[],
  chosen: Candidate,
  candidates: readonly Candidate[],
): { period: Period; text: string } | null {
  const nextFirst =
    candidates.find((other) => other.first > chosen.last && other.dropped === null)?.first ?? lexemes.length;
  for (let at = chosen.first; at < nextFirst; at++) {
    const found = periodAt(lexemes, at);
    if (found) return found;
  }
  let previousLast = -1;
  for (const other of candidates)
    if (other.last < chosen.first && other.dropped === null) previousLast = other.last;
  for (let at = chosen.first - 1; at > previousLast; at--) {
    const found = periodAt(lexemes, at);
    if (found) return found;
  }
  return null;
}

function periodAt(lexemes: readonly Lexeme[], at: number): { period: Period; text: string } | null {
  const lexeme = lexemes[at] as Lexeme;
  const meanings = lexeme.meanings.filter(
    (meaning): meaning is Extract<Meaning, { kind: 'period' }> => meaning.kind === 'period',
  );
  const meaning = meanings[0];
  if (meaning === undefined) return null;
  const before = lexemes[at - 1];
  // "for 6 months" is a duration, not a billing period.
  if (meanings.every((other) => other.noun) && before?.number && before.number.value < 100) return null;
  return { period: meaning.period, text: lexeme.text };
}

// --- words for the trace ----------------------------------------------------------------------

function textOf(lexemes: readonly Lexeme[], candidate: Candidate): string {
  let text = '';
  for (let at = candidate.first; at <= Math.min(candidate.last, lexemes.length - 1); at++) {
    const lexeme = lexemes[at] as Lexeme;
    text += at === candidate.first || lexeme.glued ? lexeme.text : ` ${lexeme.text}`;
  }
  return text;
}

function describe({ low, high }: Candidate): string {
  if (low === null) return `up to ${formatAmount(high as number)}`;
  if (high === null) return `${formatAmount(low)} or more`;
  return low === high ? formatAmount(low) : `${formatAmount(low)} to ${formatAmount(high)}`;
}
