// Checks that every lead has reached every webhook receiver as one event, and that nothing is left to deliver.

import type pg from 'pg';
import type { Receipt, Receiver } from '../webhooks/receiver.ts';
import { type Check, check } from './drill.ts';

/** `posted` are the IDs of the leads. An event may arrive more than once, but always under the same ID. */
export function checkEvents(receivers: readonly Receiver[], posted: ReadonlySet<string>): Check[] {
  const scored = receivers.map((receiver) => receiver.accepted.filter(({ type }) => type === 'lead.scored'));
  const leadOf = ({ body }: Receipt): string => body.data.lead_id;
  const count = (countIn: (receipts: readonly Receipt[]) => number): number => sum(scored.map(countIn));
  return [
    check(
      'leads without an event at some endpoint',
      count((receipts) => {
        const delivered = new Set(receipts.map(leadOf));
        return [...posted].filter((lead) => !delivered.has(lead)).length;
      }),
      0,
    ),
    check(
      'events for unknown leads',
      count((receipts) => receipts.filter((receipt) => !posted.has(leadOf(receipt))).length),
      0,
    ),
    check(
      'leads with two event IDs',
      count((receipts) => countAmbiguous(receipts, leadOf, ({ id }) => id)),
      0,
    ),
    check(
      'event IDs shared by two leads',
      count((receipts) => countAmbiguous(receipts, ({ id }) => id, leadOf)),
      0,
    ),
    check('requests with an invalid signature', sum(receivers.map(({ unverified }) => unverified.length)), 0),
  ];
}

export async function checkLeftovers(owner: pg.Pool): Promise<Check[]> {
  const { rows } = await owner.query<{ events: number; deliveries: number; dead: number }>(
    `select (select count(*) from leadline.outbox)::integer as events,
       (select count(*) from leadline.deliveries where status <> 'delivered')::integer as deliveries,
       (select count(*) from leadline_jobs.job where name = 'dead-letters')::integer as dead`,
  );
  return [
    check('events left in the outbox', rows[0]?.events ?? -1, 0),
    check('deliveries not marked as delivered', rows[0]?.deliveries ?? -1, 0),
    check('dead letters', rows[0]?.dead ?? -1, 0),
  ];
}

/** The IDs of the events about leads that the receiver accepted. */
export const leadEventsOf = ({ accepted }: Receiver): Set<string> =>
  new Set(accepted.filter(({ type }) => type === 'lead.scored').map(({ id }) => id));

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Counts the keys that occur with more than one value. */
function countAmbiguous(
  receipts: readonly Receipt[],
  keyIn: (receipt: Receipt) => string,
  valueIn: (receipt: Receipt) => string,
): number {
  const values = new Map<string, Set<string>>();
  for (const receipt of receipts) {
    const key = keyIn(receipt);
    values.set(key, (values.get(key) ?? new Set()).add(valueIn(receipt)));
  }
  return [...values.values()].filter(({ size }) => size > 1).length;
}
