// Finds in a text what the engine read in it. The engine quotes the lead's words but not their places, so each
// quote is looked for; what is found nowhere is given back to be listed beside.

export type Tone = 'for' | 'against' | 'risk' | 'money';

export interface Reading {
  /** Which of the texts it was read in; null: wherever it is found. */
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
  /** What the words were read as, the weightiest first; none where they were not. */
  readonly labels: readonly Label[];
}

export interface Marked {
  /** One list for each text, in order; put together they are the text. */
  readonly texts: readonly (readonly Segment[])[];
  /** Every label that stands in a text, by number. */
  readonly legend: readonly Label[];
  readonly unfound: readonly Reading[];
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly readings: Reading[];
}

/** The readings that come first take the words; a later one over the same words only adds its label. Each is marked
 * in the first text that holds it. */
export function markTexts(texts: readonly string[], readings: readonly Reading[]): Marked {
  const places = texts.map((): Place[] => []);
  const unfound: Reading[] = [];
  for (const reading of readings) {
    const pattern = patternOf(reading.quote);
    const holds = (text: string | undefined): boolean =>
      pattern !== null && text !== undefined && text.search(pattern) >= 0;
    const holder =
      reading.text === null ? texts.findIndex(holds) : holds(texts[reading.text]) ? reading.text : -1;
    if (pattern === null || holder < 0) {
      unfound.push(reading);
      continue;
    }
    for (const { index, 0: found } of (texts[holder] as string).matchAll(pattern))
      take(places[holder] as Place[], index, index + found.length, reading);
  }
  const legend: Label[] = [];
  const cut = texts.map((text, index) => {
    const inOrder = (places[index] as Place[]).toSorted((a, b) => a.start - b.start);
    return cutAt(text, inOrder, legend);
  });
  return { texts: cut, legend, unfound };
}

function take(places: Place[], start: number, end: number, reading: Reading): void {
  const overlapped = places.find((place) => start < place.end && place.start < end);
  if (overlapped === undefined) places.push({ start, end, readings: [reading] });
  else overlapped.readings.push(reading);
}

function cutAt(text: string, places: readonly Place[], legend: Label[]): Segment[] {
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
  const made = { number: legend.length + 1, label, tone, points };
  legend.push(made);
  return made;
}

/** Whole words, whatever the case and the space between them; the engine ends a long quote with `…`. */
function patternOf(quote: string): RegExp | null {
  const words = quote
    .replace(/…$/, '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const body = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  // Chinese and Japanese have no space between words, so there no end of a word can be asked for.
  const isSpaced = !/[\u3040-\u30ff\u3400-\u9fff]/.test(quote);
  return new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])` : body, 'giu');
}
