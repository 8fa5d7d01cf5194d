// The win rate across all grades.

import type { Insights, WinRate } from '@leadline/contract';
import { boundRate } from './compare-rates.ts';

export function addUpWins(byGrade: Insights['by_grade']): WinRate {
  const won = byGrade.reduce((sum, { win }) => sum + win.won, 0);
  const lost = byGrade.reduce((sum, { win }) => sum + win.lost, 0);
  if (won + lost === 0) return { won, lost, rate: null, low: null, high: null };
  return { won, lost, ...boundRate({ won, lost }) };
}
