// Reads a reason back into its parts. The ledger writes them as "Deadline: “by May” (+3)".

/** Some earlier versions wrote the points twice. */
const POINTS_AT_END = /(?: \(([+−-])(\d+)\))+$/;

/** "Gave a name (+1)" is "Gave a name" and 1; `points` is null where the reason states none. */
export function splitPoints(reason: string): { readonly text: string; readonly points: number | null } {
  const match = POINTS_AT_END.exec(reason);
  if (match === null) return { text: reason, points: null };
  const size = Number(match[2]);
  return { text: reason.slice(0, match.index), points: match[1] === '+' ? size : -size };
}

/** The reason without quote and points: "Deadline: “by May” (+3)" is "Deadline". */
export const labelOf = (reason: string): string => splitPoints(reason).text.split(': “', 1)[0] as string;
