// Formats points for display.

/** +8, −6 or 0, with a real minus sign. */
export function signPoints(points: number): string {
  if (points === 0) return '0';
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** 12 or −3, with a real minus sign. */
export function formatSum(sum: number): string {
  return sum < 0 ? `−${-sum}` : String(sum);
}

interface Entry {
  readonly text: string;
  readonly points: number;
}

/** Removes the points from the end of an entry's text: "Gave a name (+1)" becomes "Gave a name". Older engines wrote
 * them twice. */
export function withoutPoints({ text, points }: Entry): string {
  const suffix = points < 0 ? ` (−${-points})` : ` (+${points})`;
  let end = text.length;
  while (text.endsWith(suffix, end)) end -= suffix.length;
  return text.slice(0, end);
}
