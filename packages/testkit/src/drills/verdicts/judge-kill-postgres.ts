// The verdict of the drill that crashes PostgreSQL.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';

export interface KillPostgresFacts {
  readonly outages: number;
  /** Outages in which, or after which, both API processes said so on readyz. */
  readonly wentUnready: number;
  readonly becameReady: number;
  /** Answers 503 with Retry-After during the longest outage. */
  readonly unavailableInLongest: number;
  readonly unavailable: { readonly count: number; readonly withRetryAfter: number };
  /** API processes that ended. */
  readonly exited: number;
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>;
  readonly ledger: AccountLedger;
}

export const judgeKillPostgres = (facts: KillPostgresFacts): Check[] => [
  ...judgeDeliveries(facts.deliveries, facts.ledger),
  checkAtLeast('outages', facts.outages, 1),
  check('API processes that exited', facts.exited, 0),
  check('outages in which both processes reported 503 on readyz', facts.wentUnready, facts.outages),
  check('outages after which both processes reported 200 on readyz', facts.becameReady, facts.outages),
  checkAtLeast('503 with Retry-After during the longest outage', facts.unavailableInLongest, 1),
  check('503 without Retry-After', facts.unavailable.count - facts.unavailable.withRetryAfter, 0),
];
