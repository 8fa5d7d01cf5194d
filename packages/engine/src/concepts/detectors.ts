// One small learned detector per concept: it adds up the weights of a clause's features to find out how likely the
// concept is present. Words only decide about concepts, never about points. training/train-concepts.ts writes the table.

import { CONCEPTS, LEAD_COLUMNS } from './concepts.ts';
import table from './detectors.json' with { type: 'json' };
import type { FeatureBuffer } from './features.ts';

/** One detector per concept for clauses, then those for whole leads, because a pitch shows best as a whole. */
export const CLAUSE_COLUMNS = CONCEPTS.length;
export const COLUMNS = CLAUSE_COLUMNS + LEAD_COLUMNS;

export interface DetectorTable {
  /** Log-odds of each column before any feature is counted. */
  readonly bias: readonly number[];
  /** The value of one step of a weight. */
  readonly step: number;
  /** How many bits of a hash identify a feature. */
  readonly keyBits: number;
  /** Feature keys in ascending order, as differences of seven bits per byte, in base64. */
  readonly keys: string;
  /** Column by column, the distance from one weight to the next: one character for up to 60 features, `~` to skip 60,
   * `!` at the end of a column. */
  readonly gaps: string;
  /** The weights in the same order: a to z for one step and more, A to Z below zero. Separate from the gaps, because
   * both compress better that way. */
  readonly steps: string;
}

interface Compiled {
  readonly keyMask: number;
  readonly mask: number;
  readonly slots: Int32Array;
  readonly keys: Int32Array;
  /** Where the weights of a feature begin; they end where those of the next one begin. */
  readonly starts: Int32Array;
  readonly columns: Uint8Array;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

function compileDetectors({ bias, step, keyBits, keys: packedKeys, gaps, steps }: DetectorTable): Compiled {
  const keys = unpackKeys(decodeBase64(packedKeys));
  const size = 2 ** Math.ceil(Math.log2(keys.length * 2 + 2));
  const slots = new Int32Array(size);
  const mask = size - 1;
  keys.forEach((key, index) => {
    let slot = key & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  });
  const { starts, columns, weights } = unpackWeights(gaps, steps, step, keys.length);
  return {
    keyMask: 2 ** keyBits - 1,
    mask,
    slots,
    keys,
    starts,
    columns,
    weights,
    bias: Float32Array.from(bias),
  };
}

const GAP_ZERO = 0x2f;
const GAP_MANY = 0x7e;
const END_OF_COLUMN = 0x21;
const MANY = 60;

/** Calls `visit` for every weight, column by column. */
function walkWeights(gaps: string, visit: (feature: number, column: number, index: number) => void): void {
  let [feature, column, index] = [-1, 0, 0];
  for (let at = 0; at < gaps.length; at++) {
    const code = gaps.charCodeAt(at);
    if (code === END_OF_COLUMN) {
      column++;
      feature = -1;
    } else if (code === GAP_MANY) feature += MANY;
    else {
      feature += code - GAP_ZERO;
      visit(feature, column, index++);
    }
  }
}

/** Regroups the weights from columns to features, because a clause looks them up by feature. */
function unpackWeights(
  gaps: string,
  steps: string,
  step: number,
  features: number,
): Pick<Compiled, 'starts' | 'columns' | 'weights'> {
  const starts = new Int32Array(features + 1);
  walkWeights(gaps, (feature) => {
    starts[feature + 1] = (starts[feature + 1] as number) + 1;
  });
  for (let feature = 0; feature < features; feature++)
    starts[feature + 1] = (starts[feature + 1] as number) + (starts[feature] as number);
  const next = starts.slice();
  const columns = new Uint8Array(steps.length);
  const weights = new Float32Array(steps.length);
  walkWeights(gaps, (feature, column, index) => {
    const place = next[feature] as number;
    next[feature] = place + 1;
    columns[place] = column;
    const code = steps.charCodeAt(index);
    weights[place] = (code >= 97 ? code - 96 : 64 - code) * step;
  });
  return { starts, columns, weights };
}

/** Differences between sorted keys, seven bits per byte, lowest first. */
function unpackKeys(bytes: Uint8Array): Int32Array {
  const keys: number[] = [];
  let key = 0;
  for (let at = 0; at < bytes.length; ) {
    let difference = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at++] as number;
      difference += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      scale *= 128;
    }
    key += difference;
    keys.push(key);
  }
  return Int32Array.from(keys);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Handwritten, because neither Node's Buffer nor the browser's atob is part of the language. */
