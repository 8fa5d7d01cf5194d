// Points as people read them. The engine writes them so too, but comes later than the ledger is shown.

/** +8, −6, 0: with a true minus sign. */
export function signPoints(points: number): string {
  if (points === 0) return '0';
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A sum that may be below nothing: 12, −3. */
export function formatSum(sum: number): string {
  return sum < 0 ? `−${-sum}` : String(sum);
}

/** Some engines wrote them twice. */
const POINTS_AT_END = /(?: \(([+−-])(\d+)\))+$/;

/** "Gave a name (+1)" is "Gave a name" and 1; without points at its end the text stays as it is. */
export function splitPoints(text: string): { readonly text: string; readonly points: number | null } {
  const found = POINTS_AT_END.exec(text);
  if (found === null) return { text, points: null };
  const size = Number(found[2]);
  return { text: text.slice(0, found.index), points: found[1] === '+' ? size : -size };
}
