// Numbers the words and stems that occur in phrase books, so that finding phrases compares numbers instead of strings.

const MIN_STEM_LENGTH = 3;
const NO_LABELS: readonly number[] = [];

interface Stem {
  readonly letters: string;
  readonly label: number;
}

const words = new Map<string, number>();
/** By their first three letters; longest first. */
const stems = new Map<number, Stem[]>();
let labels = 0;

/** A number, because the first letters of each word as a string would be a new string. Different letters may have the
 * same key. */
const stemKey = (word: string): number =>
  (word.charCodeAt(0) * 961 + word.charCodeAt(1) * 31 + word.charCodeAt(2)) & 0xffffff;

export function labelWord(word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, ++labels);
  return labels;
}

export function labelStem(letters: string): number {
  if (letters.length < MIN_STEM_LENGTH) throw new Error(`the stem "${letters}" is too short`);
  const siblings = stems.get(stemKey(letters)) ?? [];
  const known = siblings.find((stem) => stem.letters === letters);
  if (known !== undefined) return known.label;
  siblings.push({ letters, label: ++labels });
  siblings.sort((a, b) => b.letters.length - a.letters.length);
  stems.set(stemKey(letters), siblings);
  return labels;
}

/** The label of a folded word and those of its stems. Most words have none. */
export function labelsOf(word: string): readonly number[] {
  const label = words.get(word);
  const siblings = word.length < MIN_STEM_LENGTH ? undefined : stems.get(stemKey(word));
  if (siblings === undefined) return label === undefined ? NO_LABELS : [label];
  const found = label === undefined ? [] : [label];
  for (const stem of siblings) if (word.startsWith(stem.letters)) found.push(stem.label);
  return found;
}
