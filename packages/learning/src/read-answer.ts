// Reads an answer as a category, a number or a date. Free text has no category of its own: only that something was written.

import { foldWord, hideOrigins } from '@leadline/engine';

/** Answers longer than this are free text. */
const MAX_CATEGORY_LENGTH = 60;
/** Stands for every free text. */
export const FREE_TEXT = '(text)';

const WORD = /[\p{L}\p{N}.,+%€$£<>&/-]+/gu;

/** Null if nothing is left once the words that reveal who somebody is are hidden. */
export function readCategory(answer: string): string | null {
  if (answer.length > MAX_CATEGORY_LENGTH) return FREE_TEXT;
  const words = (answer.match(WORD) ?? []).map(foldWord);
  const category = hideOrigins(words)
    .filter((word) => word !== '')
    .join(' ');
  return category === '' ? null : category;
}

/** "1,200", "-3.5", "12 %", "€500" */
const NUMBER = /^[€$£]?\s?([-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s?[%€]?$/;

/** Doubles tell integers apart up to 9e15. Longer ones are IDs or nonsense, and one near infinity would stop a fit. */
const MAX_NUMBER = 1e15;

/** NaN if the answer isn't a plain number. */
export function readNumber(answer: string): number {
  const found = NUMBER.exec(answer)?.[1];
  if (found === undefined) return Number.NaN;
  const number = Number(found.replaceAll(',', '').replace('−', '-'));
  return Math.abs(number) < MAX_NUMBER ? number : Number.NaN;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]|$)/;
/** Only with dots is the order of day and month certain. */
const DOTTED_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const MS_PER_DAY = 86_400_000;

/** Days since 1970; NaN if the answer isn't a date. */
export function readDay(answer: string): number {
  const iso = ISO_DATE.exec(answer);
  if (iso !== null) return toDay(iso[1], iso[2], iso[3]);
  const dotted = DOTTED_DATE.exec(answer);
  return dotted === null ? Number.NaN : toDay(dotted[3], dotted[2], dotted[1]);
}

function toDay(year: string | undefined, month: string | undefined, day: string | undefined): number {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal = new Date(time).getUTCDate() === Number(day);
  return isReal ? time / MS_PER_DAY : Number.NaN;
}

export const dayOf = (time: Date): number => Math.floor(time.getTime() / MS_PER_DAY);