function decodeBase64(text: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let value = 0; value < BASE64.length; value++) values[BASE64.charCodeAt(value)] = value;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    const digit = (offset: number): number => values[text.charCodeAt(i + offset)] as number;
    const group = (digit(0) << 18) | (digit(1) << 12) | (digit(2) << 6) | digit(3);
    bytes[at++] = group >> 16;
    if (at < bytes.length) bytes[at++] = (group >> 8) & 0xff;
    if (at < bytes.length) bytes[at++] = group & 0xff;
  }
  return bytes;
}

const DETECTORS = compileDetectors(table);
const { keyMask, mask, slots, keys, starts, columns, weights, bias } = DETECTORS;

/** The round in which each feature was last seen, so that none counts twice in a clause or in a lead. */
const metInClause = new Uint32Array(keys.length);
const metInLead = new Uint32Array(keys.length);
let clauseRound = 0;
let leadRound = 0;

const leadSums = new Float64Array(LEAD_COLUMNS);
let leadFeatures = 0;

export function beginLead(): void {
  leadRound = nextRound(leadRound, metInLead);
  leadSums.fill(0);
  leadFeatures = 0;
}

/** Features of a long text count for less, because it repeats itself. */
export const leadShare = (features: number): number => 6 / Math.sqrt(features + 36);

/** Log-odds of every concept in this clause, into `odds`. */
export function weighClause(features: FeatureBuffer, odds: Float64Array): void {
  clauseRound = nextRound(clauseRound, metInClause);
  for (let column = 0; column < CLAUSE_COLUMNS; column++) odds[column] = bias[column] as number;
  const { hashes, length } = features;
  for (let i = 0; i < length; i++) {
    const hash = hashes[i] as number;
    const feature = find(hash);
    if (feature < 0 || metInClause[feature] === clauseRound) continue;
    metInClause[feature] = clauseRound;
    const isNewInLead = metInLead[feature] !== leadRound;
    if (isNewInLead) {
      metInLead[feature] = leadRound;
      leadFeatures++;
    }
    const end = starts[feature + 1] as number;
    for (let at = starts[feature] as number; at < end; at++) {
      const column = columns[at] as number;
      if (column < CLAUSE_COLUMNS) odds[column] = (odds[column] as number) + (weights[at] as number);
      else if (isNewInLead) {
        const sign = column - CLAUSE_COLUMNS;
        leadSums[sign] = (leadSums[sign] as number) + (weights[at] as number);
      }
    }
  }
}

/** Log-odds of the lead as a whole, after its last clause. */
export function weighLead(): Float64Array {
  const share = leadShare(leadFeatures);
  for (let sign = 0; sign < LEAD_COLUMNS; sign++)
    leadSums[sign] = (leadSums[sign] as number) * share + (bias[CLAUSE_COLUMNS + sign] as number);
  return leadSums.slice();
}

function find(hash: number): number {
  const key = hash & keyMask;
  for (let slot = key & mask; ; slot = (slot + 1) & mask) {
    const feature = (slots[slot] as number) - 1;
    if (feature < 0 || keys[feature] === key) return feature;
  }
}

function nextRound(round: number, met: Uint32Array): number {
  if (round < 0xffffffff) return round + 1;
  met.fill(0);
  return 1;
}
