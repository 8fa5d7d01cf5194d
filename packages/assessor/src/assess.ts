// From the odds of every clause to what the engine is given: which concepts are surely there, and which are surely not.

import { type Assessment, CONCEPTS, type Concept, type Finding, isCapping, kindOf } from '@leadline/engine';
import { type HeadWeights, sigmoid } from './heads.ts';
import type { Limits } from './model-file.ts';

export const LOCAL = 'local';

/** Below this share of words that the corpus knows, the language is not one of ours. */
const MIN_FAMILIAR = 0.4;

/** How likely each concept is, at the clause that shows it best. */
export interface Likelihood {
  readonly present: number;
  readonly strong: number;
  readonly clause: number;
}

/** `logits` by clause and concept. */
export function findLikelihoods(logits: readonly Float64Array[], { bias }: HeadWeights): Likelihood[] {
  return CONCEPTS.map((_, head) => {
    let clause = 0;
    let best = Number.NEGATIVE_INFINITY;
    logits.forEach((own, index) => {
      if ((own[head] as number) > best) {
        best = own[head] as number;
        clause = index;
      }
    });
    return {
      present: sigmoid(best + (bias[2 * head] as number)),
      strong: sigmoid(best + (bias[2 * head + 1] as number)),
      clause,
    };
  });
}

export function assess(
  likelihoods: readonly Likelihood[],
  limits: Readonly<Record<Concept, Limits>>,
  familiarity: number,
): Assessment {
  const present: Finding[] = [];
  const absent: Concept[] = [];
  let doubts = 0;
  CONCEPTS.forEach((concept, head) => {
    const likelihood = likelihoods[head] as Likelihood;
    const limit = limits[concept];
    if (likelihood.present >= limit.present)
      present.push({
        concept,
        strength: likelihood.strong >= limit.strong ? 2 : 1,
        clause: likelihood.clause,
      });
    else if (likelihood.present <= limit.absent) absent.push(concept);
    else if (!isCapping(concept)) doubts++;
  });
  return {
    kind: kindOf(present.map(({ concept }) => concept)),
    present,
    absent,
    certainty: familiarity < MIN_FAMILIAR ? 0 : Math.max(0.5, 0.95 - 0.06 * doubts),
    by: LOCAL,
  };
}
