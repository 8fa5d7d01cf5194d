// Turns the concept likelihoods of a lead's clauses into an assessment: what is clearly present, what clearly absent.

import { type Assessment, CONCEPTS, type Concept, type Finding, isCapping, kindOf } from '@leadline/engine';
import { type HeadWeights, sigmoid } from './heads.ts';
import type { Limits } from './heads-file.ts';

export const LOCAL = 'local';

/** If fewer of its words are known, the text is in a language the model doesn't support. */
const MIN_FAMILIAR = 0.4;

/** How likely a concept is in the clause where it is most likely. */
export interface Likelihood {
  readonly present: number;
  readonly strong: number;
  readonly clause: number;
}

/** `logits` are indexed by clause, then concept. */
export function findLikelihoods(logits: readonly Float64Array[], { bias }: HeadWeights): Likelihood[] {
  return CONCEPTS.map((_, head) => {
    let clause = 0;
    let best = Number.NEGATIVE_INFINITY;
    logits.forEach((clauseLogits, index) => {
      if ((clauseLogits[head] as number) > best) {
        best = clauseLogits[head] as number;
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
