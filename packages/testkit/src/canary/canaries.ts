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

  make(what: string): string {
    const canary = Array.from({ length: CANARY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    this.watch(what, canary);
    return canary;
  }

  /** Uses an unassigned country code. */
  makePhone(): string {
    const digits = `999${Array.from({ length: PHONE_LENGTH - 3 }, () => randomInt(10)).join('')}`;
    this.#phones.add(digits);
    return `+${digits}`;
  }

  watch(what: string, secret: string): void {
    for (let at = 0; at + PIECE_LENGTH <= secret.length; at++) {
      this.#pieces.set(secret.slice(at, at + PIECE_LENGTH), what);
    }
  }

  /** Reports at most one leak per line. */
  findLeaks(output: string): Leak[] {
    return output.split('\n').flatMap((line) => {
      const what = this.#findIn(line) ?? this.#findIn(line.toLowerCase());
      return what === null ? [] : [{ what, line: line.slice(0, 2_000) }];
    });
  }

  #findIn(line: string): string | null {
    for (let at = 0; at + PIECE_LENGTH <= line.length; at++) {
      const what = this.#pieces.get(line.slice(at, at + PIECE_LENGTH));
      if (what !== undefined) return what;
    }
    for (const [digits] of line.matchAll(/\d{15,}/g)) {
      for (let at = 0; at + PHONE_LENGTH <= digits.length; at++) {
        if (this.#phones.has(digits.slice(at, at + PHONE_LENGTH))) return 'phone';
      }
    }
    return null;
  }
}
