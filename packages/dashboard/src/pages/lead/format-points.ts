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
