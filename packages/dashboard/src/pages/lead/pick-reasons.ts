// The three ledger entries that explain a score best.

import { withoutPoints } from './format-points.ts';
import type { LeadData, LedgerEntry } from './lead-query.ts';

const MAX_REASONS = 3;
/** Limits of the scale say nothing about the lead. */
const SCALE: ReadonlySet<string> = new Set(['top', 'floor', 'ai-cap']);

/** The best leads are explained by their strengths, the worst by the concerns, all others by whatever weighs most. */
export function pickReasons(
  grade: LeadData['result']['grade'],
  ledger: readonly LedgerEntry[],
): readonly LedgerEntry[] {
  const shownWeight = (entry: LedgerEntry): number => {
    const isExpected = isConcern(entry) ? grade === 'Cold' || grade === 'Spam' : grade === 'Hot';
    return Math.abs(entry.points) + (isCap(entry) ? CAP_WEIGHT : 0) + (isExpected ? SIDE_WEIGHT : 0);
  };
  // Being reachable is worth many points, but true of most leads. What only the AI reads is less certain than a rule.
  const isWeak = (entry: LedgerEntry): boolean =>
    (entry.group === 'contact' && !isConcern(entry)) || entry.code.startsWith('ai-');
  const weight = (entry: LedgerEntry): number => shownWeight(entry) + (isWeak(entry) ? 0 : GROUP_WEIGHT);
  const relevant = ledger.filter((entry) => !SCALE.has(entry.code) && (entry.points !== 0 || isCap(entry)));
  return mergeQuotes(relevant.toSorted((a, b) => weight(b) - weight(a)))
    .slice(0, MAX_REASONS)
    .toSorted((a, b) => shownWeight(b) - shownWeight(a));
}

/** One sentence can show several things. It is quoted once, with all their names and points. */
function mergeQuotes(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const merged = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const { name, quote } = splitQuote(withoutPoints(entry));
    const side = entry.points < 0 ? '−' : '+';
    const key = quote === '' ? `${entry.group} ${entry.code}` : `${side}${quote}`;
    const before = merged.get(key);
    if (before === undefined) {
      merged.set(key, { ...entry, text: withoutPoints(entry) });
      continue;
    }
    const earlier = splitQuote(before.text).name;
    merged.set(key, {
      ...before,
      points: before.points + entry.points,
      text: `${earlier}, ${name.charAt(0).toLowerCase()}${name.slice(1)}: ${quote}`,
    });
  }
  return [...merged.values()];
}

/** "Deadline: “by Friday”" has a name and a quote. */
function splitQuote(text: string): { readonly name: string; readonly quote: string } {
  const at = text.indexOf(': “');
  return at < 0 ? { name: text, quote: '' } : { name: text.slice(0, at), quote: text.slice(at + 2) };
}

/** More than any entry has points. */
const GROUP_WEIGHT = 100;
const CAP_WEIGHT = 100;
const SIDE_WEIGHT = 1_000;

/** A cap is a reason even if there were no points left to take away. */
const isCap = ({ group }: LedgerEntry): boolean => group === 'risk';

const isConcern = (entry: LedgerEntry): boolean => entry.points < 0 || isCap(entry);
