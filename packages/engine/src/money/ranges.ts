// Joins two amounts into one budget: "15-20k", "between 5 and 8", "10k, max 12k", "10k ± 2k".

import { boundOf, isSkippable } from './bounds.ts';
import type { Candidate } from './candidates.ts';
import { hasMeaning } from './lexeme-search.ts';
import { meaningOf } from './numerals.ts';
import type { Lexeme } from './scan.ts';

export function joinRanges(lexemes: readonly Lexeme[], candidates: Candidate[]): Candidate[] {
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
  if (link === null || areOfTwoCurrencies(lexemes, a, b)) return null;
  let low = a.high as number;
  let high = b.high as number;
  // The 15 in "15-20k" means 15k: a bare number takes on the other's scale if that keeps the two in order.
  const lent = b.factor > 1 ? b.factor : b.grouped && high % 1000 === 0 && low < 1000 ? 1000 : 1;
  if (a.factor === 1 && !a.grouped && lent > 1 && low * lent <= high) low *= lent;
  else if (b.factor === 1 && a.factor > 1 && high < low && high * a.factor >= low) high *= a.factor;
  if (link === 'limit' && high < low) return null;
  if (link === 'spoken' && (low >= high || low < high / 10)) return null;
  return rangeOf(a, b, Math.min(low, high), Math.max(low, high));
}

/** "10k GBP or 12k EUR" is one budget in two currencies. */
function areOfTwoCurrencies(lexemes: readonly Lexeme[], a: Candidate, b: Candidate): boolean {
  const one = meaningOf(lexemes[a.last + 1], 'currency') ?? meaningOf(lexemes[a.first - 1], 'currency');
  const other = meaningOf(lexemes[b.last + 1], 'currency') ?? meaningOf(lexemes[b.first - 1], 'currency');
  return one !== null && other !== null && one.code !== other.code && !one.dollarSign && !other.dollarSign;
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

/** How two amounts are related: the ends of a range, an amount and its limit, one after the other, or not at all. */
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
