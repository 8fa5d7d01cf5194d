// Splits a budget text into numbers, words and signs. Number literals are read by their grouping:
// 25,000 · 25.000 · 25'000 · 25 000 · 10,00,000 · 1.234,50 · 1,5.

import { labelsOf } from '../text/labels.ts';
import { longestPhrase } from '../text/phrases.ts';
import { foldWord } from '../text/tokenize.ts';
import { MONEY_BOOK } from './lexicon.ts';
import type { Meaning } from './meaning.ts';
import { correctSpelling } from './spelling.ts';

export interface Lexeme {
  readonly text: string;
  /** True if there is no space before it. */
  readonly glued: boolean;
  readonly number: NumberLiteral | null;
  readonly meanings: readonly Meaning[];
}

export interface NumberLiteral {
  readonly value: number;
  /** Written with thousands separators, which suggests money and rules out a year. */
  readonly grouped: boolean;
  /** `1.250`: three digits after one separator, which is a fraction if a scale such as "million" follows. */
  readonly asFraction: number | null;
  /** True for a date, a phone number or a time of day. */
  readonly isNotMoney: boolean;
}

interface RawToken {
  text: string;
  key: string;
  glued: boolean;
  number: NumberLiteral | null;
}

const DATE =
  /^(?:\d{1,2}[/.-]\d{1,2}[/.-](?:20)?\d{2}|20\d{2}[/.-]\d{1,2}[/.-]\d{1,2}|24\/7|\d{1,2}:\d{2})(?!\d)/;
const PHONE =
  /^(?:\+\d[\d ()/-]{6,}\d|\d{3}-0\d{3}(?!\d)|\d{3}-\d{3}-\d{4}(?!\d)|0\d{1,4}(?:[ /-]?\d{5,}|(?:[ /-]\d{3,4}){2,}))/;
const FRACTION = /^([1-9])\/([2-9])(?![\d/])/;
/** A number that cannot be part of a date, a fraction, a phone number or a longer number. */
const SIMPLE_NUMBER = /^[1-9]\d{0,5}(?=\s?[a-z]|$)/i;
const NUMBER = /^\d+(?:[.,'’_·]\d+)*/;
const WORD = /^(?:\p{L}|\p{M})+/u;
/** R$, US$, HK$: letters that form a currency together with the dollar sign. */
const LETTERED_DOLLAR = /^(?:us|usd|au|aus|a|ca|can|cdn|c|r|sg|s|hk|nt|nz|mx|mex|j|ar|col|cop|clp|u)\$/i;
/** Words that contain a digit but are not numbers. */
const DIGIT_WORD = /^(?:k?m[23]|b2[bcg]|co2|web3|mp[34]|h264)(?![\p{L}\d])/iu;
const IDEOGRAPH = /^[\u3040-\u30ff\u3400-\u9fff]/;
const SPACED_GROUPS = /^\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?/;
/** `500,-` · `500.--` · `500/-`: different ways to write "no cents". */
const NO_CENTS = /^(?:[.,]\s?[-–—]{1,2}|\/[-–—]+|=)(?!\s?\d)/;

/** A cheap check first: most clauses are Latin without a digit. Outside of Latin, signs may become digits. */
export const mayHaveNumber = (text: string): boolean => MAY_HAVE_NUMBER.test(text);
const MAY_HAVE_NUMBER = /[\d²³¹¼-¾]|[^\0-\u024f]/;

export function scanBudget(text: string): Lexeme[] {
  const tokens = cut(normalise(text));
  const words = tokens.map(({ key }) => ({ labels: labelsOf(key) }));
  const lexemes: Lexeme[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as RawToken;
    if (token.number !== null) {
      lexemes.push({ text: token.text, glued: token.glued, number: token.number, meanings: [] });
      continue;
    }
    const found = longestPhrase(MONEY_BOOK, words, i) ?? mended(token.key, i);
    const last = found?.last ?? i;
    lexemes.push({
      text: tokens
        .slice(i, last + 1)
        .map((part) => part.text)
        .join(' '),
      glued: token.glued,
      number: null,
      meanings: found?.meanings ?? [],
    });
    i = last;
  }
  return lexemes;
}

function mended(word: string, at: number): ReturnType<typeof longestPhrase<Meaning>> {
  const meant = correctSpelling(word);
  const found = meant === word ? null : longestPhrase(MONEY_BOOK, [{ labels: labelsOf(meant) }], 0);
  return found && { meanings: found.meanings, last: at };
}

/** Normalises digits, dashes, spaces and fractions from any keyboard. */
function normalise(text: string): string {
  return PLAIN.test(text) ? text : normaliseFully(text);
}

/** Most budgets need no normalisation: "$15k-20k/mo", "10 Lakh". */
const PLAIN = /^(?:[a-np-z\d$%&()+,./:;<=>?@-]|o(?![o\d])|(?<! ) (?! |,))*$/i;

function normaliseFully(text: string): string {
  return text
    .replace(/(\d)\s*½/g, '$1.5')
    .replace(/½/g, '0.5')
    .replace(/¼/g, '0.25')
    .normalize('NFKC')
    .replace(/(?<=\p{L})['’](?=(?:t|s|re|ve|ll|d|m)(?!\p{L}))/gu, '')
    .replace(/(?<=\d)[oO]+(?![\p{L}])/gu, (letters) => '0'.repeat(letters.length))
    .replace(/(?<=\d) ,(?=\d{3}(?!\d))/g, ',')
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x9e6))
    .replaceAll('_', ' ')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[～〜∼]/g, '~')
    .replace(/[\s\u200b\ufeff]+/g, ' ');
}

function cut(text: string): RawToken[] {
  const tokens: RawToken[] = [];
  let at = 0;
  let glued = false;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === ' ') {
      at++;
      glued = false;
      continue;
    }
    const rest = text.slice(at, at + 60);
    const taken = cutNumber(rest, tokens.at(-1), glued) ?? cutWord(rest) ?? cutSign(rest);
    if (taken.key !== '') tokens.push({ ...taken, glued });
    at += taken.text.length;
    glued = true;
  }
  return tokens;
}

