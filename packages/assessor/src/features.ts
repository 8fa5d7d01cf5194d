// What the heads are shown of a clause: its meaning as the embedding has it, and what the engine's own detectors make of
// it. The embedding knows words that no detector has met; the detectors know languages that the embedding does not.

import { CONCEPTS, LEAD_COLUMNS } from '@leadline/engine';

/** How many numbers an embedding has. */
export const DIMENSIONS = 384;
export const FEATURES = DIMENSIONS + CONCEPTS.length + LEAD_COLUMNS;

/** Beyond this, more certainty of a detector says nothing new. */
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
