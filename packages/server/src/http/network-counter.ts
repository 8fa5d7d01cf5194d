// Counts requests per minute by the network they come from, for callers that haven't been identified.

import { clientNetwork } from '../auth/client-network.ts';
import { DomainError } from '../base/domain-error.ts';

const MAX_PER_MINUTE = 120;
const WINDOW_MS = 60_000;
/** When this many networks have been counted within a minute, counting starts over. */
const MAX_NETWORKS = 10_000;

export class NetworkCounter {
  readonly #message: string;
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  constructor(message: string) {
    this.#message = message;
  }

  /** Throws `rate_limited` once the network has sent too many. */
  count(address: string): void {
    const now = performance.now();
    if (now >= this.#endsAt || this.#counts.size >= MAX_NETWORKS) {
      this.#counts.clear();
      this.#endsAt = now + WINDOW_MS;
    }
    const network = clientNetwork(address);
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    if (count <= MAX_PER_MINUTE) return;
    throw new DomainError('rate_limited', this.#message, {
      retryAfterSeconds: Math.ceil((this.#endsAt - now) / 1000),
    });
  }

  /** For a request whose caller turned out to be known. */
  uncount(address: string): void {
    const network = clientNetwork(address);
    const count = this.#counts.get(network);
    if (count !== undefined && count > 0) this.#counts.set(network, count - 1);
  }
}
