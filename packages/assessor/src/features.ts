// The input to the heads for one clause: its embedding and the scores from the engine's own detectors. The embedding
// covers words the detectors don't know, and the detectors cover languages the embedding doesn't.

import { CONCEPTS, LEAD_COLUMNS } from '@leadline/engine';

/** The length of an embedding. */
export const DIMENSIONS = 384;
export const FEATURES = DIMENSIONS + CONCEPTS.length + LEAD_COLUMNS;

/** Above this, a detector being even more certain tells us nothing new. */
const MAX_ODDS = 6;

export function joinFeatures(
  embedding: Float32Array,
  clause: Float64Array,
  lead: Float64Array,
): Float32Array {
  const features = new Float32Array(FEATURES);
  features.set(embedding);
  let at = DIMENSIONS;
  for (const value of clause) features[at++] = clamp(value);
  for (const value of lead) features[at++] = clamp(value);
  return features;
}

const clamp = (odds: number): number => Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds));
