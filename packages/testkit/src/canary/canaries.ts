// Unique strings planted in requests. If one shows up in the output, personal data or a key has leaked.

import { randomInt } from 'node:crypto';

export interface Leak {
  /** What leaked: `name`, `message`, `key` … */
  readonly what: string;
  readonly line: string;
}

/** Excludes hex digits, so that IDs can't look like canaries. */
const LETTERS = 'ghijklmnopqrstuvwxyz';
const CANARY_LENGTH = 16;
/** A piece of this length also counts as a leak: with 20^10 ≈ 10^13 possibilities, it won't occur by chance. */
const PIECE_LENGTH = 10;
/** The longest phone number. Only whole numbers count as leaks, since parts also occur in timestamps and IDs. */
const PHONE_LENGTH = 15;

export class Canaries {
  readonly #pieces = new Map<string, string>();
  readonly #phones = new Set<string>();
  /** One of each kind. */
  readonly #samples = new Map<string, string>();

  make(what: string): string {
    const canary = Array.from({ length: CANARY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    this.watch(what, canary);
    return canary;
  }

  /** Uses an unassigned country code. */
  makePhone(): string {
    const digits = `999${Array.from({ length: PHONE_LENGTH - 3 }, () => randomInt(10)).join('')}`;
    this.#phones.add(digits);
    this.#samples.set('phone', digits);
    return `+${digits}`;
  }

  watch(what: string, secret: string): void {
    this.#samples.set(what, secret);
    for (let at = 0; at + PIECE_LENGTH <= secret.length; at++) {
      this.#pieces.set(secret.slice(at, at + PIECE_LENGTH), what);
    }
  }

  /** Reports at most one leak per line. */
  findLeaks(output: string): Leak[] {
    return output.split('\n').flatMap((line) => {
      const what = this.#findFirst(line) ?? this.#findFirst(line.toLowerCase());
      return what === null ? [] : [{ what, line: line.slice(0, 2_000) }];
    });
  }

  /** The kinds that occur in the text. */
  kindsIn(text: string): ReadonlySet<string> {
    return new Set(this.#find(text));
  }

  /** The kinds that were made. */
  get kinds(): readonly string[] {
    return [...this.#samples.keys()];
  }

  /** The kinds that would not be noticed in the output. */
  get blindSpots(): readonly string[] {
    return [...this.#samples].flatMap(([what, sample]) =>
      this.findLeaks(`{"msg":"${sample}"}`).length > 0 ? [] : [what],
    );
  }

  #findFirst(line: string): string | null {
    return this.#find(line).next().value ?? null;
  }

  *#find(line: string): Generator<string, undefined> {
    for (let at = 0; at + PIECE_LENGTH <= line.length; at++) {
      const what = this.#pieces.get(line.slice(at, at + PIECE_LENGTH));
      if (what !== undefined) yield what;
    }
    for (const [digits] of line.matchAll(/\d{15,}/g)) {
      for (let at = 0; at + PHONE_LENGTH <= digits.length; at++) {
        if (this.#phones.has(digits.slice(at, at + PHONE_LENGTH))) yield 'phone';
      }
    }
  }
}
