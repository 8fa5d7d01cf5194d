// Splits a lead into clauses, which are read one at a time: the sentences of the message, and each form question with
// its answer. A long sentence is split at its commas, so that a reason can quote just the relevant part.

import { BOT_CHECK } from '../form-tools/browser-form.ts';
import type { Lead } from '../lead.ts';

export interface Clause {
  /** The question that was answered; null for a clause of the message. */
  readonly question: string | null;
  readonly text: string;
}

/** A comma ends a clause only if both parts are at least this long. */
const MIN_PART_LENGTH = 28;
/** Longer than any clause people write, but short enough that pasted pages can still be quoted. */
const MAX_CLAUSE_LENGTH = 280;
/** Clauses beyond this add nothing new; the limit bounds how much work a caller can cause. */
const MAX_CLAUSES = 120;

export function splitLead(lead: Lead): Clause[] {
  const clauses: Clause[] = [];
  // First, so that a long message can't push it out.
  const botCheck = Object.hasOwn(lead.custom_fields, BOT_CHECK) ? lead.custom_fields[BOT_CHECK] : undefined;
  if (botCheck !== undefined) splitText(botCheck, BOT_CHECK, clauses);
  splitText(lead.message, null, clauses);
  for (const question of Object.keys(lead.custom_fields)) {
    if (clauses.length >= MAX_CLAUSES) break;
    if (question !== BOT_CHECK) splitText(lead.custom_fields[question] as string, question, clauses);
  }
  if (lead.budget !== '') splitText(lead.budget, BUDGET_QUESTION, clauses);
  return clauses;
}

/** The budget field is read like an answer: "approved", "none yet", "whatever it takes". */
export const BUDGET_QUESTION = 'Budget';

function splitText(text: string, question: string | null, clauses: Clause[]): void {
  let start = 0;
  let at = 0;
  const end = text.length;
  while (at < end) {
    const next = at + 1;
    if (endsClause(text, at, start, end) || isTooLong(text, at, at - start)) {
      addClause(text.slice(start, next).trim(), question, clauses);
      start = next;
    }
    at = next;
  }
  addClause(text.slice(start).trim(), question, clauses);
}

const isTooLong = (text: string, at: number, length: number): boolean =>
  length >= MAX_CLAUSE_LENGTH &&
  (text.charCodeAt(at) === SPACE ||
    (length >= 2 * MAX_CLAUSE_LENGTH && !isHighSurrogate(text.charCodeAt(at))));

function addClause(text: string, question: string | null, clauses: Clause[]): void {
  if (text !== '' && clauses.length < MAX_CLAUSES && HAS_CONTENT.test(text)) clauses.push({ question, text });
}

/** The first half of a surrogate pair. */
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

const HAS_CONTENT = /[\p{L}\p{N}]|\p{Extended_Pictographic}/u;
const SPACE = 32;

function endsClause(text: string, at: number, start: number, end: number): boolean {
  switch (text.charCodeAt(at)) {
    case 10: // line feed
    case 0x1e: // TEXT_BREAK, between separate texts
    case 0x3b: // ;
    case 0x2022: // •
    case 0x3002: // 。
    case 0xff01: // ！
    case 0xff1f: // ？
    case 0xff1b: // ；
    case 0x61f: // Arabic question mark
    case 0x61b: // Arabic semicolon
    case 0x964: // danda
      return true;
    case 0x21: // !
    case 0x3f: // ?
      return !isClosing(text.charCodeAt(at + 1));
    case 0x2e: // .
      return isSpaceOrEnd(text, at + 1, end) && !isAbbreviation(text, at, start);
    case 0x2026: // …
      return isSpaceOrEnd(text, at + 1, end);
    case 0x2d: // -
    case 0x2013: // –
    case 0x2014: // —
      return text.charCodeAt(at - 1) === SPACE && text.charCodeAt(at + 1) === SPACE && !isRange(text, at);
    case 0x2c: // ,
    case 0x60c: // Arabic comma
      return isSpaceOrEnd(text, at + 1, end) && isLongOnBothSides(text, at, start, end, MIN_PART_LENGTH);
    case 0xff0c: // ，
      return isLongOnBothSides(text, at, start, end, MIN_PART_LENGTH / 3);
    default:
      return false;
  }
}

/** "!!" and "?!" end one clause, not two. */
const isClosing = (code: number): boolean => code === 0x21 || code === 0x3f || code === 0x29 || code === 0x22;

function isSpaceOrEnd(text: string, at: number, end: number): boolean {
  if (at >= end) return true;
  const code = text.charCodeAt(at);
  return code === SPACE || code === 10 || code === 13 || code === 9 || code === 0xa0;
}

/** "10 - 20" is one figure. */
function isRange(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 2);
  const after = text.charCodeAt(at + 2);
  return before >= 48 && before <= 57 && after >= 48 && after <= 57;
}

/** "approx. 40", "Nr. 14", "z. B.", "J. Smith": these dots do not end a sentence. */
function isAbbreviation(text: string, at: number, start: number): boolean {
  let from = at;
  while (from > start && isLetter(text.charCodeAt(from - 1))) from--;
  const length = at - from;
  if (length === 1) return true;
  return length > 0 && length <= 6 && ABBREVIATIONS.has(text.slice(from, at).toLowerCase());
}

const isLetter = (code: number): boolean => code > 127 || ((code | 32) >= 97 && (code | 32) <= 122);

const ABBREVIATIONS = new Set(
  'mr mrs ms dr st no nr approx env ca bzw usw inkl exkl zzgl evtl ggf vs ave rd tel fam sr sra dra ul ing dipl bl inc ltd max min str art ref qty est dept ext incl excl mtl qm std abs'.split(
    ' ',
  ),
);

function isLongOnBothSides(text: string, at: number, start: number, end: number, minLength: number): boolean {
  if (at - start < minLength) return false;
  // The part after the comma must be long enough, too.
  const to = Math.min(end, at + 1 + minLength);
  for (let i = at + 1; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 0x3b || code === 0x21 || code === 0x3f || code === 0x3002) return false;
    if (code === 0x2e && isSpaceOrEnd(text, i + 1, end)) return false;
  }
  return end - at - 1 >= minLength;
}
