// Numbers the known features in the order of their keys: one bit per possible key and, for every 32 keys, how many
// features come before them. An unknown feature costs a look at one bit.

export class FeatureIndex {
  readonly #keyMask: number;
  /** In pairs, because what lies side by side is fetched at once: the bits of 32 keys, and how many features come before them. */
  readonly #counts: Int32Array;

  /** Expects keys in ascending order. */
  constructor(keys: Int32Array, keyBits: number) {
    const size = 2 ** (keyBits - 5);
    this.#keyMask = 2 ** keyBits - 1;
    this.#counts = new Int32Array(2 * size);
    for (const key of keys) {
      const at = 2 * (key >>> 5);
      this.#counts[at] = (this.#counts[at] as number) | (1 << (key & 31));
    }
    let count = 0;
    for (let at = 0; at < 2 * size; at += 2) {
      this.#counts[at + 1] = count;
      count += countBits(this.#counts[at] as number);
    }
  }

  /** The number of the feature with this hash, or -1 if it is unknown. */
  find(hash: number): number {
    const key = hash & this.#keyMask;
    const at = 2 * (key >>> 5);
    const bits = this.#counts[at] as number;
    const bit = 1 << (key & 31);
    if ((bits & bit) === 0) return -1;
    return (this.#counts[at + 1] as number) + countBits(bits & (bit - 1));
  }
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
