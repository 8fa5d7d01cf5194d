// Whether one of some phone numbers stands in a text, with blanks and dashes between its digits as people type them. Where
// numbers follow each other (`10115 12125550123`) nobody says where one ends: each row of groups of digits is tried, and
// what stands beside it must not be a part of the same number.

/** Digits alone, without the `00` that stands for `+`. */
export const bareNumber = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

interface Group {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
  /** What stands between it and the group before, if that may be one number with it. */
  readonly gap: string | null;
}

/** What may stand between two digits of one number, also marks that cannot be seen. */
const GAP = /^[\s()./\p{Pd}\p{Cf}]{1,8}$/u;
/** A zip code is none. */
const MIN_CHARACTERS = 7;
/** No number of the world has more. */
const MAX_DIGITS = 15;
/** With its area at least: what stands before it is no area code. */
const WHOLE_DIGITS = 10;

export function hasNumber(text: string, bareNumbers: ReadonlySet<string>): boolean {
  if (bareNumbers.size === 0) return false;
  return [text, ...(text.includes('(0)') ? [text.replaceAll('(0)', ' ')] : [])].some((each) => {
    const groups = readGroups(each);
    return groups.some((_, first) => findFrom(each, groups, first, bareNumbers));
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
  // `+44 20 …` goes on with it.
  const abroad = digitsFromPlus(text, groups, first - 1);
  if (abroad > 0) return abroad + digits.length > MAX_DIGITS;
  return /\s/.test(gap) && (digits.length >= WHOLE_DIGITS || digits.startsWith('0'));
}

/** None where there is no plus. */
function digitsFromPlus(text: string, groups: readonly Group[], last: number): number {
  let digits = 0;
  for (let at = last; at >= 0 && digits <= MAX_DIGITS; at--) {
    const { from, gap, digits: own } = groups[at] as Group;
    digits += own.length;
    if (gap === null) return text[from - 1] === '+' ? digits : 0;
  }
  return 0;
}

/** No whole number begins with another whole one; but `-12` behind it is somebody else's extension. */
function ends(groups: readonly Group[], last: number, digits: string): boolean {
  const after = groups[last + 1];
  if (after === undefined || after.gap === null) return true;
  if (after.digits.length + digits.length > MAX_DIGITS) return true;
  return /\s/.test(after.gap) && digits.length >= WHOLE_DIGITS;
}
