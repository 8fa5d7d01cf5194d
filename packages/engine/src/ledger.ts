// The ledger: every point of a score with its reason, in the order in which they are applied.

export type Group = 'contact' | 'budget' | 'inquiry' | 'source' | 'answers' | 'learned' | 'intent' | 'risk';

export interface LedgerEntry {
  readonly group: Group;
  /** Stable name of the rule. Match entries by this; `text` is for people and may be reworded. */
  readonly code: string;
  readonly points: number;
  readonly text: string;
}

export function makeEntry(group: Group, code: string, points: number, text: string): LedgerEntry {
  return { group, code, points, text: `${text} (${signed(points)})` };
}

/** +8, −6, +0, with a real minus sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** The text of an entry without the points at its end. */
export function withoutPoints({ text, points }: Pick<LedgerEntry, 'text' | 'points'>): string {
  const suffix = ` (${signed(points)})`;
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}

export function sumOf(entries: readonly LedgerEntry[]): number {
  let sum = 0;
  for (const { points } of entries) sum += points;
  return sum;
}
