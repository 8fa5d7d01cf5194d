// Keeps callers from filling the log: of lines of the same kind, only so many are written, and once a minute a line says how
// many were left out.

import { Allowances } from './allowances.ts';

export interface RepeatedLinesOptions {
  /** Lines of one kind that are written at once, and then per minute. */
  readonly perKind: number;
  /** The same for all kinds together. */
  readonly inAll: number;
  /** `leftOut` counts lines by kind. */
  readonly report: (leftOut: Readonly<Record<string, number>>) => void;
}

const REPORT_MS = 60_000;
/** Named in a report. The others are counted together. */
const MAX_NAMED_KINDS = 20;
const OTHERS = 'others';

export class RepeatedLines {
  readonly #kinds: Allowances;
  readonly #all: Allowances;
  readonly #report: RepeatedLinesOptions['report'];
  readonly #timer: NodeJS.Timeout;
  #leftOut = new Map<string, number>();

  constructor({ perKind, inAll, report }: RepeatedLinesOptions) {
    this.#kinds = new Allowances({ burst: perKind, perSecond: perKind / 60 });
    this.#all = new Allowances({ burst: inAll, perSecond: inAll / 60 });
    this.#report = report;
    this.#timer = setInterval(() => this.#reportLeftOut(), REPORT_MS).unref();
  }

  /** Counts the line if it isn't to be written. */
  isDue(kind: string, now = performance.now()): boolean {
    if (this.#all.left(OTHERS, now) >= 1 && this.#kinds.take(kind, 1, now)) {
      this.#all.use(OTHERS, 1, now);
      return true;
    }
    const name = this.#leftOut.has(kind) || this.#leftOut.size < MAX_NAMED_KINDS ? kind : OTHERS;
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1);
    return false;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#reportLeftOut();
  }

  #reportLeftOut(): void {
    if (this.#leftOut.size === 0) return;
    const leftOut = Object.fromEntries(this.#leftOut);
    this.#leftOut = new Map();
    this.#report(leftOut);
  }
}
