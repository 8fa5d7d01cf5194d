// Limits how many exports, streams or the like an account can have open, because each uses memory until the client has read it
// or disconnected.

import type { Readable } from 'node:stream';
import { DomainError } from './domain-error.ts';

export interface OpenCountOptions {
  readonly maxPerAccount: number;
  /** Says that too many are open. */
  readonly message: string;
  readonly retryAfterSeconds: number;
}

export class OpenCount {
  readonly #options: OpenCountOptions;
  readonly #open = new Map<string, number>();

  constructor(options: OpenCountOptions) {
    this.#options = options;
  }

  /** Returns a function to call at the end. Throws `rate_limited` if too many are open. */
  enter(account: string): () => void {
    const { maxPerAccount, message, retryAfterSeconds } = this.#options;
    const others = this.#open.get(account) ?? 0;
    if (others >= maxPerAccount) throw new DomainError('rate_limited', message, { retryAfterSeconds });
    this.#open.set(account, others + 1);
    return () => {
      const left = (this.#open.get(account) ?? 0) - 1;
      if (left > 0) this.#open.set(account, left);
      else this.#open.delete(account);
    };
  }

  /** Counts the stream until it is closed. */
  async stream<Content extends Readable>(account: string, open: () => Promise<Content>): Promise<Content> {
    const leave = this.enter(account);
    try {
      return (await open()).once('close', leave);
    } catch (error) {
      leave();
      throw error;
    }
  }
}