type Taken = Omit<RawToken, 'glued'>;

function cutNumber(rest: string, before: RawToken | undefined, gluedTo: boolean): Taken | null {
  const first = rest.charCodeAt(0);
  const isDigit = first >= 48 && first <= 57;
  if (!isDigit && first !== 43 && first !== 46) return null;
  const simple = isDigit ? SIMPLE_NUMBER.exec(rest)?.[0] : undefined;
  if (simple !== undefined) return literal(simple, plain(Number(simple)));
  const notMoney = (PHONE.exec(rest) ?? DATE.exec(rest))?.[0];
  if (notMoney !== undefined && !before?.key.match(/[$€£₹]$/)) {
    return literal(notMoney, { value: 0, grouped: false, asFraction: null, isNotMoney: true });
  }
  // ".5m", but not the dot of "Rs.15000".
  if (first === 46) {
    if (before !== undefined && gluedTo && !/[$€£₹]$/.test(before.key)) return null;
    const decimal = /^\.\d+/.exec(rest)?.[0];
    return decimal ? literal(decimal, plain(Number(decimal))) : null;
  }
  if (!isDigit) return null;
  const fraction = FRACTION.exec(rest);
  if (fraction) return literal(fraction[0], plain(Number(fraction[1]) / Number(fraction[2])));
  const spaced = SPACED_GROUPS.exec(rest)?.[0];
  if (spaced !== undefined) {
    const value = Number(spaced.replaceAll(' ', '').replace(',', '.'));
    return literal(spaced + noCents(rest.slice(spaced.length)), { ...plain(value), grouped: true });
  }
  const digits = NUMBER.exec(rest)?.[0] ?? (rest[0] as string);
  return literal(digits + noCents(rest.slice(digits.length)), readGroups(digits));
}

const noCents = (rest: string): string => NO_CENTS.exec(rest)?.[0] ?? '';
const plain = (value: number): NumberLiteral => ({
  value,
  grouped: false,
  asFraction: null,
  isNotMoney: false,
});
const literal = (text: string, number: NumberLiteral): Taken => ({ text, key: '#', number });

/** Decides which separators group thousands and which, if any, is the decimal point. */
function readGroups(digits: string): NumberLiteral {
  const separators = digits.replace(/\d/g, '');
  const groups = digits.split(/\D/);
  const lastGroup = groups.at(-1) as string;
  const firstGroup = groups[0] as string;
  const whole = Number(groups.join(''));
  if (separators === '') return plain(whole);
  const lastSeparator = separators.at(-1) as string;
  const isApostrophe = lastSeparator !== '.' && lastSeparator !== ',';
  const once = separators.split(lastSeparator).length === 2;
  const asDecimal = Number(`${groups.slice(0, -1).join('')}.${lastGroup}`);
  if (isApostrophe) return { ...plain(whole), grouped: true };
  if (separators.length === 1) {
    if (lastGroup.length !== 3 || firstGroup.length > 3 || firstGroup.startsWith('0')) {
      return lastGroup.length <= 2 || firstGroup === '0'
        ? plain(asDecimal)
        : { ...plain(whole), grouped: true };
    }
    return { value: whole, grouped: true, asFraction: asDecimal, isNotMoney: false };
  }
  // 1.234,50: two kinds of separator, and the last one is used only once.
  if (once && new Set(separators).size > 1) return { ...plain(asDecimal), grouped: true };
  // 10,000,00: a typo for 10,000.00.
  if (once === false && lastGroup.length < 3 && groups.length === 3 && groups[1]?.length === 3) {
    return { ...plain(asDecimal), grouped: true };
  }
  return { ...plain(whole), grouped: true };
}

/** ASCII letters, not followed by anything that could be part of the same word. */
const SIMPLE_WORD = /^[a-z]+(?=[ ,/-]|$)/i;

function cutWord(rest: string): Taken | null {
  const simple = SIMPLE_WORD.exec(rest)?.[0];
  if (simple !== undefined) return { text: simple, key: simple.toLowerCase(), number: null };
  const ideograph = IDEOGRAPH.exec(rest)?.[0];
  if (ideograph !== undefined) return { text: ideograph, key: foldWord(ideograph), number: null };
  const special = (LETTERED_DOLLAR.exec(rest) ?? DIGIT_WORD.exec(rest))?.[0];
  if (special !== undefined) return { text: special, key: special.toLowerCase(), number: null };
  const word = WORD.exec(rest)?.[0];
  if (word === undefined) return null;
  const untilIdeograph = word.search(/[\u3040-\u30ff\u3400-\u9fff]/);
  const text = untilIdeograph > 0 ? word.slice(0, untilIdeograph) : word;
  return { text, key: foldWord(text), number: null };
}

const SILENT_SIGNS = /[.'"’“”!?*…`\\|]/;

function cutSign(rest: string): Taken {
  const char = String.fromCodePoint(rest.codePointAt(0) as number);
  const twoSigns = /^(?:>=|<=)/.exec(rest)?.[0];
  if (twoSigns) return { text: twoSigns, key: twoSigns, number: null };
  return { text: char, key: SILENT_SIGNS.test(char) ? '' : char, number: null };
}
