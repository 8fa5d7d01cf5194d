// Weighs the words of a message by a table learnt from judged leads (training/train-words.ts): how much each
// word and pair of words speaks for a buyer, and how much for junk. Linear on purpose: every point can be traced
// to words of the lead, which the reason quotes. Nine tenths of it were met in fewer than ten leads each, so its say
// is bounded by settings and it never stands alone.

import { type FindStem, indexStems } from './stem-index.ts';
import { quote, type Tokens } from './tokenize.ts';
import table from './word-table.json' with { type: 'json' };

export interface WordReading {
  /** Points for and against, before rounding and caps. */
  readonly gain: number;
  readonly loss: number;
  /** The lead's own words that weigh most, heaviest first. */
  readonly gainQuotes: readonly string[];
  readonly lossQuotes: readonly string[];
  /** Log-odds that the message is spam, a pitch, an application or gibberish. */
  readonly junk: number;
  readonly junkQuotes: readonly string[];
  /** How many words and pairs the table knows. */
  readonly known: number;
}

export interface WordTable {
  readonly junkBias: number;
  /** Log-odds of junk for each sign of junkSigns in judgement.ts, in its order. */
  readonly signs: readonly number[];
  /** Stem, or two stems with a space between → hundredths of a point, hundredths of log-odds. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

const MOST_QUOTES = 3;
const LONGEST_SIGNATURE = 3;

/** The table in flat arrays, because a message asks it twice a word: with maps of objects a message of 20 words took
 * 7 µs, with these and stem-index.ts 1.3. */
interface CompiledTable {
  readonly junkBias: number;
  readonly findStem: FindStem;
  /** By the number of a stem: the number of its weight, or -1. */
  readonly singles: Int32Array;
  readonly pairs: ReadonlyMap<number, number>;
  readonly points: Float64Array;
  readonly junk: Float64Array;
}

const pairKey = (first: number, second: number): number => first * 65_536 + second;

function compileTable({ weights, junkBias }: WordTable): CompiledTable {
  const keys = Object.keys(weights);
  const ids = new Map<string, number>();
  for (const key of keys) {
    for (const stem of key.split(' ')) if (!ids.has(stem)) ids.set(stem, ids.size);
  }
  const singles = new Int32Array(ids.size).fill(-1);
  const pairs = new Map<number, number>();
  const points = new Float64Array(keys.length);
  const junk = new Float64Array(keys.length);
  keys.forEach((key, index) => {
    const [first = '', second] = key.split(' ');
    if (second === undefined) singles[ids.get(first) as number] = index;
    else pairs.set(pairKey(ids.get(first) as number, ids.get(second) as number), index);
    points[index] = (weights[key]?.[0] ?? 0) / 100;
    junk[index] = (weights[key]?.[1] ?? 0) / 100;
  });
  return { junkBias, findStem: indexStems([...ids.keys()]), singles, pairs, points, junk };
}

const TABLE = compileTable(table);
export const SIGN_WEIGHTS: readonly number[] = table.signs;

export const NO_WORDS: WordReading = {
  gain: 0,
  loss: 0,
  gainQuotes: [],
  lossQuotes: [],
  junk: table.junkBias,
  junkQuotes: [],
  known: 0,
};

/** What of the table a message has, each once: the numbers of the weights, and where they stand. */
interface Found {
  readonly weights: number[];
  /** The last word of each, twice its number, plus one where it is a pair: one list instead of two. */
  readonly places: number[];
}

/** A long message says the same things at length, so its words share one voice; a word alone has a small one. */
export const shareOf = (count: number): number => 1 / Math.sqrt(count + 4);

/** `counted` are the words after hideOrigins. */
export function weighWords(tokens: Tokens, counted: readonly string[]): WordReading {
  const found = findWeights(tokens, counted);
  const { weights } = found;
  const { points, junk } = TABLE;
  const share = shareOf(weights.length);
  let gain = 0;
  let loss = 0;
  let odds = 0;
  const gains: number[] = [];
  const losses: number[] = [];
  for (let i = 0; i < weights.length; i++) {
    const index = weights[i] as number;
    const size = points[index] as number;
    if (size > 0) {
      gain += size;
      keepHeaviest(gains, i, size, weights, points);
    } else {
      loss += size;
      keepHeaviest(losses, i, size, weights, points);
    }
    odds += junk[index] as number;
  }
  odds = TABLE.junkBias + odds * share;
  return {
    gain: gain * share,
    loss: loss * share,
    gainQuotes: quoteAll(gains, found, tokens),
    lossQuotes: quoteAll(losses, found, tokens),
    junk: odds,
    junkQuotes: odds > 0 ? quoteAll(heaviestJunk(weights), found, tokens) : [],
    known: weights.length,
  };
}

/** Keeps the places of the few heaviest weights of one sign, heaviest first. */
function keepHeaviest(
  top: number[],
  place: number,
  size: number,
  weights: readonly number[],
  points: Float64Array,
): void {
  let rank = top.length;
  const heavy = Math.abs(size);
  while (rank > 0 && Math.abs(points[weights[top[rank - 1] as number] as number] as number) < heavy) rank--;
  if (rank >= MOST_QUOTES) return;
  for (let i = Math.min(top.length, MOST_QUOTES - 1); i > rank; i--) top[i] = top[i - 1] as number;
  top[rank] = place;
}

const heaviestJunk = (weights: readonly number[]): number[] =>
  weights
    .map((index, place) => ({ place, size: TABLE.junk[index] as number }))
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => b.size - a.size)
    .slice(0, MOST_QUOTES)
    .map(({ place }) => place);

