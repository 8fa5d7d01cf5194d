// Spreads the deliveries of a throttled endpoint evenly over the minute, across all workers: each reserves the moment it
// sends at in the endpoint's row. Only a few deliveries of an endpoint are fetched at a time, so that the others wait in
// the queue, in their order, and a changed limit applies to them.

import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';

/** Group tiers of the queue, with how many jobs of an endpoint may wait for their moment at a time. */
export const THROTTLE_TIERS = { throttled: 10, 'throttled-slow': 2 } as const;
export type ThrottleTier = keyof typeof THROTTLE_TIERS;

/** From this rate on, ten deliveries take ten seconds at most; two of the slowest allowed take twenty. */
const FAST_PER_MINUTE = 60;
/** Longer than that, and less than the queue's limit for a job minus the time an attempt can take. */
const MAX_WAIT_SECONDS = 25;

export const throttleTierOf = (maxPerMinute: number): ThrottleTier =>
  maxPerMinute >= FAST_PER_MINUTE ? 'throttled' : 'throttled-slow';

/** Returns how long each of up to `wanted` deliveries has to wait, in milliseconds. Those that would have to wait for too
 * long get no moment. */
export async function reserveMoments(
  db: Installation,
  accountId: string,
  endpointId: string,
  wanted: number,
): Promise<number[]> {
  const { rows } = await sql<{ wait_ms: number; pause_ms: number; granted: number }>`
    with endpoint as materialized (
      select e.account_id, e.id, greatest(e.next_send_at, now()) as first_at, 60.0 / e.max_per_minute as pause
      from leadline.webhook_endpoints e
      where e.account_id = ${accountId} and e.id = ${endpointId} and e.max_per_minute is not null
      for no key update
    ), reserved as (
      select *, extract(epoch from first_at - now()) as wait, greatest(0, least(${wanted}::integer,
        1 + floor((${MAX_WAIT_SECONDS}::integer - extract(epoch from first_at - now())) / pause))) as granted
      from endpoint
    )
    update leadline.webhook_endpoints e set next_send_at = r.first_at + make_interval(secs => r.granted * r.pause)
    from reserved r where e.account_id = r.account_id and e.id = r.id
    returning r.wait * 1000 as wait_ms, r.pause * 1000 as pause_ms, r.granted::integer`.execute(db);
  const [reserved] = rows;
  if (reserved === undefined) return Array.from({ length: wanted }, () => 0); // no longer throttled
  const { wait_ms, pause_ms, granted } = reserved;
  return Array.from({ length: granted }, (_, place) => wait_ms + place * pause_ms);
}
