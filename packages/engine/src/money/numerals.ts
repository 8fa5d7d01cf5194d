// Combines number literals, number words and scales into amounts: "1.5 Cr", "half a million", "two lakh fifty
// thousand", "zweihunderttausend", "mil e quinhentos".

import { readCompound } from './compounds.ts';
import type { Meaning } from './meaning.ts';
import type { Lexeme } from './scan.ts';

export interface Numeral {
  readonly low: number;
  readonly high: number;
  /** The factor of the leading number: 1000 in 15k, 100,000 in "three hundred thousand". */
  readonly factor: number;
  /** Currency implied by a scale such as lakh or juta. */
  readonly implies: string | null;
  readonly grouped: boolean;
  /** Written entirely in words. */
  readonly isSpelled: boolean;
  readonly isNotMoney: boolean;
  /** Indexes of the first and last lexeme. */
  readonly first: number;
  readonly last: number;
}

type Of<Kind extends Meaning['kind']> = Extract<Meaning, { kind: Kind }>;

export function meaningOf<Kind extends Meaning['kind']>(
  lexeme: Lexeme | undefined,
  kind: Kind,
): Of<Kind> | null {
  if (lexeme === undefined) return null;
  for (const meaning of lexeme.meanings) if (meaning.kind === kind) return meaning as Of<Kind>;
  return null;
}

interface Context {
  /** "2 mil" is two million in English with dollars, but two thousand in Spanish and Portuguese. */
  readonly milIsMillion: boolean;
  /** "Rp 1,5 M" is one and a half miliar. */
  readonly mIsBillion: boolean;
}

/** A number while it is being built, word by word. */
interface Building {
  /** Parts already multiplied by their scale. */
  total: number;
  /** The part whose scale is not known yet. */
  current: number | null;
  /** The leading number before any multiplication. */
  lead: number | null;
  few: Of<'few'> | null;
  smallestScale: number;
  implies: string | null;
  grouped: boolean;
  /** True if the current part is written in digits: words can then scale it but not add to it. */
  isLiteral: boolean;
  hasLiteral: boolean;
  last: number;
}

export function readNumeral(lexemes: readonly Lexeme[], first: number, context: Context): Numeral | null {
  if (lexemes[first]?.number?.isNotMoney) return notMoney(first);
  const building: Building = {
    total: 0,
    current: null,
    lead: null,
    few: null,
    smallestScale: Number.POSITIVE_INFINITY,
    implies: null,
    grouped: false,
    isLiteral: false,
    hasLiteral: false,
    last: -1,
  };
  for (let at = first; ; ) {
    const next = takeWord(building, lexemes, at, context);
    if (next === null) break;
    at = next;
  }
  const { total, current, few, last } = building;
  if (last < 0) return null;
  const high = total + (current ?? 0);
  const lead = building.lead ?? few?.high ?? 1;
  return {
    low: few === null ? high : (high / few.high) * few.low,
    high,
    factor: lead > 0 ? high / lead : 1,
    implies: building.implies,
    grouped: building.grouped,
    isSpelled: !building.hasLiteral,
    isNotMoney: false,
    first,
    last,
  };
}

const notMoney = (at: number): Numeral => ({
  low: 0,
  high: 0,
  factor: 1,
  implies: null,
  grouped: false,
  isSpelled: false,
  isNotMoney: true,
  first: at,
  last: at,
});

/** Adds the lexeme at `at` to the number; returns the next position, or null if the number ends here. */
function takeWord(
  building: Building,
  lexemes: readonly Lexeme[],
  at: number,
  context: Context,
): number | null {
  const lexeme = lexemes[at];
  if (lexeme === undefined) return null;
  if (lexeme.number !== null) return takeLiteral(building, lexemes, at, context);
  return (
    takeHalf(building, lexemes, at, context) ??
    takeScale(building, lexemes, at, context) ??
    takeUnit(building, lexemes, at) ??
    takePart(building, lexeme, at) ??
    takeLink(building, lexemes, at, context)
  );
}

function takeLiteral(
  building: Building,
  lexemes: readonly Lexeme[],
  at: number,
  context: Context,
): number | null {
  const { number } = lexemes[at] as Lexeme;
  if (number === null || number.isNotMoney || building.current !== null || building.few !== null) return null;
  if (building.last >= 0 && !continuesWithScale(lexemes, at, building.smallestScale)) return null;
  const scale = scaleOf(lexemes[at + 1], context);
  const isFraction = number.asFraction !== null && scale !== null && scale.value >= 1e5;
  building.current = isFraction ? (number.asFraction as number) : number.value;
  building.lead ??= building.current;
  building.grouped ||= number.grouped && !isFraction;
  building.isLiteral = true;
  building.hasLiteral = true;
  building.last = at;
  return at + 1;
}

