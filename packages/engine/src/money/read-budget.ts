// Reads a budget as people write it: amount range, currency, period, and a trace of how. Ours by
// hand because public parsers read "USD 25,000" as 250 and "$5k-10k" as 510; tested on the hundreds
// of spellings in cases/budgets.ndjson.

import { DOLLAR_SIGN_CURRENCIES } from './currencies.ts';
import { formatAmount } from './format-amount.ts';
import type { Meaning, Period } from './lexicon.ts';
import { meaningOf, type Numeral, readNumeral } from './numerals.ts';
import { type Lexeme, scanBudget } from './scan.ts';

export interface BudgetReading {
  /** Whether the text states any amount at all. */
  readonly stated: boolean;
  /** Null for an open or unknown end. */
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string | null;
  readonly period: Period | null;
  /** A price for each of several things ("20 users, 50 usd each"), not the whole. */
  readonly isPerUnit: boolean;
  readonly confidence: 'high' | 'medium' | 'low';
  /** What was read from which words, in order. */
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

/** One or two numerals that belong together, with what stands around them. */
interface Candidate {
  low: number | null;
  high: number | null;
  first: number;
  last: number;
  factor: number;
  implies: string | null;
  grouped: boolean;
  isSpelled: boolean;
  bound: 'min' | 'max' | null;
  isRange: boolean;
  /** "five figures" */
  digits: number | null;
  hasCurrency: boolean;
  /** Why it is not the budget, when it is not. */
  dropped: string | null;
}

/** Reading more would not make a budget clearer; a pasted page must not cost more. */
const MAX_LENGTH = 600;

export function readBudget(text: string): BudgetReading {
  const lexemes = scanBudget(text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text);
  const candidates = joinRanges(lexemes, collect(lexemes));
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
}

// --- collecting amounts -----------------------------------------------------------------------

function collect(lexemes: readonly Lexeme[]): Candidate[] {
  const context = { milIsMillion: isEnglishDollarText(lexemes), mIsBillion: hasCurrency(lexemes, 'IDR') };
  const candidates: Candidate[] = [];
  for (let at = 0; at < lexemes.length; at++) {
    const counted = meaningOf(lexemes[at], 'figure-count');
    if (counted) {
      candidates.push(figuresCandidate(at, at, counted.digits));
      continue;
    }
    const numeral = readNumeral(lexemes, at, context);
    if (numeral === null) continue;
    const candidate = asCandidate(lexemes, numeral);
    candidates.push(candidate);
    at = candidate.last;
  }
  for (const candidate of candidates)
    if (candidate.dropped === null) candidate.bound = readBound(lexemes, candidate);
  dropSuperseded(lexemes, candidates);
  return candidates;
}

function asCandidate(lexemes: readonly Lexeme[], numeral: Numeral): Candidate {
  const { first, last, low, high, factor, implies, grouped, isSpelled } = numeral;
  const next = lexemes[last + 1];
  const figuresAt = next?.text === '-' ? last + 2 : last + 1;
  if (meaningOf(lexemes[figuresAt], 'figures') && low >= 2 && low <= 10)
    return figuresCandidate(first, figuresAt, low);
  const candidate: Candidate = {
    low,
    high,
    first,
    last,
    factor,
    implies,
    grouped,
    isSpelled,
    bound: null,
    isRange: low !== high,
    digits: null,
    hasCurrency: adjacentCurrency(lexemes, first, last) !== null,
    dropped: null,
  };
  if (numeral.isNotMoney) candidate.dropped = 'a date, time or phone number';
  else if (!candidate.hasCurrency && factor === 1) candidate.dropped = notMoneyReason(lexemes, numeral);
  return candidate;
}

/** "five figures": from 10,000 to 99,999. */
const figuresCandidate = (first: number, last: number, digits: number): Candidate => ({
  low: 10 ** (digits - 1),
  high: 10 ** digits - 1,
  first,
  last,
  factor: 1,
  implies: null,
  grouped: false,
  isSpelled: true,
  bound: null,
  isRange: true,
  digits,
  hasCurrency: false,
  dropped: null,
});

function notMoneyReason(lexemes: readonly Lexeme[], numeral: Numeral): string | null {
  const { first, last, low, grouped } = numeral;
  if (lexemes.length === last - first + 1) return null;
  const before = lexemes[first - 1];
  if (countsThing(lexemes, last)) return 'counts something else';
  const next = lexemes[last + 1];
  if (meaningOf(next, 'period')?.noun && low < 100) return 'a length of time';
  // "6-8 weeks", "10 to 15 seats": the first number counts what the second counts.
  const other = lexemes[last + 2];
  if (next && (meaningOf(next, 'joiner') || meaningOf(next, 'one')) && other?.number && !grouped) {
    const noun = meaningOf(lexemes[last + 3], 'period')?.noun && other.number.value < 100;
    if (noun || countsThing(lexemes, last + 2)) return 'counts something else';
  }
  const isWordBefore = before !== undefined && before.number === null && /\p{L}$/u.test(before.text);
  if (isWordBefore && lexemes[first]?.glued && !meaningOf(before, 'bound') && !meaningOf(before, 'filler'))
    return 'part of a name';
  const isYear = !grouped && low >= 2020 && low <= 2039 && Number.isInteger(low);
  if (isYear && lexemes.some((lexeme) => lexeme.number === null && /\p{L}/u.test(lexeme.text)))
    return 'a year';
  if (next?.text === '月' && low <= 12 && lexemes[last + 2]?.number === null) return 'a month';
  if (meaningOf(before, 'label') && !meaningOf(before, 'bound') && low < 100) return 'a label';
  for (let at = first - 1; at >= Math.max(0, first - 3); at--) {
    if (meaningOf(lexemes[at], 'reference')) return 'a number of another kind';
  }
  if (!grouped && low >= 6e9 && low < 1e12 && low % 1000 !== 0) return 'a phone number';
  const mayBeRange =
    next !== undefined &&
    (next.text === ',' || meaningOf(next, 'joiner') !== null || meaningOf(next, 'bound') !== null);
  if (numeral.isSpelled && low < 100 && !mayBeRange) return 'counts something else';
  const isUndecided = lexemes.some((lexeme) => meaningOf(lexeme, 'undecided') !== null);
  return isUndecided ? 'beside an open budget' : null;
}

/** A noun that is counted follows: at once, after a plus sign or hyphen, or after one word of its own. */
function countsThing(lexemes: readonly Lexeme[], last: number): boolean {
  let at = last + 1;
  const next = lexemes[at];
  if (next === undefined) return false;
  if (meaningOf(next, 'thing')) return true;
  const isSkipped =
    next.text === '+' || (next.text === '-' && next.glued) || next.text === 'de' || isUnknownWord(next);
  if (isSkipped) at++;
  return isSkipped && meaningOf(lexemes[at], 'thing') !== null;
}

const isUnknownWord = (lexeme: Lexeme): boolean =>
  lexeme.number === null && lexeme.meanings.length === 0 && /\p{L}/u.test(lexeme.text);

/** What is corrected, denied, past or no budget gives way where another amount stands. */
function dropSuperseded(lexemes: readonly Lexeme[], candidates: readonly Candidate[]): void {
  const counted = candidates.filter((candidate) => candidate.dropped === null);
  const isUndecided = lexemes.some((lexeme) => meaningOf(lexeme, 'undecided') !== null);
  for (const [index, candidate] of counted.entries()) {
    const from = (counted[index - 1]?.last ?? -1) + 1;
    const to = counted[index + 1]?.first ?? lexemes.length;
    const isBefore = (kind: Meaning['kind'], within: number): boolean =>
      hasMeaning(lexemes, Math.max(from, candidate.first - within), candidate.first, kind);
    const isLast = index === counted.length - 1;
    if (
      isBefore('not-budget', 4) ||
      hasMeaning(lexemes, candidate.last + 1, Math.min(to, candidate.last + 4), 'not-budget')
    ) {
      candidate.dropped = 'another figure than the budget';
    } else if (isLast && !isUndecided) break;
    else if (!isLast && hasMeaning(lexemes, candidate.last + 1, to, 'correction'))
      candidate.dropped = 'corrected afterwards';
    else if (!isLast && isBefore('not', 1)) candidate.dropped = 'denied';
    else if (
      isBefore('past', 4) ||
      (!isLast && hasMeaning(lexemes, candidate.last + 1, Math.min(to, candidate.last + 3), 'past'))
    ) {
      candidate.dropped = 'a figure of the past';
    }
  }
}

function hasMeaning(lexemes: readonly Lexeme[], from: number, to: number, kind: Meaning['kind']): boolean {
  for (let at = from; at < to; at++) if (meaningOf(lexemes[at], kind)) return true;
  return false;
}

// --- open ends --------------------------------------------------------------------------------

function readBound(lexemes: readonly Lexeme[], { first, last }: Candidate): 'min' | 'max' | null {
  for (let at = first - 1, skipped = 0; at >= 0 && skipped < 3; at--, skipped++) {
    const lexeme = lexemes[at] as Lexeme;
    const bound = boundOf(lexeme, 'before');
    if (bound && !isEnglishDo(lexemes, at)) return bound;
    if (!isSkippable(lexeme)) break;
  }
  for (let at = last + 1, skipped = 0; at < lexemes.length && skipped < 4; at++, skipped++) {
    const lexeme = lexemes[at] as Lexeme;
    const bound = boundOf(lexeme, 'after');
    if (bound && !belongsToNext(lexemes, at)) return bound;
    if (!isSkippable(lexeme) && !meaningOf(lexeme, 'period') && lexeme.text !== ',') break;
  }
  return null;
}

/** "5k + 500 a month" and "10k plus 20% VAT" add; "5k+" is open. "10k, max 12k" limits the second. */
function belongsToNext(lexemes: readonly Lexeme[], at: number): boolean {
  const lexeme = lexemes[at] as Lexeme;
  const next = lexemes[at + 1];
  if (lexeme.text === '+') return !lexeme.glued || Boolean(next?.number);
  if (lexeme.text.toLowerCase() === 'plus') return next !== undefined && next.text !== ',';
  return (
    isNumberAhead(lexemes, at + 1) &&
    lexeme.meanings.some((meaning) => meaning.kind === 'bound' && meaning.place !== 'after')
  );
}

/** Polish and Russian "do" is "up to"; "we'd do 3k" is not. */
const isEnglishDo = (lexemes: readonly Lexeme[], at: number): boolean =>
  lexemes[at]?.text.toLowerCase() === 'do' &&
  /^(?:we|wed|i|id|can|could|will|would|to|ill|well)$/i.test(lexemes[at - 1]?.text ?? '');

function boundOf(lexeme: Lexeme, place: 'before' | 'after'): 'min' | 'max' | null {
  for (const meaning of lexeme.meanings) {
    if (meaning.kind === 'bound' && (meaning.place === place || meaning.place === 'either'))
      return meaning.side;
  }
  return null;
}

const isSkippable = (lexeme: Lexeme): boolean =>
  lexeme.meanings.some(
    ({ kind }) =>
      kind === 'currency' ||
      kind === 'filler' ||
      kind === 'budget' ||
      kind === 'one' ||
      kind === 'each' ||
      kind === 'total',
  );

const isNumberAhead = (lexemes: readonly Lexeme[], at: number): boolean => {
  const next = lexemes[at];
  if (next === undefined) return false;
  return next.number !== null || (isSkippable(next) && (lexemes[at + 1]?.number ?? null) !== null);
};

// --- ranges -----------------------------------------------------------------------------------

function joinRanges(lexemes: readonly Lexeme[], candidates: Candidate[]): Candidate[] {
  const joined: Candidate[] = [];
  for (const candidate of candidates) {
    const before = joined.at(-1);
    const range = before && joinPair(lexemes, before, candidate);
    if (range) joined[joined.length - 1] = range;
    else joined.push(candidate);
  }
  for (const candidate of joined) {
    if (candidate.bound === null || (candidate.isRange && candidate.digits === null)) continue;
    if (candidate.bound === 'min') candidate.high = null;
    else candidate.low = null;
  }
  return joined;
}

function joinPair(lexemes: readonly Lexeme[], a: Candidate, b: Candidate): Candidate | null {
  const isPercent = b.dropped !== null && lexemes[b.last + 1]?.text === '%';
  if (
    a.dropped === null &&
    hasMeaning(lexemes, a.last + 1, b.first, 'plus-minus') &&
    (b.dropped === null || isPercent)
  ) {
    const spread = isPercent ? ((a.high as number) * percentAt(lexemes, b)) / 100 : (b.high as number);
    return rangeOf(a, b, (a.high as number) - spread, (a.high as number) + spread);
  }
  if (
    b.digits !== null &&
    a.factor === 1 &&
    isJoinedTo(lexemes, a, b) &&
    (a.high as number) >= 2 &&
    (a.high as number) < b.digits
  ) {
    return rangeOf(a, b, 10 ** ((a.high as number) - 1), b.high as number);
  }
  if (a.dropped !== null || b.dropped !== null || a.isRange || b.isRange) return null;
  const link = linkBetween(lexemes, a, b);
  if (link === null) return null;
  let low = a.high as number;
  let high = b.high as number;
  // 15-20k means 15k, "5 à 10 000" means 5 000: a bare number borrows the other's scale where that keeps the order.
  const lent = b.factor > 1 ? b.factor : b.grouped && high % 1000 === 0 && low < 1000 ? 1000 : 1;
  if (a.factor === 1 && !a.grouped && lent > 1 && low * lent <= high) low *= lent;
  else if (b.factor === 1 && a.factor > 1 && high < low && high * a.factor >= low) high *= a.factor;
  if (link === 'limit' && high < low) return null;
  if (link === 'spoken' && (low >= high || low < high / 10)) return null;
  return rangeOf(a, b, Math.min(low, high), Math.max(low, high));
}

const isJoinedTo = (lexemes: readonly Lexeme[], a: Candidate, b: Candidate): boolean =>
  b.first - a.last === 2 && meaningOf(lexemes[a.last + 1], 'joiner') !== null;

const percentAt = (lexemes: readonly Lexeme[], { first }: Candidate): number =>
  lexemes[first]?.number?.value ?? 0;

const rangeOf = (a: Candidate, b: Candidate, low: number, high: number): Candidate => ({
  low,
  high,
  first: a.first,
  last: b.last,
  factor: Math.max(a.factor, b.factor),
  implies: b.implies ?? a.implies,
  grouped: a.grouped || b.grouped,
  isSpelled: a.isSpelled && b.isSpelled,
  bound: null,
  isRange: true,
  digits: null,
  hasCurrency: a.hasCurrency || b.hasCurrency,
  dropped: null,
});

/** How two amounts hang together: ends of a range, an amount and its limit, said one after the other, or not. */
function linkBetween(
  lexemes: readonly Lexeme[],
  a: Candidate,
  b: Candidate,
): 'range' | 'limit' | 'spoken' | null {
  let joiners = 0;
  let ands = 0;
  let commas = 0;
  let others = 0;
  for (let at = a.last + 1; at < b.first; at++) {
    const lexeme = lexemes[at] as Lexeme;
    if (lexeme.meanings.some((meaning) => meaning.kind === 'bound' && 'joins' in meaning)) joiners++;
    else if (meaningOf(lexeme, 'joiner')) joiners++;
    else if (meaningOf(lexeme, 'and')) ands++;
    else if (lexeme.text === 'a' || lexeme.text === 'à' || lexeme.text === '/') joiners++;
    else if (lexeme.text === ',') commas++;
    else if (boundOf(lexeme, 'before') === 'max') continue;
    else if (!isSkippable(lexeme) && !meaningOf(lexeme, 'period')) others++;
  }
  const isBare = others === 0 && commas === 0;
  if (isBare && joiners > 0 && b.first - a.last <= 7) return a.bound === 'max' ? null : 'range';
  if (isBare && ands > 0 && isAfterBetween(lexemes, a.first)) return 'range';
  if (b.bound === 'max' && a.bound !== 'max' && others <= 4) return 'limit';
  const isSpoken = a.isSpelled && b.isSpelled && commas === 1 && others + joiners + ands === 0;
  if (isSpoken || (b.first === a.last + 1 && a.factor > 1 && b.factor > 1)) return 'spoken';
  return null;
}

function isAfterBetween(lexemes: readonly Lexeme[], first: number): boolean {
  return hasMeaning(lexemes, Math.max(0, first - 4), first, 'between');
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

/** How much a figure looks like the budget beside other figures. */
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

// --- currency and period ----------------------------------------------------------------------

interface CurrencyRead {
  readonly code: string;
  readonly text: string;
}

function readCurrency(lexemes: readonly Lexeme[], chosen: Candidate): CurrencyRead | null {
  let near = adjacentCurrency(lexemes, chosen.first, chosen.last);
  for (let at = chosen.first; near === null && at <= chosen.last; at++) near = currencyAt(lexemes, at);
  const all = lexemes.flatMap((_, at) => currencyAt(lexemes, at) ?? []);
  if (near === null || near.dollarSign) {
    const named = all.find((other) => !other.dollarSign && DOLLAR_SIGN_CURRENCIES.has(other.code));
    if (near !== null && named) return named;
  }
  if (near !== null) return near;
  const implied = impliedBy(lexemes, chosen);
  if (implied !== null) return implied;
  const codes = new Set(all.map(({ code }) => code));
  if (codes.size === 1) return all[0] ?? null;
  return readKrona(lexemes);
}

function impliedBy(lexemes: readonly Lexeme[], chosen: Candidate): CurrencyRead | null {
  if (chosen.implies === null) return null;
  for (let at = chosen.first; at <= chosen.last; at++) {
    const lexeme = lexemes[at] as Lexeme;
    if (meaningOf(lexeme, 'scale')?.implies) return { code: chosen.implies, text: lexeme.text };
  }
  return null;
}

/** "kr" is Swedish, Norwegian or Danish: told apart by the words around it, or not at all. */
const KRONA_WORDS: readonly (readonly [RegExp, string])[] = [
  [/m[åa]n(?:ad)?\b|kronor|exkl|inkl\.? moms|i m[åa]naden|[åa]ret/iu, 'SEK'],
  [/mva|\bmnd\b|\beks\b|norske/iu, 'NOK'],
  [/ekskl|md\b|danske|om måneden/iu, 'DKK'],
];

function readKrona(lexemes: readonly Lexeme[]): CurrencyRead | null {
  const krona = lexemes.find((lexeme) => /^kr$/i.test(lexeme.text));
  if (krona === undefined) return null;
  const text = lexemes.map((lexeme) => lexeme.text).join(' ');
  for (const [words, code] of KRONA_WORDS) if (words.test(text)) return { code, text: krona.text };
  return null;
}

function currencyAt(lexemes: readonly Lexeme[], at: number): (CurrencyRead & { dollarSign: boolean }) | null {
  const lexeme = lexemes[at];
  const meaning = meaningOf(lexeme, 'currency');
  if (meaning === null || lexeme === undefined) return null;
  // One-letter and short words are money only beside a number: "R 500", "fr 80".
  if (/^\p{Script=Latin}{1,2}$/u.test(lexeme.text)) {
    const isBeside =
      Boolean(lexemes[at + 1]?.number) ||
      Boolean(lexemes[at - 1]?.number) ||
      meaningOf(lexemes[at - 1], 'scale');
    if (!isBeside) return null;
    if (lexeme.text.length === 1 && !lexemes[at + 1]?.number) return null;
  }
  return { code: meaning.code, text: lexeme.text, dollarSign: meaning.dollarSign === true };
}

function adjacentCurrency(lexemes: readonly Lexeme[], first: number, last: number) {
  for (let at = last + 1; at <= last + 3 && at < lexemes.length; at++) {
    const found = currencyAt(lexemes, at);
    if (found && !(lexemes[at + 1]?.number && lexemes[at + 1]?.glued)) return found;
    if (!meaningOf(lexemes[at], 'filler')) break;
  }
  for (let at = first - 1; at >= first - 3 && at >= 0; at--) {
    const found = currencyAt(lexemes, at);
    if (found) return found;
    if (!meaningOf(lexemes[at], 'filler')) break;
  }
  return null;
}

const hasCurrency = (lexemes: readonly Lexeme[], code: string): boolean =>
  lexemes.some((lexeme) => meaningOf(lexeme, 'currency')?.code === code);

/** "$2 mil" is English; "2 mil dólares" is not. */
function isEnglishDollarText(lexemes: readonly Lexeme[]): boolean {
  return (
    lexemes.some((lexeme) => /^(?:\$|us\$|usd|£|gbp|dollars?|pounds?|bucks)$/i.test(lexeme.text)) &&
    !lexemes.some((lexeme) => /^(?:de|por|al|mes|mês|entre|hasta|até|y|e)$/iu.test(lexeme.text))
  );
}

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
  // "for 6 months" is a length of time, "5k months" is not written.
  if (meanings.every((other) => other.noun) && before?.number && before.number.value < 100) return null;
  return { period: meaning.period, text: lexeme.text };
}

// --- words for the trace ----------------------------------------------------------------------

function findAfter(
  lexemes: readonly Lexeme[],
  last: number,
  within: number,
  kind: Meaning['kind'],
): Lexeme | null {
  for (let at = last + 1; at <= last + within; at++) {
    const lexeme = lexemes[at];
    if (lexeme === undefined || lexeme.number !== null) return null;
    if (meaningOf(lexeme, kind)) return lexeme;
  }
  return null;
}

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
