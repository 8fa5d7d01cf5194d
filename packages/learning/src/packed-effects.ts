// The effects of an open model as numbers in one block. A process keeps many models open; as objects, their effects would be
// most of its memory and of the garbage collector's work.

import type { Effect } from './model.ts';

const NUMBERS = 4;

export class PackedEffects {
  readonly #numbers: Float64Array;

  constructor(effects: readonly Effect[]) {
    this.#numbers = Float64Array.from(effects.flat());
  }

  logit(code: number): number {
    return this.#numbers[code * NUMBERS] as number;
  }

  variance(code: number): number {
    return this.#numbers[code * NUMBERS + 1] as number;
  }

  /** Undefined for a code that doesn't exist. */
  at(code: number): Effect | undefined {
    if (code < 0 || code * NUMBERS >= this.#numbers.length) return undefined;
    const [logit = 0, variance = 0, leads = 0, won = 0] = this.#numbers.subarray(code * NUMBERS);
    return [logit, variance, leads, won];
  }
}
