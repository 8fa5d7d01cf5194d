// The metrics for judged leads.

import { JUNK_KINDS, TIERS } from './judged.ts';

/** Held-out leads by set: the first four were written for engine 2, the last for engine 1. */
export const SETS: Readonly<Record<string, readonly string[]>> = {
  mixed: ['mixed'],
  ordinary: ['ordinary'],
  hard: ['hard'],
  forms: ['forms'],
  earlier: ['consultant', 'director', 'evaluator', 'trainer'],
};

export interface Rated {
  /** Index in TIERS. */
  readonly tier: number;
  readonly kind: string;
  /** Null if the lead was rejected. */
  readonly score: number | null;
  readonly grade: string | null;
}

export interface Figures {
  readonly leads: number;
  /** Share of pairs at least two tiers apart in which the better lead scores higher; a tie counts half. */
  readonly ordered: number;
  /** The same for pairs of a call-now and a good lead. */
  readonly callFirst: number;
  /** Number of call-now leads that were rejected or graded Cold or Spam. */
  readonly lost: number;
  readonly callNow: number;
  /** Share of leads that score 97 or more. */
  readonly topShare: number;
  /** Share of spam, pitches, job seekers and gibberish that is graded Spam or Cold. */
  readonly junkCaught: number;
}

const CALL_NOW = TIERS.indexOf('call-now');

export function measure(rated: readonly Rated[]): Figures {
  const isLow = ({ grade }: Rated): boolean => grade === null || grade === 'Cold' || grade === 'Spam';
  const callNow = rated.filter(({ tier }) => tier === CALL_NOW);
  const junk = rated.filter(({ kind }) => JUNK_KINDS.has(kind));
  return {
    leads: rated.length,
    ordered: orderedShare(rated, (gap) => gap >= 2),
    callFirst: orderedShare(
      rated.filter(({ tier }) => tier >= CALL_NOW - 1),
      (gap) => gap === 1,
    ),
    lost: callNow.filter(isLow).length,
    callNow: callNow.length,
    topShare: rated.filter(({ score }) => (score ?? 0) >= 97).length / rated.length,
    junkCaught: junk.filter(isLow).length / Math.max(1, junk.length),
  };
}

function orderedShare(rated: readonly Rated[], isCompared: (gap: number) => boolean): number {
  let pairs = 0;
  let right = 0;
  for (const better of rated) {
    for (const worse of rated) {
      if (!isCompared(better.tier - worse.tier)) continue;
      pairs++;
      const gap = (better.score ?? -1) - (worse.score ?? -1);
      right += gap > 0 ? 1 : gap === 0 ? 0.5 : 0;
    }
  }
  return pairs === 0 ? 1 : right / pairs;
}
