// The verdict of the drill that kills API processes.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';

export interface KillApiFacts {
  readonly planned: number;
  /** Processes that a SIGKILL ended. */
  readonly killed: number;
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected' | 'lost'>;
  readonly ledger: AccountLedger;
}

export const judgeKillApi = ({ planned, killed, deliveries, ledger }: KillApiFacts): Check[] => [
  checkAtLeast('kills planned', planned, 1),
  check('processes killed', killed, planned),
  checkAtLeast('requests that lost their connection', deliveries.lost, 1),
  ...judgeDeliveries(deliveries, ledger),
];
