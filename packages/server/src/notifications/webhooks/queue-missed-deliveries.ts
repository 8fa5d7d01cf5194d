// Queues the pending deliveries of accounts that have no job, because the accounts have just arrived from another database, where
// their jobs stayed behind, or were about to leave. Reads all deliveries of these accounts.

import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { fromUuid } from '../../platform/base/ids.ts';
import { DELIVER, SCHEMA } from '../../platform/jobs/queues.ts';
import { chooseTier, LOW_PRIORITY, makeDeliveryJob } from './delivery-job.ts';

interface Pending {
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly next_attempt_at: Date | null;
  readonly max_per_minute: number | null;
  readonly is_failing: boolean;
}

/** Returns how many there were. */
export async function queueMissedDeliveries(
  pool: pg.Pool,
  boss: PgBoss,
  accountIds: readonly string[],
): Promise<number> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    // Otherwise a worker and a mover could both queue the same delivery, which would be sent twice.
    await client.query(`select pg_advisory_xact_lock(hashtext('leadline.queue_missed_deliveries'))`);
    const queued = await queueMissed(client, boss, accountIds);
    await client.query('commit');
    isBroken = false;
    return queued;
  } finally {
    client.release(isBroken);
  }
}

async function queueMissed(
  client: pg.PoolClient,
  boss: PgBoss,
  accountIds: readonly string[],
): Promise<number> {
  const { rows } = await client.query<Pending>(
    `with queued as materialized (
       select (j.data ->> 'endpoint')::uuid as endpoint_id, (j.data ->> 'event')::uuid as event_id from ${SCHEMA}.job j
       where j.name = $2 and j.state <= 'active' and (j.data ->> 'account')::uuid = any ($1))
     select d.account_id, d.endpoint_id, d.event_id, d.next_attempt_at, e.max_per_minute,
       e.failing_since is not null as is_failing
     from leadline.deliveries d
     join leadline.webhook_endpoints e on e.account_id = d.account_id and e.id = d.endpoint_id
     where d.account_id = any ($1) and d.status = 'pending'
       and not exists (select from queued q where q.endpoint_id = d.endpoint_id and q.event_id = d.event_id)
     order by d.event_id`,
    [accountIds, DELIVER],
  );
  const jobs = rows.map((row) => ({
    ...makeDeliveryJob(
      {
        account: fromUuid(row.account_id),
        endpoint: fromUuid(row.endpoint_id),
        event: fromUuid(row.event_id),
      },
      LOW_PRIORITY,
      chooseTier(row.max_per_minute, row.is_failing),
    ),
    ...(row.next_attempt_at === null ? {} : { startAfter: row.next_attempt_at }),
  }));
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  for (let from = 0; from < jobs.length; from += JOBS_PER_STEP)
    await boss.insert(DELIVER, jobs.slice(from, from + JOBS_PER_STEP), { db, returnId: false });
  return jobs.length;
}

const JOBS_PER_STEP = 1_000;
