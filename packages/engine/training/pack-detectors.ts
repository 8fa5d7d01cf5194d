// Packs fitted weights into the small table that ships with the engine.

import { type DetectorTable, SIGNALS } from '../src/reading/detectors.ts';
import type { Fitted } from './fit-detectors.ts';

/** Weights are rounded to this step; smaller ones do not matter. */
const STEP = 0.5;
const MAX_STEPS = 26;

/** The detectors of clauses, then those of whole leads. */
export function packDetectors(
  keys: Int32Array,
  keyBits: number,
  fitted: readonly Fitted[],
): { packed: DetectorTable; weights: number } {
  // Rounding and packing would turn them into other weights without a word.
  if (!fitted.every(({ bias, weights }) => bias.every(Number.isFinite) && weights.every(Number.isFinite)))
    throw new Error('a weight of the detectors is not finite: the fit has diverged');
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
  for (const { weights } of fitted) {
    for (let signal = 0; signal < SIGNALS; signal++) {
      let before = -1;
      for (let feature = 0; feature < keys.length; feature++) {
        const own = stepsOf(weights[feature * SIGNALS + signal] as number);
        if (own === 0) continue;
        let gap = feature - before;
        for (; gap > 60; gap -= 60) gaps += '~';
        gaps += String.fromCharCode(0x2f + gap);
        steps += String.fromCharCode(own > 0 ? 96 + own : 64 - own);
        before = feature;
      }
      gaps += '!';
    }
  }
  const packed = {
    bias: fitted.flatMap(({ bias }) => Array.from(bias, (value) => Math.round(value * 1000) / 1000)),
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