/** "and a half" after a number, "half a" before a scale, "saade" before a unit. */
function takeHalf(
  building: Building,
  lexemes: readonly Lexeme[],
  at: number,
  context: Context,
): number | null {
  const lexeme = lexemes[at];
  if (meaningOf(lexeme, 'and-a-half') && building.last >= 0) {
    if (building.current !== null) building.current += 0.5;
    else building.total += building.smallestScale / 2;
    building.last = at;
    return at + 1;
  }
  if (meaningOf(lexeme, 'plus-half') && building.current === null) {
    const next = lexemes[at + 1];
    const value = meaningOf(next, 'unit')?.value ?? next?.number?.value;
    if (value === undefined) return null;
    building.current = value + 0.5;
    building.lead ??= building.current;
    building.last = at + 1;
    return at + 2;
  }
  if (!meaningOf(lexeme, 'half') || building.few !== null) return null;
  let ahead = at + 1;
  if (meaningOf(lexemes[ahead], 'one') || lexemes[ahead]?.text === '-') ahead++;
  const scale = scaleOf(lexemes[ahead], context);
  if (scale === null) return null;
  // "half a mil" is English, where a mil is a million.
  if (scale.isMil && lexeme?.text.toLowerCase() === 'half') {
    building.total = 500_000;
    building.smallestScale = 1;
    building.last = ahead;
    return ahead + 1;
  }
  building.current = (building.current ?? 0) + 0.5;
  building.lead ??= building.current;
  building.last = at;
  return ahead;
}

function takeScale(
  building: Building,
  lexemes: readonly Lexeme[],
  at: number,
  context: Context,
): number | null {
  const scale = scaleOf(lexemes[at], context);
  if (scale === null || scale.value >= building.smallestScale) return null;
  const { current, few } = building;
  if (current === null && few === null) {
    // kEUR 20, MSEK 2
    const number = lexemes[at + 1]?.number;
    if (scale.mayLead && number && building.last < 0) {
      building.lead = number.value;
      building.hasLiteral = true;
      building.last = at + 1;
      building.implies = scale.implies ?? null;
      building.total = number.value * scale.value;
      building.smallestScale = 1;
      return at + 2;
    }
    if (scale.needsNumber || building.last >= 0) return null;
  }
  building.total += (current ?? few?.high ?? 1) * scale.value;
  building.current = null;
  building.isLiteral = false;
  building.smallestScale = scale.value;
  building.implies = scale.implies ?? building.implies;
  building.last = at;
  return at + 1;
}

function takeUnit(building: Building, lexemes: readonly Lexeme[], at: number): number | null {
  const lexeme = lexemes[at];
  const { current, few } = building;
  const unit = meaningOf(lexeme, 'unit') ?? compoundUnit(lexeme);
  if (
    unit &&
    few === null &&
    !building.isLiteral &&
    (canAdd(current, unit.value) || followsTen(lexemes, at, unit.value)) &&
    unit.value < building.smallestScale
  ) {
    // "15k one-time": after a scale, a small number is part of the amount only if it has a scale of its own.
    if (building.total > 0 && current === null && unit.value < 100 && !isMultiplied(lexemes[at + 1]))
      return null;
    building.current = (current ?? 0) + unit.value;
    if (building.total === 0) building.lead = leadOf(building.current);
    building.last = at;
    return at + 1;
  }
  const times = meaningOf(lexeme, 'times');
  if (times && (current === null || current < times.value)) {
    building.current = (current ?? few?.high ?? 1) * times.value;
    building.lead ??= 1;
    building.last = at;
    return at + 1;
  }
  if (meaningOf(lexeme, 'teen') && current !== null && current < 10) {
    building.current = current + 10;
    building.lead = building.current;
    building.last = at;
    return at + 1;
  }
  const digit = meaningOf(lexemes[at + 1], 'unit');
  if (meaningOf(lexeme, 'point') && current !== null && !building.isLiteral && digit && digit.value < 10) {
    building.current = current + digit.value / 10;
    building.lead = building.current;
    building.last = at + 1;
    return at + 2;
  }
  return null;
}

