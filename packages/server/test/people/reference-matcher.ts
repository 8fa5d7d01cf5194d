// The matcher of version 0.9, which searched quadratically. The current one must find the same people; see
// same-people-found.test.ts.

import { foldEmail } from '../../src/leads/record/contact.ts';
import { decodeEscapes, decodeForm, decodePercent } from '../../src/leads/request-log/decode-form.ts';
import type { PersonIdentifiers } from '../../src/people/find-person.ts';

/** Matches by email or phone. If the person was looked up by email, a phone number only counts in a text without any
 * email, because otherwise that email shows whose number it is. */
export function makeMatcher({ email, phones }: PersonIdentifiers): (texts: readonly string[]) => boolean {
  const bareNumbers = new Set(phones.map(bareNumber));
  return (texts) => {
    if (email !== null && texts.some((text) => containsEmail(text, email))) return true;
    if (email !== null && texts.some((text) => text.includes('@'))) return false;
    return texts.some((text) => containsPhone(text, bareNumbers));
  };
}

/** At most, tools nest JSON in a form field inside JSON. */
const MAX_DEPTH = 4;

export function extractTexts(body: string, depth = 0): string[] {
  const whole = listDecodings(body);
  if (depth > MAX_DEPTH) return whole;
  const inner = (text: string): string[] => extractTexts(text, depth + 1);
  if (/^\s*["[{]/.test(body)) {
    try {
      return [...whole, ...textsOf(JSON.parse(body)).flatMap(inner)];
    } catch {
      return whole;
    }
  }
  if (!/^[^\s=&]+=/.test(body)) return whole;
  const parts = body.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 0) return [decodeForm(pair)];
    const value = pair.slice(at + 1);
    // Many senders leave the `+` in `email=jo+ana@acme.com` unencoded.
    return [decodeForm(pair.slice(0, at)), decodePercent(value), ...inner(decodeForm(value))];
  });
  return [...whole, ...parts];
}

/** Includes member names. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
  }
  return [String(value)];
}

/** Tools that forward a request often encode it again. */
const MAX_DECODING_DEPTH = 3;
const MAX_DECODINGS = 24;

function listDecodings(text: string): string[] {
  const found = new Set([text]);
  let latest = [text];
  for (
    let depth = 0;
    depth < MAX_DECODING_DEPTH && latest.length > 0 && found.size < MAX_DECODINGS;
    depth++
  ) {
    const before = found.size;
    for (const candidate of latest) {
      for (const decode of DECODERS) found.add(decode(candidate));
    }
    latest = [...found].slice(before);
  }
  return [...found];
}

const ENTITIES: Readonly<Record<string, string>> = {
  commat: '@',
  plus: '+',
  amp: '&',
  apos: "'",
  quot: '"',
  lt: '<',
  gt: '>',
  period: '.',
  lowbar: '_',
  nbsp: ' ',
};

/** `&#64;`, `&#x40;` and `&commat;` → `@` */
const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
        (entity, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
        },
      )
    : text;

/** A `+` only means a space if other characters, including `@`, are encoded: `jo+ana@acme.com` isn't Ana's email, and
 * `+44 20` is part of a phone number. */
const decodePlus = (text: string): string =>
  text.includes('@') || !/%[\da-f]{2}/i.test(text) ? text : decodeForm(text);

const DECODERS = [decodeEscapes, decodePercent, decodeEntities, decodePlus];

/** `foldEmail` truncates longer emails. */
const MAX_FOLDED_LENGTH = foldEmail('x'.repeat(1_000)).length;

/** `email` must be folded. */
function containsEmail(text: string, email: string): boolean {
  if (foldEmail(text) === email) return true;
  if (!text.includes('@')) return false;
  const folded = text.toLowerCase().replace(/\s?@\s?/g, '@');
  for (let at = folded.indexOf(email); at >= 0; at = folded.indexOf(email, at + 1)) {
    const [before, after] = [folded.slice(Math.max(0, at - 3), at), folded.slice(at + email.length)];
    // A truncated email may continue with anything.
    const isEnd = email.length === MAX_FOLDED_LENGTH || !CONTINUES.test(after.slice(0, 80));
    if (isEnd && (!PRECEDES.test(before) || isWrapped(before, after))) return true;
  }
  return false;
}

/** Scripts written without spaces between words. Letters from these scripts next to an email are not part of it. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';
const LETTER = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])`;

/** If the text before the match ends like this, the actual email is longer than the match. Excludes characters that
 * separate values in URLs, forms and brackets. An apostrophe is a quotation mark unless it follows a letter. */
