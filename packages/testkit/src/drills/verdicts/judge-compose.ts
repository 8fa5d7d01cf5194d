// The verdict of the Compose drill.

import { type Check, check } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';
import { judgeDeliveries } from './judge-deliveries.ts';

export interface ComposeFacts {
  /** The service of each container that ran. */
  readonly services: readonly string[];
  /** What Caddy answered for the dashboard. */
  readonly page: string;
  /** Seconds until each container was healthy after a kill. */
  readonly recoveries: readonly { readonly service: string; readonly seconds: number }[];
  /** What the containers printed. */
  readonly settings: string;
  readonly failedJobs: string;
  readonly plan: string;
  readonly deliveries: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>;
  readonly ledger: AccountLedger;
  /** After a restore into empty volumes. */
  readonly restoredStatus: number;
  readonly restoredLedger: AccountLedger;
}

export const SITE = 'https://localhost';
const SERVICES = 'api, api, caddy, postgres, worker';
const MAX_RECOVERY_SECONDS = 60;

export function judgeCompose(facts: ComposeFacts): Check[] {
  const list = (services: readonly string[]): string => services.toSorted().join(', ');
  return [
    check('services', list(facts.services), SERVICES),
    check('containers killed', list(facts.recoveries.map(({ service }) => service)), SERVICES),
    check('dashboard through Caddy', facts.page.includes('<div id="root">') ? 'yes' : 'no', 'yes'),
    ...facts.recoveries.map(({ service, seconds }, index) =>
      check(
        `healthy within ${MAX_RECOVERY_SECONDS} s of a kill: ${index + 1}, ${service}`,
        seconds < MAX_RECOVERY_SECONDS ? 'yes' : `${seconds} s`,
        'yes',
      ),
    ),
    check('settings from leadline.env', facts.settings, `warn\n${SITE}`),
    check('a command for the operator', facts.failedJobs, 'no failed jobs'),
    check('what an upgrade would change', facts.plan, 'up to date'),
    ...judgeDeliveries(facts.deliveries, facts.ledger),
    check('status of a list after restoring', facts.restoredStatus, 200),
    ...judgeDeliveries(facts.deliveries, facts.restoredLedger).map((found) => ({
      ...found,
      name: `restored: ${found.name}`,
    })),
  ];
}
