// Packs fitted weights into the small table that ships with the engine.

import { COLUMNS, type DetectorTable } from '../src/concepts/detectors.ts';
import type { Fitted } from './fit-detectors.ts';

/** Weights are rounded to this step; smaller ones do not matter. */
const STEP = 0.4;
const MAX_STEPS = 26;

export function packDetectors(
  keys: Int32Array,
  keyBits: number,
  fitted: readonly Fitted[],
): { packed: DetectorTable; weights: number } {
  if (fitted.length !== COLUMNS) throw new Error(`expected ${COLUMNS} detectors, got ${fitted.length}`);
  const bytes: number[] = [];
  let last = 0;
  for (const key of keys) {
    let difference = key - last;
    last = key;
    while (difference >= 128) {
      bytes.push((difference % 128) | 0x80);
      difference = Math.floor(difference / 128);
    }
    bytes.push(difference);
  }
  let gaps = '';
  let steps = '';
  for (const column of fitted) {
    let before = -1;
    keys.forEach((_, feature) => {
      const own = stepsOf(column.weights[feature] as number);
      if (own === 0) return;
      let gap = feature - before;
      for (; gap > 60; gap -= 60) gaps += '~';
      gaps += String.fromCharCode(0x2f + gap);
      steps += String.fromCharCode(own > 0 ? 96 + own : 64 - own);
      before = feature;
    });
    gaps += '!';
  }
  const packed = {
    bias: fitted.map(({ bias }) => Math.round(bias * 1000) / 1000),
    step: STEP,
    keyBits,
    keys: Buffer.from(bytes).toString('base64'),
    gaps,
    steps,
  };
  return { packed, weights: steps.length };
}

const stepsOf = (weight: number): number =>
  Math.max(-MAX_STEPS, Math.min(MAX_STEPS, Math.round(weight / STEP)));