const PRECEDES = new RegExp(`(?:${LETTER}|[.!#$%*+^_\`~-]|(?:${LETTER}|[._+-])')$`, 'u');

/** Matches `.br` but not the end of a sentence. A percent code can stand for anything, so only the decoded text can
 * match. */
const CONTINUES = new RegExp(`^(?:\\.?|[-_]+)${LETTER}|^%[\\da-f]{2}`, 'u');

/** `*ana@acme.com*` in Markdown or `u'ana@acme.com'` in Python. */
const isWrapped = (before: string, after: string): boolean =>
  (/[*_`~]$/.test(before) || /(?:^|[\s,:=([{])[bfru]'$/.test(before)) && before.at(-1) === after[0];

/** Digits only, without the `00` that some people write instead of `+`. */
const bareNumber = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

interface Group {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
  /** The text between this group and the previous one. Null if the two cannot be part of one number. */
  readonly gap: string | null;
}

/** Characters that may separate digits within a number, including invisible ones. */
const GAP = /^[\s()./\p{Pd}\p{Cf}]{1,8}$/u;
/** More than a zip code has. */
const MIN_CHARACTERS = 7;
/** The limit of the E.164 standard. */
const MAX_DIGITS = 15;
/** A number this long includes the area code, so any digits before it are something else. */
const WHOLE_DIGITS = 10;

function containsPhone(text: string, bareNumbers: ReadonlySet<string>): boolean {
  if (bareNumbers.size === 0) return false;
  return [text, ...(text.includes('(0)') ? [text.replaceAll('(0)', ' ')] : [])].some((variant) => {
    const groups = readGroups(variant);
    return groups.some((_, first) => findFrom(variant, groups, first, bareNumbers));
  });
}

function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let end = 0;
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const between = text.slice(end, Math.min(index, end + 20));
    const isJoined = groups.length > 0 && GAP.test(between);
    end = index + digits.length;
    groups.push({ digits, from: index, to: end, gap: isJoined ? between : null });
  }
  return groups;
}

function findFrom(
  text: string,
  groups: readonly Group[],
  first: number,
  bareNumbers: ReadonlySet<string>,
): boolean {
  let digits = '';
  for (let last = first; last < groups.length; last++) {
    const group = groups[last] as Group;
    if (last > first && group.gap === null) return false;
    digits += group.digits;
    if (digits.length > MAX_DIGITS + 2) return false;
    const isWanted = bareNumbers.has(bareNumber(digits)) && isLong(text, groups[first] as Group, group);
    if (isWanted && begins(text, groups, first, digits) && ends(groups, last, digits)) return true;
  }
  return false;
}

const isLong = (text: string, first: Group, last: Group): boolean =>
  last.to - first.from + (/[+(]/.test(text[first.from - 1] ?? '') ? 1 : 0) >= MIN_CHARACTERS;

function begins(text: string, groups: readonly Group[], first: number, digits: string): boolean {
  const gap = groups[first]?.gap ?? null;
  const before = groups[first - 1];
  if (gap === null || before === undefined) return true;
  if (before.digits.length + digits.length > MAX_DIGITS) return true;
  // Digits after `+44 20 …` belong to that number, unless they would make it too long.
  const international = digitsFromPlus(text, groups, first - 1);
  if (international > 0) return international + digits.length > MAX_DIGITS;
  return /\s/.test(gap) && (digits.length >= WHOLE_DIGITS || digits.startsWith('0'));
}

/** The number of digits since a plus sign, or 0 if there is none. */
function digitsFromPlus(text: string, groups: readonly Group[], last: number): number {
  let digits = 0;
  for (let at = last; at >= 0 && digits <= MAX_DIGITS; at--) {
    const { from, gap, digits: own } = groups[at] as Group;
    digits += own.length;
    if (gap === null) return text[from - 1] === '+' ? digits : 0;
  }
  return 0;
}

/** A complete number is never the start of another one, so a space after it starts a new number. But a `-12` after it
 * is an extension, which belongs to somebody else. */
function ends(groups: readonly Group[], last: number, digits: string): boolean {
  const after = groups[last + 1];
  if (after === undefined || after.gap === null) return true;
  if (after.digits.length + digits.length > MAX_DIGITS) return true;
  return /\s/.test(after.gap) && digits.length >= WHOLE_DIGITS;
}
