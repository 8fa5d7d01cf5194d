// The chance of closing that the settings state for a score, as a curve instead of bands. Learning starts from it.

import type { Settings } from '@leadline/engine';
import { toLogit } from './logistic.ts';

const MAX_SCORE = 100;

export type StatedCurve = readonly (readonly [score: number, logit: number])[];

/** The middles of the bands, lowest first. Bands that no score reaches would not be in order. */
export function statedCurve({ closing }: Settings): StatedCurve {
  let top = MAX_SCORE;
  const reachable = closing.filter(({ from }) => from <= MAX_SCORE);
  const middles = reachable.map(({ from, low, high }): [number, number] => {
    const middle: [number, number] = [(from + top) / 2, toLogit(clip((low + high) / 200))];
    top = from;
    return middle;
  });
  return middles.reverse();
}

/** Linear between the points of the curve, flat beyond them. */
export function logitAt(curve: StatedCurve, score: number): number {
  const above = curve.findIndex(([at]) => at >= score);
  const upper = curve[above];
  const lower = curve[above - 1];
  if (upper === undefined) return curve.at(-1)?.[1] ?? 0;
  if (lower === undefined) return upper[1];
  return lower[1] + ((score - lower[0]) / (upper[0] - lower[0])) * (upper[1] - lower[1]);
}

const clip = (probability: number): number => Math.min(0.99, Math.max(0.01, probability));
