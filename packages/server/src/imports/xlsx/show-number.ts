// Writes the number of a cell as text, as a person sees it in Excel, except that dates are always written like 2024-03-31.

import type { NumberFormat } from './number-formats.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** 31 December 9999, the last day Excel knows. */
const MAX_DAYS = 2_958_465;
const DAYS_FROM_1900_TO_1904 = 1_462;

export function showNumber(text: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return text.trim();
  switch (format.kind) {
    case 'plain':
      return showDigits(text, number);
    case 'padded':
      return Number.isInteger(number) && number >= 0
        ? showDigits(text, number).padStart(format.digits, '0')
        : showDigits(text, number);
    case 'prefixed':
      return number < 0
        ? `-${format.prefix}${showDigits(text, number).slice(1)}`
        : `${format.prefix}${showDigits(text, number)}`;
    case 'percent':
      return `${round(number * 100)}%`;
    case 'duration':
      return showDuration(number);
    case 'date':
      return showDate(number, format, is1904) ?? showDigits(text, number);
  }
}

const INTEGER = /^-?\d+$/;
const MAX_DIGITS = 40;

/** All digits that the file has, because they may be a phone number. */
function showDigits(text: string, number: number): string {
  const digits = text.trim();
  if (INTEGER.test(digits) && digits.length <= MAX_DIGITS) return digits;
  const rounded = round(number);
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? rounded.toFixed(0) : String(rounded);
}

/** Excel shows 15 digits, but stores 0.1 as 0.10000000000000001. */
const round = (number: number): number => Number(number.toPrecision(15));

/** Excel counts days from 1 January 1900, which is day 1, and believes that 1900 was a leap year. */
function showDate(
  number: number,
  { hasDay, hasTime }: { readonly hasDay: boolean; readonly hasTime: boolean },
  is1904: boolean,
): string | null {
  const days = is1904 ? number + DAYS_FROM_1900_TO_1904 : number;
  if (days < 0 || days >= MAX_DAYS + 1) return null;
  const sinceEpoch = days < 60 ? days + 1 : days;
  const moment = Date.UTC(1899, 11, 30) + Math.round(sinceEpoch * (DAY_MS / 1_000)) * 1_000;
  const [day = '', time = ''] = new Date(moment).toISOString().slice(0, 19).split('T');
  const shortTime = time.endsWith(':00') ? time.slice(0, 5) : time;
  if (!hasDay) return shortTime;
  return hasTime || !Number.isInteger(days) ? `${day} ${shortTime}` : day;
}

function showDuration(days: number): string {
  const seconds = Math.round(Math.abs(days) * (DAY_MS / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  return `${days < 0 ? '-' : ''}${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
