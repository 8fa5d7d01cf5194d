// Counts requests with unknown API keys by the network they come from. Many clients can share a network or an
// unconfigured proxy, so a valid key always works; only the answer to an unknown one changes.

import { NetworkCounter } from './network-counter.ts';

export class UnknownKeys extends NetworkCounter {
  constructor() {
    super('too many requests with unknown API keys');
  }
}
