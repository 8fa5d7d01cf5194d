// Limits how many passwords are hashed at once. Each hash takes 19 MiB and about 30 ms of a core, so a flood of sign-ins
// would otherwise slow down everyone who sends leads. Networks take turns, so that one can't keep the others waiting.

import { DomainError } from '../base/domain-error.ts';

interface Waiting {
  readonly start: () => void;
  readonly reject: (error: DomainError) => void;
}

interface Limits {
  readonly running: number;
  readonly waitingPerNetwork: number;
  readonly waiting: number;
}

/** The last in a full queue waits about two seconds. */
const LIMITS: Limits = { running: 2, waitingPerNetwork: 16, waiting: 100 };

export class PasswordQueue {
  readonly #limits: Limits;
  #running = 0;
  #total = 0;
  /** By network, in the order in which they take turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /** Rejects with `rate_limited` if too many are waiting. */
  async run<Result>(network: string, task: () => Promise<Result>): Promise<Result> {
    await this.#waitForTurn(network);
    try {
      return await task();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  #waitForTurn(network: string): Promise<void> {
    const own = this.#waiting.get(network)?.length ?? 0;
    if (own >= this.#limits.waitingPerNetwork) throw tooMany();
    if (this.#total >= this.#limits.waiting) this.#makeRoom(own);
    return new Promise((start, reject) => {
      const waiting = this.#waiting.get(network) ?? [];
      waiting.push({ start, reject });
      this.#waiting.set(network, waiting);
      this.#total++;
      this.#startNext();
    });
  }

  /** Rejects the last request of the network that has the most waiting, unless that is the new one's own. */
  #makeRoom(own: number): void {
    let longest: Waiting[] = [];
    for (const waiting of this.#waiting.values()) if (waiting.length > longest.length) longest = waiting;
    if (longest.length <= own + 1) throw tooMany();
    this.#total--;
    longest.pop()?.reject(tooMany());
  }

  #startNext(): void {
    for (const [network, waiting] of this.#waiting) {
      if (this.#running >= this.#limits.running) return;
      const next = waiting.shift();
      this.#waiting.delete(network);
      if (waiting.length > 0) this.#waiting.set(network, waiting); // at the end
      if (next === undefined) continue;
      this.#total--;
      this.#running++;
      next.start();
    }
  }
}

const tooMany = (): DomainError =>
  new DomainError(
    'rate_limited',
    'too many people are signing in at the moment; try again in a few seconds',
    {
      retryAfterSeconds: 3,
    },
  );
