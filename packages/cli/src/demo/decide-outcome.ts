// What became of a lead, if anything by now: better ones are won more often and decided sooner.

import type { Grade } from '@leadline/engine';
import type { PastLead } from '@leadline/server';
import type { Random } from './random.ts';
import { qualityOf, type SourceName } from './sources.ts';

interface Fate {
  /** How many are decided at all. */
  readonly decided: number;
  readonly won: number;
  /** Half of them take longer. */
  readonly medianDays: number;
}

const FATES: Readonly<Record<Grade, Fate>> = {
  Hot: { decided: 0.9, won: 0.5, medianDays: 5 },
  Warm: { decided: 0.8, won: 0.38, medianDays: 9 },
  Cool: { decided: 0.65, won: 0.16, medianDays: 12 },
  Cold: { decided: 0.55, won: 0.05, medianDays: 8 },
  Spam: { decided: 0.6, won: 0, medianDays: 0.6 },
};

const REASONS = [
  'Too expensive',
  'Chose another agency',
  'No answer to three calls',
  'Postponed to next year',
  'Not what we do',
  'No budget after all',
];
const DAY_MS = 24 * 60 * 60 * 1000;

/** `dealThousands`: what they would spend. */
export function decideOutcome(
  random: Random,
  grade: Grade,
  source: SourceName,
  receivedAt: Date,
  dealThousands: number,
  now: Date,
): PastLead['outcome'] {
  const { decided, won, medianDays } = FATES[grade];
  // Exponential: most soon, some very late.
  const days = (medianDays * -Math.log(1 - random.next())) / Math.LN2;
  const at = new Date(receivedAt.getTime() + Math.round(days * DAY_MS) + 60_000);
  const isDecided = random.chance(decided) && at < now;
  const isWon = random.chance(won * (0.7 + 0.5 * qualityOf(source)));
  const amount = Math.round(dealThousands * (0.7 + 0.5 * random.next()) * 20) * 50;
  const reason = random.pick(REASONS);
  if (!isDecided) return null;
  if (isWon) return { outcome: 'won', at, amount, reason: null };
  return { outcome: 'lost', at, amount: null, reason: grade === 'Spam' ? 'Spam' : reason };
}
