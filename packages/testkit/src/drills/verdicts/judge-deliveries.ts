// What must be true of the leads of clients that retry, whatever was killed meanwhile.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';
import type { Deliveries } from '../retrying-load.ts';

/** Checks that no leads were lost, duplicated or miscounted. */
export function judgeDeliveries(
  { acknowledged, gaveUp, unexpected }: Pick<Deliveries, 'acknowledged' | 'gaveUp' | 'unexpected'>,
  { usage, leads }: AccountLedger,
): Check[] {
  const stored = new Set(leads.map(({ leadId }) => leadId));
  const idsByKey = [...acknowledged.values()];
  const storedKeys = new Set(leads.map(({ email }) => email));
  return [
    checkAtLeast('leads acknowledged', acknowledged.size, 1),
    check(
      'acknowledged leads missing from the database',
      idsByKey.flatMap((ids) => [...ids]).filter((id) => !stored.has(id)).length,
      0,
    ),
    check('keys acknowledged with two lead IDs', idsByKey.filter((ids) => ids.size > 1).length, 0),
    check('duplicate leads for an Idempotency-Key', leads.length - storedKeys.size, 0),
    check('leads stored', leads.length, acknowledged.size),
    check('usage', usage, leads.length),
    check('leads not acknowledged within 60 s', gaveUp, 0),
    check('responses other than 200, 409 and 503', unexpected.slice(0, 3).join('; ') || 'none', 'none'),
  ];
}
