// The verdict of the drill of high availability.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';
import { judgeEvents, judgeLeftovers, type Leftovers, type ReceivedEvents } from './judge-events.ts';

export interface HaFacts {
  readonly planned: number;
  /** Faults of a primary after which a standby took over, and faults of etcd's leader. */
  readonly failovers: number;
  readonly etcdFaults: number;
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>;
  readonly ledger: AccountLedger;
  readonly unavailable: { readonly count: number; readonly withRetryAfter: number };
  /** After the last lead. */
  readonly secondsToDeliver: number;
  readonly receivers: readonly ReceivedEvents[];
  readonly leftovers: Leftovers;
  /** A hash of the leads on each machine. */
  readonly machines: readonly string[];
  /** Processes of ours that ended. */
  readonly exited: number;
  /** For each API process, whether it is ready at the end. */
  readonly ready: readonly boolean[];
}

export const MAX_DELIVERY_SECONDS = 60;
const MACHINES = 3;

export const judgeHa = (facts: HaFacts): Check[] => [
  checkAtLeast('faults planned', facts.planned, 1),
  check(
    'faults that were followed by a failover, or hit etcd',
    facts.failovers + facts.etcdFaults,
    facts.planned,
  ),
  ...judgeDeliveries(facts.deliveries, facts.ledger),
  check('responses 503 without Retry-After', facts.unavailable.count - facts.unavailable.withRetryAfter, 0),
  check(
    `everything delivered within ${MAX_DELIVERY_SECONDS} s of the last lead`,
    facts.secondsToDeliver <= MAX_DELIVERY_SECONDS ? 'yes' : 'no',
    'yes',
  ),
  ...judgeEvents(
    facts.receivers,
    new Set([...facts.deliveries.acknowledged.values()].flatMap((ids) => [...ids])),
  ),
  ...judgeLeftovers(facts.leftovers),
  check('machines', facts.machines.length, MACHINES),
  check('different sets of leads on the machines', new Set(facts.machines).size, 1),
  check('processes that exited', facts.exited, 0),
  checkAtLeast('API processes', facts.ready.length, 2),
  check('API processes that are not ready', facts.ready.filter((isReady) => !isReady).length, 0),
];
