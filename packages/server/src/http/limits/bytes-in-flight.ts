// Counts the memory that requests in progress take: bodies on their way in, and answers that clients haven't read yet.
// One account can only take a part of it.

import { DomainError } from '../../platform/base/domain-error.ts';

export interface ByteLimits {
  readonly perAccount: number;
  /** Above this, only accounts that use less than an equal share can start requests. */
  readonly total: number;
}

/** The bytes of one request. */
export interface Charge {
  add(bytes: number): void;
  /** Calling it again does nothing. */
  release(): void;
}

export class BytesInFlight {
  readonly #limits: ByteLimits;
  readonly #byAccount = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Throws `rate_limited` if the account already takes too much memory. A single request is always accepted. */
  charge(account: string, bytes: number): Charge {
    const used = this.#byAccount.get(account) ?? 0;
    if (used > 0 && used + bytes > this.#limitOf()) throw tooMuchUnread();
    let charged = 0;
    let isReleased = false;
    const add = (more: number): void => {
      if (isReleased) return;
      charged += more;
      this.#change(account, more);
    };
    add(bytes);
    return {
      add,
      release: () => {
        if (!isReleased) this.#change(account, -charged);
        isReleased = true;
      },
    };
  }

  #limitOf(): number {
    const { perAccount, total } = this.#limits;
    return this.#total < total ? perAccount : Math.min(perAccount, total / this.#byAccount.size);
  }

  #change(account: string, bytes: number): void {
    this.#total += bytes;
    const left = (this.#byAccount.get(account) ?? 0) + bytes;
    if (left === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, left);
  }
}

const tooMuchUnread = (): DomainError =>
  new DomainError('rate_limited', 'too much data in progress; read the responses of earlier requests first', {
    retryAfterSeconds: 2,
  });
