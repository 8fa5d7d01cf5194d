// The edges of a trie: which node follows a node on a label. One hash table of numbers per trie: with a Map per node, the
// engine's phrase books took 6 MB more.

const MIN_SLOTS = 64;
/** From, label and to. */
const WIDTH = 3;

export class Transitions {
  #mask = MIN_SLOTS - 1;
  /** A slot is free if it leads nowhere: nothing leads back to the root, which is node 0. */
  #slots = new Int32Array(MIN_SLOTS * WIDTH);
  #count = 0;

  /** The next node, or 0 if there is none. */
  find(from: number, label: number): number {
    return this.#slots[this.#locate(from, label) + 2] as number;
  }

  add(from: number, label: number, to: number): void {
    if (++this.#count * 2 > this.#mask) this.#grow();
    this.#put(from, label, to);
  }

  #put(from: number, label: number, to: number): void {
    const at = this.#locate(from, label);
    this.#slots[at] = from;
    this.#slots[at + 1] = label;
    this.#slots[at + 2] = to;
  }

  /** Where the slot of this edge begins, or the free one where it belongs. */
  #locate(from: number, label: number): number {
    const slots = this.#slots;
    const hash = Math.imul(from, 0x9e3779b1) ^ Math.imul(label, 0x85ebca6b);
    for (let slot = hash >>> 12; ; slot++) {
      const at = (slot & this.#mask) * WIDTH;
      if (slots[at + 2] === 0 || (slots[at + 1] === label && slots[at] === from)) return at;
    }
  }

  #grow(): void {
    const former = this.#slots;
    this.#mask = this.#mask * 2 + 1;
    this.#slots = new Int32Array(former.length * 2);
    for (let at = 0; at < former.length; at += WIDTH) {
      const to = former[at + 2] as number;
      if (to !== 0) this.#put(former[at] as number, former[at + 1] as number, to);
    }
  }
}
