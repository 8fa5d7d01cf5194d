// Reads the size of a company: "11-50", "1,000+", "just me", "zwölf".

import { ALONE_BOOK } from '../lexicon/answers.ts';
import { readNumeral } from '../money/numerals.ts';
import { scanBudget } from '../money/scan.ts';
import type { Tokens } from '../text/tokenize.ts';
import { firstPlaces, yesOrNo } from './read-phrases.ts';

export interface Size {
  readonly min: number | null;
  readonly max: number | null;
}

export type CompanySize = 'large' | 'medium' | 'small' | 'tiny';

export function companySizeOf({ min, max }: Size): CompanySize | null {
  const people = min !== null && max !== null ? (min + max) / 2 : (min ?? max);
  if (people === null) return null;
  if (people >= 250) return 'large';
  if (people >= 50) return 'medium';
  return people >= 5 ? 'small' : 'tiny';
}

export function readSize(answer: string, tokens: Tokens, question: string): Size | null {
  const plain = readPlainCount(answer);
  if (plain !== null) return plain;
  const yesNo = yesOrNo(tokens);
  const hasDigits = /\d/.test(answer);
  if (!hasDigits) {
    const alone = firstPlaces(ALONE_BOOK, tokens);
    if (alone.has('two')) return { min: 2, max: 2 };
    if (
      alone.has('one') ||
      (yesNo === 'no' && /employee|empleado|funcion|mitarbeiter|salari|dipendent|medewerker/i.test(question))
    ) {
      return { min: 1, max: 1 };
    }
    if (yesNo === 'yes') return readCounts(question);
    const spelled = readSpelledCount(answer);
    return spelled === null ? null : { min: spelled, max: spelled };
  }
  return readCounts(answer);
}

const OPEN_TOP =
  /\d\s?\+|(?:more than|over|at least|mehr als|über|más de|mais de|plus de|oltre|più di|meer dan|lebih dari|ponad|powyżej|minimum|minimo|mínimo|min\.?)\s+\d|\d\D{0,12}(?:und mehr|et plus|or more|se zyada|ke upar|and up)/i;
const OPEN_BOTTOM =
  /up to|less than|under\b|fewer than|<|bis zu|unter\b|weniger als|hasta|menos de|até\b|moins de|jusqu|fino a|meno di|max|tot\b|minder dan|kurang dari|do \d/i;

/** Typical dropdown options: "25", "11-50", "1000+". */
const PLAIN_COUNT = /^(\d{1,7})(?:\s?[-–]\s?(\d{1,7})|(\+))?$/;

function readPlainCount(text: string): Size | null {
  const plain = PLAIN_COUNT.exec(text);
  if (plain === null) return null;
  const min = Number(plain[1]);
  return { min, max: plain[3] === '+' ? null : Number(plain[2] ?? min) };
}

function readCounts(text: string): Size | null {
  const numbers = [...text.matchAll(/\d{1,3}(?:[.,'\u00a0 ]\d{3})+(?!\d)|\d+/g)].map(
    ([digits], index, all) => {
      const value = Number(digits.replace(/\D/g, ''));
      const end = (all[index]?.index ?? 0) + digits.length;
      return /^\s?k\b/i.test(text.slice(end)) ? value * 1000 : value;
    },
  );
  const first = numbers[0];
  if (first === undefined) return null;
  const second = numbers[1];
  if (second !== undefined && second > first && /^\D{1,12}$/.test(between(text)))
    return { min: first, max: second };
  if (OPEN_BOTTOM.test(text)) return { min: null, max: first };
  if (OPEN_TOP.test(text)) return { min: first, max: null };
  return { min: first, max: first };
}

/** The text between the first two numbers if it makes them a range: "11 a 50" but not "40 over 3 locations". */
function between(text: string): string {
  const gap = /\d[\d.,']*(\D+)\d/.exec(text)?.[1] ?? '';
  return /^[\s_–—-]*(?:to|a|à|bis|e|y|et|and|und|en|se|tot|sampai|do|-|–|—|, maybe|ou|or)?[\s_–—-]*$/i.test(
    gap,
  )
    ? gap
    : '';
}

/** Head counts are short, so only this much of the text is searched. */
const MAX_COUNT_LENGTH = 100;

function readSpelledCount(answer: string): number | null {
  const lexemes = scanBudget(answer.slice(0, MAX_COUNT_LENGTH));
  for (let at = 0; at < lexemes.length; at++) {
    const numeral = readNumeral(lexemes, at, { milIsMillion: false, mIsBillion: false });
    if (numeral && !numeral.isNotMoney && numeral.low >= 1) return numeral.low;
  }
  return null;
}
