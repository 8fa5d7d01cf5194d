// What a number in the settings can be reset to.

interface Values {
  readonly value: number;
  readonly live: number;
  /** The default. */
  readonly standard: number;
}

interface Reset {
  readonly text: string;
  readonly to: number;
}

/** What is live comes first, because that is what an edit is usually undone to. */
export function listResets({ value, live, standard }: Values): Reset[] {
  const resets =
    live === standard
      ? [{ text: `Reset to ${formatPoints(standard)}`, to: standard }]
      : [
          { text: `Reset to live: ${formatPoints(live)}`, to: live },
          { text: `Reset to default: ${formatPoints(standard)}`, to: standard },
        ];
  return resets.filter(({ to }) => to !== value);
}

export const formatPoints = (points: number): string => (points < 0 ? `−${-points}` : String(points));
