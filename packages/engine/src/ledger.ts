// The ledger: every point of a score with its reason, in the order of application.

export type Group = 'contact' | 'budget' | 'inquiry' | 'source' | 'answers' | 'intent' | 'risk';

export interface LedgerEntry {
  readonly group: Group;
  /** Stable name of the rule, for machines; `text` is for people and may be reworded. */
  readonly code: string;
  readonly points: number;
  readonly text: string;
}

export function makeEntry(group: Group, code: string, points: number, text: string): LedgerEntry {
  return { group, code, points, text: points < 0 ? `${text} (−${-points})` : `${text} (+${points})` };
}

/** +8, −6, +0: with a true minus sign, as a rep reads it. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** The text of an entry, or of a reason made elsewhere, without its points. */
export const withoutPoints = (text: string): string => text.replace(/ \([+−-]\d+\)$/, '');

export function sumOf(entries: readonly LedgerEntry[]): number {
  let sum = 0;
  for (const { points } of entries) sum += points;
  return sum;
}
