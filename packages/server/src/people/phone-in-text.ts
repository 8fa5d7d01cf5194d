// Finds phone numbers in free text, allowing for the spaces and dashes that people type between digits. When numbers
// follow each other (`10115 12125550123`), nothing marks where one ends. So we try every run of digit groups and check
// that its neighbors aren't part of the same number.

/** Digits only, without the `00` that some people write instead of `+`. */
export const bareNumber = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

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

export function containsPhone(text: string, bareNumbers: ReadonlySet<string>): boolean {
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
