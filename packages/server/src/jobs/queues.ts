// The job queues, kept by pg-boss in a schema of their own. Jobs carry ids and nothing else: what they are about
// stands in our tables, so that nothing personal waits in a queue.

import type pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';

const SCHEMA = 'leadline_jobs';

export const DELIVER = 'deliver';
export const IMPORT = 'import';
export const KEEP_HOUSE = 'keep-house';
/** Jobs that failed too often; see `leadline job`. */
export const DEAD_LETTERS = 'dead-letters';

/** A job whose worker is gone is taken up again after this, and the time until it is noticed. */
const HEARTBEAT_SECONDS = 10;
const NOTICE_SECONDS = 2;

/** Workers may be killed again and again without a job being lost; one that ends them every time ends here. */
const MAX_CRASHES = 50;

const QUEUES: readonly Queue[] = [
  { name: DEAD_LETTERS, deleteAfterSeconds: 0, retentionSeconds: 90 * 24 * 3600 },
  {
    name: DELIVER,
    partition: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 60,
    retryLimit: MAX_CRASHES,
    retentionSeconds: 30 * 24 * 3600,
    deadLetter: DEAD_LETTERS,
  },
  {
    name: IMPORT,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 23 * 3600,
    retryLimit: MAX_CRASHES,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
    deadLetter: DEAD_LETTERS,
  },
  {
    name: KEEP_HOUSE,
    policy: 'exclusive',
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 3 * 3600,
    retryLimit: 2,
    retryDelay: 60,
    deleteAfterSeconds: 3600,
  },
];

/** Over a pool of ours, whose role it acts as. */
export function openBoss(pool: pg.Pool, { runs }: { readonly runs: boolean }): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: runs,
    schedule: runs,
    superviseIntervalSeconds: NOTICE_SECONDS,
    monitorIntervalSeconds: NOTICE_SECONDS,
    reindex: false, // takes the owner of the indexes
  });
}

/** Part of migrating: needs the owner of the tables. */
export async function installQueues(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  for (const { name, ...options } of QUEUES) {
    if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options);
    else {
      const { policy, partition, ...changeable } = options;
      await boss.updateQueue(name, changeable);
    }
  }
  await boss.stop({ close: false });
  await pool.query(`
    grant usage on schema ${SCHEMA} to leadline_worker;
    grant select, insert, update, delete, maintain on all tables in schema ${SCHEMA} to leadline_worker;
    grant execute on all functions in schema ${SCHEMA} to leadline_worker;`);
}

/** New jobs in bulk leave the planner with stale statistics, and fetching with a plan twenty times as slow. */
export async function refreshStatistics(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const queue = await boss.getQueue(DELIVER);
  if (queue !== null) await pool.query(`analyze ${SCHEMA}.${queue.table}`);
}