/** 十五: ten and five. */
const followsTen = (lexemes: readonly Lexeme[], at: number, value: number): boolean =>
  value < 10 && lexemes[at - 1]?.text === '十';

const isMultiplied = (lexeme: Lexeme | undefined): boolean =>
  meaningOf(lexeme, 'times') !== null ||
  meaningOf(lexeme, 'scale') !== null ||
  meaningOf(lexeme, 'unit') !== null;

/** A compound such as "dreitausend" also passes its scale on to the other end of a range. */
const leadOf = (value: number): number => (value >= 1000 && value % 1000 === 0 ? value / 1000 : value);

function takePart(building: Building, lexeme: Lexeme, at: number): number | null {
  const part = meaningOf(lexeme, 'part');
  if (part === null || building.last >= 0) return null;
  building.total = part.value;
  building.smallestScale = 1;
  building.last = at;
  return at + 1;
}

/** Words within a number that have no value of their own. */
function takeLink(
  building: Building,
  lexemes: readonly Lexeme[],
  at: number,
  context: Context,
): number | null {
  const lexeme = lexemes[at] as Lexeme;
  const next = lexemes[at + 1];
  const few = meaningOf(lexeme, 'few');
  if (few && building.current === null && building.few === null && scaleOrHundred(next, context)) {
    building.few = few;
    building.last = at;
    return at + 1;
  }
  if (meaningOf(lexeme, 'one') && building.current === null && opensNumeral(next, context)) return at + 1;
  // "10-ish k", "une quinzaine de k€"
  const isLoose = /^(?:de|d|di|of|ish|- ish)$/.test(lexeme.text);
  if (isLoose && building.current !== null && scaleOf(next, context) !== null) return at + 1;
  // "twenty-five", "treinta y cinco", "one hundred and twenty", "mil e quinhentos"
  const joins = meaningOf(lexeme, 'and') !== null || (lexeme.text === '-' && lexeme.glued);
  if (joins && building.last === at - 1 && joinsNumeral(lexemes, at, building)) return at + 1;
  return null;
}

function scaleOf(lexeme: Lexeme | undefined, context: Context): Of<'scale'> | null {
  const scale = meaningOf(lexeme, 'scale');
  if (scale === null) return null;
  if (scale.isMil && context.milIsMillion) return { kind: 'scale', value: 1e6, needsNumber: true };
  if (scale.isM && context.mIsBillion) return { kind: 'scale', value: 1e9, needsNumber: true };
  return scale;
}

const scaleOrHundred = (lexeme: Lexeme | undefined, context: Context): boolean =>
  scaleOf(lexeme, context) !== null || meaningOf(lexeme, 'times') !== null;

const opensNumeral = (lexeme: Lexeme | undefined, context: Context): boolean => {
  const scale = scaleOf(lexeme, context);
  if (scale !== null) return !scale.needsNumber;
  return (['times', 'half', 'few', 'part', 'unit'] as const).some((kind) => meaningOf(lexeme, kind) !== null);
};

/** "2 crore 50 lakh": a number after a scale belongs to the amount if a smaller scale follows it. */
function continuesWithScale(lexemes: readonly Lexeme[], at: number, smallest: number): boolean {
  const scale = meaningOf(lexemes[at + 1], 'scale');
  return scale !== null && scale.value < smallest && !scale.needsNumber;
}

/** Units may follow tens; tens or units may follow hundreds. */
function canAdd(current: number | null, value: number): boolean {
  if (current === null) return true;
  if (current % 100 === 0 && current > 0) return value < 100;
  return current % 10 === 0 && current >= 20 && value < (current === 60 || current === 80 ? 20 : 10);
}

function joinsNumeral(
  lexemes: readonly Lexeme[],
  at: number,
  { current, total, isLiteral }: Building,
): boolean {
  const next = lexemes[at + 1];
  const unit = meaningOf(next, 'unit') ?? compoundUnit(next);
  if (unit === null || unit.value === 0 || isLiteral) return false;
  if (lexemes[at]?.text === '-' && !next?.glued) return false;
  if (current !== null) return canAdd(current, unit.value);
  return total > 0 && unit.value >= 100 && unit.value < 1000;
}

function compoundUnit(lexeme: Lexeme | undefined): Of<'unit'> | null {
  if (lexeme === undefined || lexeme.meanings.length > 0 || lexeme.text.length < 6) return null;
  const value = readCompound(
    lexeme.text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss'),
  );
  return value === null ? null : { kind: 'unit', value };
}