/** As the lead wrote them; a word inside a quoted pair is not quoted twice. */
function quoteAll(top: readonly number[], { places }: Found, tokens: Tokens): string[] {
  const quotes: string[] = [];
  for (const i of top) {
    const place = places[i] as number;
    const last = place >> 1;
    const isPair = (place & 1) === 1;
    const isInside =
      !isPair && top.some((other) => places[other] === place + 1 || places[other] === place + 3);
    if (!isInside) quotes.push(quote(tokens, isPair ? last - 1 : last, last));
  }
  return quotes;
}

/** "… only starting to look. Anne Baker": her name says nothing about bread. */
export function startOfSignature({ raw, words, starts, ends }: Tokens): number {
  const last = words.length;
  if (raw === raw.toUpperCase()) return last;
  for (let at = last - 1; at > 0 && last - at <= LONGEST_SIGNATURE; at--) {
    const code = raw.charCodeAt(starts[at] as number);
    const isCapital = code >= 65 && code <= 90;
    if (!isCapital) return last;
    const gap = raw.slice(ends[at - 1], starts[at]);
    if (/[.!?\n,]/.test(gap)) return at;
  }
  return last;
}

/** In which round each weight was last met, so that none counts twice in a message. */
const metIn = new Uint32Array(TABLE.points.length);
let round = 0;

function findWeights(tokens: Tokens, counted: readonly string[]): Found {
  const weights: number[] = [];
  const places: number[] = [];
  round++;
  if (round > 0xffffffff) {
    metIn.fill(0);
    round = 1;
  }
  const end = startOfSignature(tokens);
  const { findStem, singles, pairs } = TABLE;
  let previous = -1;
  for (let at = 0; at < end; at++) {
    const word = counted[at] as string;
    const id = word === '' ? -1 : findStem(word);
    if (id >= 0) {
      const single = singles[id] as number;
      if (single >= 0 && metIn[single] !== round) {
        metIn[single] = round;
        weights.push(single);
        places.push(2 * at);
      }
      const pair = previous < 0 ? undefined : pairs.get(pairKey(previous, id));
      if (pair !== undefined && metIn[pair] !== round) {
        metIn[pair] = round;
        weights.push(pair);
        places.push(2 * at + 1);
      }
    }
    previous = id;
  }
  return { weights, places };
}
