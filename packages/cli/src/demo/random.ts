// Chance that comes out the same every time, so that whoever talks about the demo talks about the same leads.

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** Both ends included. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** By weight. */
  choose<T extends string>(weights: Readonly<Record<T, number>>): T;
  /** Gives every item of the list once before it gives one again. */
  deck<T>(list: readonly T[]): () => T;
}

/** Mulberry32: 32 bits of state are plenty for some thousand draws. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T;
  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    choose: <T extends string>(weights: Readonly<Record<T, number>>): T => {
      const entries = Object.entries<number>(weights) as [T, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [T, number])[0];
    },
    deck: <T>(list: readonly T[]): (() => T) => {
      let cards: T[] = [];
      return () => {
        if (cards.length === 0) cards = [...list];
        return cards.splice(between(0, cards.length - 1), 1)[0] as T;
      };
    },
  };
}
