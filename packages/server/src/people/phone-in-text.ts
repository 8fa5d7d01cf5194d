// Finds phone numbers in free text, allowing for the spaces and dashes that people type between digits. When numbers
// follow each other (`10115 12125550123`), nothing marks where one ends. So we look at every run of digit groups that
// has as many digits as a wanted number and check that its neighbors aren't part of the same number. Takes time in
// proportion to the length of the text, whatever it contains.

/** Digits only, without the `00` that some people write instead of `+`. */
export const bareNumber = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

/** More than a zip code has. */
const MIN_CHARACTERS = 7;
/** The limit of the E.164 standard. */
const MAX_DIGITS = 15;
/** A number this long includes the area code, so any digits before it are something else. */
const WHOLE_DIGITS = 10;
/** Characters that may separate digits within a number, including invisible ones. */
const GAP = /^[\s()./\p{Pd}\p{Cf}]{1,8}$/u;
const MAX_GAP_LENGTH = 20;

/** Returns a function that tells whether a text contains one of the numbers. */
export function makePhoneFinder(bareNumbers: ReadonlySet<string>): (text: string) => boolean {
  if (bareNumbers.size === 0) return () => false;
  const lengths = [...new Set([...bareNumbers].flatMap(({ length }) => [length, length + 2]))].filter(
    (length) => length > 0 && length <= MAX_DIGITS + 2,
  );
  const canEndWith = listEndings(bareNumbers);
  const isIn = (text: string): boolean => {
    const groups = readGroups(text);
    return groups.from.some((_, first) => {
      const start = groups.offset[first] as number;
      return lengths.some((length) => {
        const last = lastGroupOf(groups, first, length);
        if (last === null || canEndWith[groups.endings[start + length - 1] as number] === 0) return false;
        const digits = groups.digits.slice(start, start + length);
        return (
          bareNumbers.has(bareNumber(digits)) &&
          isLong(text, groups, first, last) &&
          begins(text, groups, first, digits) &&
          ends(text, groups, last, digits)
        );
      });
    });
  };
  return (text) => isIn(text) || (text.includes('(0)') && isIn(text.replaceAll('(0)', ' ')));
}

/** Most runs of digits can be ruled out by their last four digits alone, which saves comparing the rest. */
const ENDING_DIGITS = 4;
const ENDINGS = 10 ** ENDING_DIGITS;

function listEndings(bareNumbers: ReadonlySet<string>): Uint8Array {
  const endings = new Uint8Array(ENDINGS);
  for (const number of bareNumbers) {
    if (number.length < ENDING_DIGITS) return endings.fill(1);
    endings[Number(number.slice(-ENDING_DIGITS))] = 1;
  }
  return endings;
}

/** The groups of digits in a text, by their place. */
interface Groups {
  /** All digits of the text, without what is between them. */
  readonly digits: string;
  /** For each digit, the number formed by the last four digits up to it. */
  readonly endings: Uint16Array;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** How many digits come before the group. Has one more entry, for the end of the text. */
  readonly offset: readonly number[];
  /** Groups with the same run may be parts of one number. */
  readonly run: readonly number[];
  /** For each digit and the end of the text, the group that begins there, or -1. */
  readonly beginningAt: Int32Array;
}

function readGroups(text: string): Groups {
  const digits = text.replace(/\D+/g, '');
  const endings = new Uint16Array(digits.length);
  for (let at = 0, ending = 0; at < digits.length; at++) {
    ending = (ending * 10 + digits.charCodeAt(at) - 48) % ENDINGS;
    endings[at] = ending;
  }
  const [from, to, offset, run]: [number[], number[], number[], number[]] = [[], [], [], []];
  const beginningAt = new Int32Array(digits.length + 1).fill(-1);
  let count = 0;
  for (let at = 0; count < digits.length; ) {
    while (!isDigit(text, at)) at++;
    const start = at;
    while (isDigit(text, at)) at++;
    const group = from.length;
    const end = group === 0 ? 0 : (to[group - 1] as number);
    const isJoined = group > 0 && isGap(text, end, start);
    run.push(group === 0 ? 0 : (run[group - 1] as number) + (isJoined ? 0 : 1));
    beginningAt[count] = group;
    from.push(start);
    to.push(at);
    offset.push(count);
    count += at - start;
  }
  beginningAt[count] = from.length;
  offset.push(count);
  return { digits, endings, from, to, offset, run, beginningAt };
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function isGap(text: string, from: number, to: number): boolean {
  if (to - from === 1 && ' -.()/'.includes(text[from] as string)) return true; // saves most of the time
  return to - from <= MAX_GAP_LENGTH && GAP.test(text.slice(from, to));
}

const gapBefore = (text: string, { from, to }: Groups, group: number): string =>
  text.slice(to[group - 1], from[group]);

const isJoined = ({ run }: Groups, group: number): boolean =>
  group > 0 && group < run.length && run[group] === run[group - 1];

const digitsIn = ({ offset }: Groups, group: number): number =>
  (offset[group + 1] as number) - (offset[group] as number);

/** The group that ends after `length` digits, if it may belong to the same number as the first group. */
function lastGroupOf({ offset, run, beginningAt }: Groups, first: number, length: number): number | null {
  const next = beginningAt[(offset[first] as number) + length] ?? -1;
  return next < 0 || run[next - 1] !== run[first] ? null : next - 1;
}

const isLong = (text: string, { from, to }: Groups, first: number, last: number): boolean => {
  const start = from[first] as number;
  return (to[last] as number) - start + (/[+(]/.test(text[start - 1] ?? '') ? 1 : 0) >= MIN_CHARACTERS;
};

function begins(text: string, groups: Groups, first: number, digits: string): boolean {
  if (!isJoined(groups, first)) return true;
  if (digitsIn(groups, first - 1) + digits.length > MAX_DIGITS) return true;
  // Digits after `+44 20 …` belong to that number, unless they would make it too long.
  const international = digitsFromPlus(text, groups, first - 1);
  if (international > 0) return international + digits.length > MAX_DIGITS;
  return (
    /\s/.test(gapBefore(text, groups, first)) && (digits.length >= WHOLE_DIGITS || digits.startsWith('0'))
  );
}

/** The number of digits since a plus sign, or 0 if there is none. */
function digitsFromPlus(text: string, groups: Groups, last: number): number {
  let digits = 0;
  for (let at = last; at >= 0 && digits <= MAX_DIGITS; at--) {
    digits += digitsIn(groups, at);
    if (!isJoined(groups, at)) return text[(groups.from[at] as number) - 1] === '+' ? digits : 0;
  }
  return 0;
}

/** A complete number is never the start of another one, so a space after it starts a new number. But a `-12` after it
 * is an extension, which belongs to somebody else. */
function ends(text: string, groups: Groups, last: number, digits: string): boolean {
  const after = last + 1;
  if (!isJoined(groups, after)) return true;
  if (digitsIn(groups, after) + digits.length > MAX_DIGITS) return true;
  return /\s/.test(gapBefore(text, groups, after)) && digits.length >= WHOLE_DIGITS;
}
