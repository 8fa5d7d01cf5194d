// Which events have arrived, and which are still to be delivered.

import type pg from 'pg';
import type { Receiver } from '../webhooks/receiver.ts';
import type { Leftovers } from './verdicts/judge-events.ts';

/** The IDs of the events about leads that the receiver accepted. */
export const leadEventsOf = ({ accepted }: Receiver): Set<string> =>
  new Set(accepted.filter(({ type }) => type === 'lead.scored').map(({ id }) => id));

export async function readLeftovers(owner: pg.Pool): Promise<Leftovers> {
  const { rows } = await owner.query<Leftovers>(
    `select (select count(*) from leadline.outbox)::integer as events,
       (select count(*) from leadline.deliveries where status <> 'delivered')::integer as deliveries,
       (select count(*) from leadline_jobs.job where name = 'dead-letters')::integer as dead`,
  );
  return rows[0] as Leftovers;
}
