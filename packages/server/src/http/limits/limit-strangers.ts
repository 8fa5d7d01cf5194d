// Limits requests per minute by the network they come from, for callers that haven't been identified. Many clients can share a
// network or an unconfigured proxy, so a valid key always works; only the answer to a request without one changes.

import { clientNetwork } from '../../platform/base/client-network.ts';
import type { WindowCounter } from '../../platform/base/window-counter.ts';

const MAX_PER_MINUTE = 120;

export const limitStranger = (requests: WindowCounter, address: string, message: string): void =>
  requests.admit(clientNetwork(address), MAX_PER_MINUTE, message);
