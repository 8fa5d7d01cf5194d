// Finds the engine's quotes in the lead's texts. The engine doesn't give their positions, so each quote is searched
// for; quotes that aren't found are returned separately.

export type Tone = 'for' | 'against' | 'risk' | 'money';

export interface Reading {
  /** Index of the text the quote comes from; null if it could be any of them. */
  readonly text: number | null;
  /** The lead's own words. */
  readonly quote: string;
  readonly label: string;
  readonly tone: Tone;
  readonly points: number | null;
}

export interface Label {
  readonly number: number;
  readonly label: string;
  readonly tone: Tone;
  readonly points: number | null;
}

export interface Segment {
  readonly text: string;
  /** What the words mean, most important first; empty if they weren't scored. */
  readonly labels: readonly Label[];
}

export interface Marked {
  /** The segments of each text, in order. Joined, they make up the whole text. */
  readonly texts: readonly (readonly Segment[])[];
  /** Every label used in a text, by number. */
  readonly legend: readonly Label[];
  readonly unfound: readonly Reading[];
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly readings: Reading[];
}

/** Where readings overlap, the first one is marked and the others only add their labels. A reading is marked in the
 * first text that contains it. */
export function markTexts(texts: readonly string[], readings: readonly Reading[]): Marked {
  const places = texts.map((): Place[] => []);
  const unfound: Reading[] = [];
  for (const reading of readings) {
    const pattern = patternOf(reading.quote);
    const contains = (text: string | undefined): boolean =>
      pattern !== null && text !== undefined && text.search(pattern) >= 0;
    const found =
      reading.text === null ? texts.findIndex(contains) : contains(texts[reading.text]) ? reading.text : -1;
    if (pattern === null || found < 0) {
      unfound.push(reading);
      continue;
    }
    for (const { index, 0: words } of (texts[found] as string).matchAll(pattern))
      addPlace(places[found] as Place[], index, index + words.length, reading);
  }
  const legend: Label[] = [];
  const marked = texts.map((text, index) => {
    const inOrder = (places[index] as Place[]).toSorted((a, b) => a.start - b.start);
    return splitAt(text, inOrder, legend);
  });
  return { texts: marked, legend, unfound };
}

function addPlace(places: Place[], start: number, end: number, reading: Reading): void {
  const overlapped = places.find((place) => start < place.end && place.start < end);
  if (overlapped === undefined) places.push({ start, end, readings: [reading] });
  else overlapped.readings.push(reading);
}

function splitAt(text: string, places: readonly Place[], legend: Label[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, readings } of places) {
    if (start > at) segments.push({ text: text.slice(at, start), labels: [] });
    segments.push({
      text: text.slice(start, end),
      labels: [...new Set(readings.map((reading) => labelOf(reading, legend)))],
    });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), labels: [] });
  return segments;
}

function labelOf({ label, tone, points }: Reading, legend: Label[]): Label {
  const known = legend.find((other) => other.label === label && other.tone === tone);
  if (known !== undefined) return known;
  const added = { number: legend.length + 1, label, tone, points };
  legend.push(added);
  return added;
}

/** Matches whole words, ignoring case and spacing; the engine ends a long quote with `…`. */
function patternOf(quote: string): RegExp | null {
  const words = quote
    .replace(/…$/, '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const body = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  // Chinese and Japanese have no spaces between words, so word boundaries can't be required.
  const isSpaced = !/[\u3040-\u30ff\u3400-\u9fff]/.test(quote);
  return new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])` : body, 'giu');
}
