// The verdict of the systemd drill.

import { type Check, check } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';

export interface SystemdFacts {
  /** What `systemd-analyze verify` complained about. */
  readonly complaints: string;
  /** Statuses of the metrics ports. */
  readonly metrics: readonly number[];
  readonly units: readonly UnitFacts[];
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>;
  readonly ledger: AccountLedger;
}

export interface UnitFacts {
  readonly name: string;
  readonly user: number;
  readonly exposure: number;
  /** After kill -9. */
  readonly restarts: string;
  /** Its result and exit code, as in `success 0`. */
  readonly stopped: string;
  readonly secondsToStop: number;
}

/** Two API processes and a worker. */
const UNITS = 3;
/** systemd's own measure, from 0 (confined) to 10; the service manager calls less than 2 "OK". */
const MAX_EXPOSURE = 2;
const MAX_STOP_SECONDS = 5;

export const judgeSystemd = ({ complaints, metrics, units, deliveries, ledger }: SystemdFacts): Check[] => [
  check('units', units.length, UNITS),
  check('answers of the metrics ports', metrics.join(' '), Array(UNITS).fill(200).join(' ')),
  check('systemd-analyze verify', complaints || 'no complaint', 'no complaint'),
  ...units.flatMap(({ name, user, exposure, restarts, stopped, secondsToStop }) => [
    check(`${name}: a user of its own`, isDynamic(user) ? 'yes' : user, 'yes'),
    check(`${name}: exposure below 2`, exposure < MAX_EXPOSURE ? 'yes' : exposure, 'yes'),
    check(`${name}: restarts`, restarts, '1'),
    check(`${name}: result and exit code of a stop`, stopped, 'success 0'),
    check(
      `${name}: stopped within 5 s`,
      secondsToStop < MAX_STOP_SECONDS ? 'yes' : `${secondsToStop.toFixed(1)} s`,
      'yes',
    ),
  ]),
  ...judgeDeliveries(deliveries, ledger),
];

/** The range that systemd takes users from which exist only while a unit runs. */
const isDynamic = (user: number): boolean => user >= 61_184 && user <= 65_519;
