// Explains why the AI's entries don't add up to its effect on the score.

import { signPoints } from '../format-points.ts';
import type { LeadData } from '../lead-query.ts';

type Result = Pick<LeadData['result'], 'ledger' | 'ai' | 'score_without_ai'>;

/** Null if they do. */
export function describeAiEffect({ ledger, ai, score_without_ai }: Result): string | null {
  const entries = ledger.filter(({ code }) => code.startsWith('ai-'));
  const counted = entries.reduce((sum, { points }) => sum + points, 0);
  const limit = entries.find(({ code }) => code === 'ai-cap');
  const effect = ai.influence_applied;
  if (limit === undefined && counted === effect) return null;
  const found = `AI: ${signPoints(counted - (limit?.points ?? 0))} points`;
  const limited = limit === undefined ? '' : `, limited to ${signPoints(counted)}`;
  const isNearTop = ledger.some(({ code }) => code === 'top');
  const applied =
    counted === effect
      ? ''
      : `; they change the score by ${signPoints(effect)}, because ${isNearTop ? 'points near 100 count for less' : 'limits apply'}`;
  return `${found}${limited}${applied}. Without AI, the score would be ${score_without_ai}.`;
}
