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

/** Some earlier versions wrote the points twice. */
const POINTS_AT_END = /(?: \(([+−-])(\d+)\))+$/;

/** Reads the points back from a reason: "Gave a name (+1)" is "Gave a name" and 1. */
export function splitPoints(text: string): { readonly text: string; readonly points: number | null } {
  const match = POINTS_AT_END.exec(text);
  if (match === null) return { text, points: null };
  const size = Number(match[2]);
  return { text: text.slice(0, match.index), points: match[1] === '+' ? size : -size };
}

/** The text of an entry without its quote and points: "Deadline: “by May” (+3)" is "Deadline". */
export const labelOf = ({ text }: Pick<LedgerEntry, 'text'>): string =>
  splitPoints(text).text.split(': “', 1)[0] as string;

export function sumOf(entries: readonly LedgerEntry[]): number {
  let sum = 0;
  for (const { points } of entries) sum += points;
  return sum;
}
