// The three ledger entries that explain a score best.

import type { LeadData, LedgerEntry } from './lead-query.ts';

const MAX_REASONS = 3;
/** Limits of the scale say nothing about the lead. */
const SCALE: ReadonlySet<string> = new Set(['top', 'floor', 'ai-cap']);

/** The best leads are explained by their strengths, the worst by the concerns, all others by whatever weighs most. */
export function pickReasons(
  grade: LeadData['result']['grade'],
  ledger: readonly LedgerEntry[],
): readonly LedgerEntry[] {
  const weight = (entry: LedgerEntry): number => {
    const isConcern = entry.points < 0 || isCap(entry);
    const isExpected = isConcern ? grade === 'Cold' || grade === 'Spam' : grade === 'Hot';
    // Being reachable is worth many points, but true of most leads.
    const isRemarkable = entry.group !== 'contact' || isConcern;
    return (
      Math.abs(entry.points) +
      (isRemarkable ? GROUP_WEIGHT : 0) +
      (isCap(entry) ? CAP_WEIGHT : 0) +
      (isExpected ? SIDE_WEIGHT : 0)
    );
  };
  return ledger
    .filter((entry) => !SCALE.has(entry.code) && (entry.points !== 0 || isCap(entry)))
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MAX_REASONS);
}

/** More than any entry has points. */
const GROUP_WEIGHT = 100;
const CAP_WEIGHT = 100;
const SIDE_WEIGHT = 1_000;

/** A cap is a reason even if there were no points left to take away. */
const isCap = ({ group }: LedgerEntry): boolean => group === 'risk';
