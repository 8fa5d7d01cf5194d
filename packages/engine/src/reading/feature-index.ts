// Numbers the known features in the order of their keys: one bit per possible key and, for every 32 keys, how many
// features come before them. An unknown feature costs a look at one bit.

export class FeatureIndex {
  readonly #keyMask: number;
  readonly #bits: Int32Array;
  readonly #before: Uint16Array;

  /** Expects keys in ascending order. */
  constructor(keys: Int32Array, keyBits: number) {
    const size = 2 ** (keyBits - 5);
    this.#keyMask = 2 ** keyBits - 1;
    this.#bits = new Int32Array(size);
    this.#before = new Uint16Array(size);
    for (const key of keys) this.#bits[key >>> 5] = (this.#bits[key >>> 5] as number) | (1 << (key & 31));
    let count = 0;
    for (let at = 0; at < size; at++) {
      this.#before[at] = count;
      count += countBits(this.#bits[at] as number);
    }
    if (count > 0xffff) throw new Error(`${count} features are too many`);
  }

  /** The number of the feature with this hash, or -1 if it is unknown. */
  find(hash: number): number {
    const key = hash & this.#keyMask;
    const bits = this.#bits[key >>> 5] as number;
    const bit = 1 << (key & 31);
    if ((bits & bit) === 0) return -1;
    return (this.#before[key >>> 5] as number) + countBits(bits & (bit - 1));
  }
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
