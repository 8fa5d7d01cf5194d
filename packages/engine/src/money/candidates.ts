// The amounts in a budget text, and why some of them are not the budget.

import { readBound } from './bounds.ts';
import { adjacentCurrency, hasCurrency, isEnglishDollarText } from './currency.ts';
import { hasMeaning } from './lexeme-search.ts';
import type { Meaning } from './meaning.ts';
import { meaningOf, type Numeral, readNumeral } from './numerals.ts';
import type { Lexeme } from './scan.ts';

/** One or two numerals that belong together, with their context. */
export interface Candidate {
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
  /** Why this is not the budget; null if it could be. */
  dropped: string | null;
}

export function collectAmounts(lexemes: readonly Lexeme[]): Candidate[] {
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
  if (first === 1 && before?.text === '-' && lexemes[first]?.glued) return 'a negative amount';
  if (countsThing(lexemes, last)) return 'counts something else';
  const next = lexemes[last + 1];
  if (meaningOf(next, 'period')?.noun && low < 100) return 'a length of time';
  // "6-8 weeks", "10 to 15 seats": both numbers count the same thing.
  const other = lexemes[last + 2];
  if (next && (meaningOf(next, 'joiner') || meaningOf(next, 'one')) && other?.number && !grouped) {
    const noun = meaningOf(lexemes[last + 3], 'period')?.noun && other.number.value < 100;
    if (noun || countsThing(lexemes, last + 2)) return 'counts something else';
  }
  const isWordBefore = before !== undefined && before.number === null && /\p{L}$/u.test(before.text);
  if (isWordBefore && lexemes[first]?.glued && !meaningOf(before, 'bound') && !meaningOf(before, 'filler'))
    return 'part of a name';
  // "2020 per month" and "2020 USD or more" are money; "in 2026" is not.
  const isMarked = isMarkedAsMoney(lexemes, numeral);
  const isYear = !grouped && low >= 2020 && low <= 2039 && Number.isInteger(low) && !isMarked;
  if (isYear && lexemes.some((lexeme) => lexeme.number === null && /\p{L}/u.test(lexeme.text)))
    return 'a year';
  if (next?.text === '月' && low <= 12 && lexemes[last + 2]?.number === null) return 'a month';
  if (meaningOf(before, 'label') && !meaningOf(before, 'bound') && low < 100) return 'a label';
  for (let at = first - 1; at >= Math.max(0, first - 3); at--) {
    if (meaningOf(lexemes[at], 'reference')) return 'a number of another kind';
  }
  if (!grouped && !isMarked && low >= 6e9 && low < 1e12 && low % 1000 !== 0) return 'a phone number';
  const mayBeRange =
    next !== undefined &&
    (next.text === ',' ||
      meaningOf(next, 'joiner') !== null ||
      meaningOf(next, 'bound') !== null ||
      (meaningOf(before, 'between') !== null && meaningOf(next, 'and') !== null));
  if (numeral.isSpelled && low < 100 && !mayBeRange) return 'counts something else';
  const isUndecided = lexemes.some((lexeme) => meaningOf(lexeme, 'undecided') !== null);
  return isUndecided ? 'beside an open budget' : null;
}

/** Whether this is the only number in a text that mentions money some other way: a currency, a period, an open end. */
function isMarkedAsMoney(lexemes: readonly Lexeme[], { first, last }: Numeral): boolean {
  let isMarked = false;
  for (const [at, lexeme] of lexemes.entries()) {
    if (at >= first && at <= last) continue;
    if (lexeme.number !== null) return false;
    const period = meaningOf(lexeme, 'period');
    const isBeside = at === first - 1 || at === last + 1;
    const isOpenEnd = isBeside && meaningOf(lexeme, 'bound') !== null && !meaningOf(lexeme, 'label');
    if (meaningOf(lexeme, 'currency') || (period && !period.noun) || isOpenEnd || /^kr$/i.test(lexeme.text))
      isMarked = true;
  }
  return isMarked;
}

/** Whether a counted noun follows, either directly or after a plus sign, a hyphen or one other word. */
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

/** Any other amount takes precedence over one that is corrected, denied, in the past or not a budget. */
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
