// Counts requests with unknown API keys by the network they come from. Many clients can share a network or an
// unconfigured proxy, so a valid key always works; only the answer to an unknown one changes.

import { clientNetwork } from '../auth/client-network.ts';
import { DomainError } from '../base/domain-error.ts';

const MAX_PER_MINUTE = 120;
const WINDOW_MS = 60_000;
/** When this many networks have sent unknown keys within a minute, counting starts over. */
const MAX_NETWORKS = 10_000;

export class UnknownKeys {
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

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
    throw new DomainError('rate_limited', 'too many requests with unknown API keys', {
      retryAfterSeconds: Math.ceil((this.#endsAt - now) / 1000),
    });
  }
}
