// Points as people read them.

/** +8, −6, 0, with a real minus sign. */
export function signPoints(points: number): string {
  if (points === 0) return '0';
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A sum that may be negative: 12, −3. */
export function formatSum(sum: number): string {
  return sum < 0 ? `−${-sum}` : String(sum);
}

interface Entry {
  readonly text: string;
  readonly points: number;
}

/** An entry's text without its own points at the end: "Gave a name (+1)" becomes "Gave a name". Older engines wrote
 * the points twice. */
export function withoutPoints({ text, points }: Entry): string {
  const suffix = points < 0 ? ` (−${-points})` : ` (+${points})`;
  let end = text.length;
  while (text.endsWith(suffix, end)) end -= suffix.length;
  return text.slice(0, end);
}
