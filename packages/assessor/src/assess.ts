// From odds to what the engine is given: a kind, a score of 0 to 20, how certain, how urgent.

import { type Assessment, MAX_ASSESSMENT_SCORE } from '@leadline/engine';
import type { Features } from './features.ts';
import type { Odds } from './heads.ts';
import { KINDS } from './labels.ts';

export const LOCAL = 'local';

/** What each level of intent is worth, as a share of the full score; half says nothing either way. */
const INTENT_WORTH = [0, 0.4, 0.7, 1] as const;

/** Below this share of words that the corpus knows, the language is not one of ours. */
const LEAST_FAMILIAR = 0.4;

export function assess(
  odds: Odds,
  { words, familiarity }: Pick<Features, 'words' | 'familiarity'>,
): Assessment {
  const { kind, intent, urgency } = odds;
  const likeliest = indexOfMost(kind);
  const worth = intent.reduce((sum, share, level) => sum + share * (INTENT_WORTH[level] ?? 0), 0);
  return {
    kind: KINDS[likeliest] as Assessment['kind'],
    score: Math.round(worth * MAX_ASSESSMENT_SCORE),
    certainty: words === 0 || familiarity < LEAST_FAMILIAR ? 0 : (kind[likeliest] as number),
    urgency: indexOfMost(urgency),
    by: LOCAL,
  };
}

const indexOfMost = (shares: Float64Array): number => shares.indexOf(Math.max(...shares));
