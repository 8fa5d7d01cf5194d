// Counts how often each text occurs.

export type Count = readonly [text: string, count: number];

export class Tally {
  readonly #counts = new Map<string, number>();

  add(text: string, count = 1): void {
    if (text !== '') this.#counts.set(text, (this.#counts.get(text) ?? 0) + count);
  }

  addAll(counts: readonly Count[]): void {
    for (const [text, count] of counts) this.add(text, count);
  }

  /** The most frequent ones. */
  list(limit: number): Count[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a).slice(0, limit);
  }
}
