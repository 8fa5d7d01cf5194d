// How good a ranking is, and how honest a probability.

/** How often a positive stands above a negative, ties counting half. */
export function computeAuc(
  rated: readonly { readonly value: number; readonly isPositive: boolean }[],
): number {
  const ordered = rated.toSorted((a, b) => a.value - b.value);
  let positives = 0;
  let rankSum = 0;
  for (let from = 0; from < ordered.length; ) {
    let to = from;
    while (to < ordered.length && ordered[to]?.value === ordered[from]?.value) to++;
    const rank = (from + to + 1) / 2;
    for (let at = from; at < to; at++) {
      if (!ordered[at]?.isPositive) continue;
      positives++;
      rankSum += rank;
    }
    from = to;
  }
  const negatives = ordered.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

const BINS = 10;

/** Expected calibration error: by how much what is said differs from what happens, over ten bins of equal width. */
export function computeCalibrationError(
  rated: readonly { readonly value: number; readonly isPositive: boolean }[],
): number {
  const bins = Array.from({ length: BINS }, () => ({ said: 0, happened: 0 }));
  for (const { value, isPositive } of rated) {
    const bin = bins[Math.min(BINS - 1, Math.floor(value * BINS))] as { said: number; happened: number };
    bin.said += value;
    bin.happened += isPositive ? 1 : 0;
  }
  return bins.reduce((sum, { said, happened }) => sum + Math.abs(said - happened), 0) / rated.length;
}
