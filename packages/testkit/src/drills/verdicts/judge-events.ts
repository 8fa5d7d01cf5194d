// What must be true of events: every lead has reached every webhook receiver as one event, and nothing is left to deliver.

import type { Receipt } from '../../webhooks/receiver.ts';
import { type Check, check, checkAtLeast } from '../drill.ts';

export interface ReceivedEvents {
  readonly accepted: readonly Receipt[];
  /** Requests with an invalid signature. */
  readonly unverified: readonly unknown[];
}

/** `posted` are the IDs of the leads. An event may arrive more than once, but always under the same ID. */
export function judgeEvents(receivers: readonly ReceivedEvents[], posted: ReadonlySet<string>): Check[] {
  const scored = receivers.map((receiver) => receiver.accepted.filter(({ type }) => type === 'lead.scored'));
  const leadOf = ({ body }: Receipt): string => body.data.lead_id;
  const count = (countIn: (receipts: readonly Receipt[]) => number): number => sum(scored.map(countIn));
  return [
    checkAtLeast('endpoints', receivers.length, 1),
    checkAtLeast('leads with events', posted.size, 1),
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

export interface Leftovers {
  readonly events: number;
  readonly deliveries: number;
  readonly dead: number;
}

export const judgeLeftovers = ({ events, deliveries, dead }: Leftovers): Check[] => [
  check('events left in the outbox', events, 0),
  check('deliveries not marked as delivered', deliveries, 0),
  check('dead letters', dead, 0),
];

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
