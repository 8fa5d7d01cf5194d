// Limits how much an account has open at a time: exports and streams by their number, requests by their bytes. All of it
// takes memory until the client has read it or disconnected.

import type { Readable } from 'node:stream';
import { DomainError } from './domain-error.ts';

export interface OpenLimits {
  readonly perAccount: number;
  /** If more is open over all accounts, only those that have less than an equal share can open more. */
  readonly total?: number;
}

export interface OpenCountOptions extends OpenLimits {
  /** Says that too much is open. */
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** Something that is open, which counts as one or more. */
export interface Opened {
  add(more: number): void;
  /** Calling it again does nothing. */
  close(): void;
}

export class OpenCount {
  readonly #options: OpenCountOptions;
  readonly #byAccount = new Map<string, number>();
  #total = 0;

  constructor(options: OpenCountOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /** Throws `rate_limited` if too much is open. What an account opens alone is always accepted. */
  open(account: string, size = 1): Opened {
    const used = this.#byAccount.get(account) ?? 0;
    if (used > 0 && used + size > this.#limit()) {
      const { message, retryAfterSeconds } = this.#options;
      throw new DomainError('rate_limited', message, { retryAfterSeconds });
    }
    let counted = 0;
    let isClosed = false;
    const add = (more: number): void => {
      if (isClosed) return;
      counted += more;
      this.#change(account, more);
    };
    add(size);
    return {
      add,
      close: () => {
        if (!isClosed) this.#change(account, -counted);
        isClosed = true;
      },
    };
  }

  /** Counts the stream until it is closed. */
  async stream<Content extends Readable>(account: string, start: () => Promise<Content>): Promise<Content> {
    const { close } = this.open(account);
    try {
      return (await start()).once('close', close);
    } catch (error) {
      close();
      throw error;
    }
  }

  #limit(): number {
    const { perAccount, total = Number.POSITIVE_INFINITY } = this.#options;
    return this.#total < total ? perAccount : Math.min(perAccount, total / this.#byAccount.size);
  }

  #change(account: string, by: number): void {
    this.#total += by;
    const left = (this.#byAccount.get(account) ?? 0) + by;
    if (left === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, left);
  }
}
