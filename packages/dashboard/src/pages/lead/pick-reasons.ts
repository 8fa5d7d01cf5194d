// The three reasons that explain a score best.

import { joinNames } from './join-names.ts';
import type { LeadData, LedgerEntry } from './lead-query.ts';
import { BY_AI, splitReason } from './split-reason.ts';

export interface Reason extends LedgerEntry {
  /** All entries that it stands for. */
  readonly codes: readonly string[];
}

const MAX_REASONS = 3;
/** Limits of the scale say nothing about the lead. */
const SCALE: ReadonlySet<string> = new Set(['top', 'ceiling', 'floor', 'ai-limit']);

/** The best leads are explained by their strengths, the worst by the concerns, all others by whatever weighs most. */
export function pickReasons(
  grade: LeadData['result']['grade'],
  ledger: readonly LedgerEntry[],
): readonly Reason[] {
  const weight = (entry: LedgerEntry): number => {
    const isExpected = isConcern(entry) ? grade === 'Cold' || grade === 'Spam' : grade === 'Hot';
    return Math.abs(entry.points) + (isCap(entry) ? CAP_WEIGHT : 0) + (isExpected ? SIDE_WEIGHT : 0);
  };
  const byWeight = (a: LedgerEntry, b: LedgerEntry): number => weight(b) - weight(a);
  const relevant = ledger.filter((entry) => !SCALE.has(entry.code) && (entry.points !== 0 || isCap(entry)));
  return mergeQuotes(relevant.toSorted(byWeight)).toSorted(byWeight).slice(0, MAX_REASONS);
}

/** One sentence can answer several questions. It is quoted once, with all their names and points. */
function mergeQuotes(entries: readonly LedgerEntry[]): Reason[] {
  const groups = Map.groupBy(entries, (entry) => {
    const { quote } = splitReason(entry);
    return quote === '' ? `${entry.group} ${entry.code}` : `${entry.points < 0 ? '−' : '+'}${quote}`;
  });
  return [...groups.values()].map((group) => merge(group as [LedgerEntry, ...LedgerEntry[]]));
}

function merge(entries: readonly [LedgerEntry, ...LedgerEntry[]]): Reason {
  const parts = entries.map(splitReason);
  const names = joinNames(parts.map(({ name }) => name));
  const quote = parts[0]?.quote ?? '';
  const byAi = parts.filter((part) => part.isByAi).length;
  const reader = byAi === 0 ? '' : byAi === parts.length ? BY_AI : ' (partly read by AI)';
  return {
    ...entries[0],
    codes: entries.map(({ code }) => code),
    points: entries.reduce((sum, { points }) => sum + points, 0),
    text: `${names}${quote === '' ? '' : `: ${quote}`}${reader}`,
  };
}

/** More than any entry has points. */
const CAP_WEIGHT = 100;
const SIDE_WEIGHT = 1_000;

/** A cap is a reason even if there were no points left to take away. */
const isCap = ({ group }: LedgerEntry): boolean => group === 'risk';

const isConcern = (entry: LedgerEntry): boolean => entry.points < 0 || isCap(entry);
