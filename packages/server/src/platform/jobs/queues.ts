// The job queues, which pg-boss keeps in a separate schema. Jobs contain only IDs, which keeps personal data out of the
// queues.

import { sql } from 'kysely';
import type pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import type { Installation } from '../db/installation.ts';

export const SCHEMA = 'leadline_jobs';

export const DELIVER = 'deliver';
export const IMPORT_TURNS = 'import-turns';
/** Backtests and rescores. */
export const SETTINGS_TURNS = 'settings-turns';
/** Trainings of models, and looks for drift. */
export const MODEL_TURNS = 'model-turns';
export const CRM_TURNS = 'crm-turns';
/** Of CRMs that may keep a turn waiting: new ones, those that failed lately, and long runs. */
export const SLOW_CRM_TURNS = 'slow-crm-turns';
/** Had a job for each import. Workers queue unfinished imports again when they start. */
const FORMER_IMPORT = 'import';
export const MAINTENANCE = 'maintenance';
export const DELETE_ACCOUNTS = 'delete-accounts';
/** Failed jobs; see `leadline job`. */
export const DEAD_LETTERS = 'dead-letters';

/** If a job sends no heartbeat for this long, another worker gets it. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 2;

/** High enough to tolerate workers being killed repeatedly. A job that crashes every worker becomes a dead letter. */
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
    name: IMPORT_TURNS,
    policy: 'short', // an account waits at most once
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 600,
    // An import is given up after three crashes, which ends the turn. The rest is for workers killed from outside.
    retryLimit: 10,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
    deadLetter: DEAD_LETTERS,
  },
  {
    name: SETTINGS_TURNS,
    policy: 'short', // an account waits at most once
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 3 * 3600,
    // A job is given up after three crashes, which ends the turn. The rest is for workers killed from outside.
    retryLimit: 10,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
    deadLetter: DEAD_LETTERS,
  },
  {
    name: MODEL_TURNS,
    policy: 'short', // an account waits at most once
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 3600,
    // Given up like the ones above.
    retryLimit: 10,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
    deadLetter: DEAD_LETTERS,
  },
  ...[CRM_TURNS, SLOW_CRM_TURNS].map(
    (name): Queue => ({
      name,
      policy: 'short', // an account waits at most once
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 600,
      // Accounts that have something to do are queued again anyway.
      retryLimit: 0,
      deleteAfterSeconds: 600,
    }),
  ),
  {
    name: MAINTENANCE,
    policy: 'exclusive',
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 3 * 3600,
    retryLimit: 2,
    retryDelay: 60,
    deleteAfterSeconds: 7 * 24 * 3600, // the last success is a metric
  },
  {
    name: DELETE_ACCOUNTS,
    policy: 'exclusive',
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 23 * 3600,
    retryLimit: MAX_CRASHES,
    retryDelay: 1,
    deleteAfterSeconds: 3600,
  },
];

/** Connects with the pool's role. `runs` also turns on supervision and the scheduler. */
export function openBoss(pool: pg.Pool, { runs }: { readonly runs: boolean }): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: runs,
    schedule: runs,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    reindex: false, // only the owner of the indexes can do this
  });
}

/** Called by migrations, because it has to run as the owner of the tables. */
export async function installQueues(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  if ((await boss.getQueue(FORMER_IMPORT)) !== null) await boss.deleteQueue(FORMER_IMPORT);
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

/** When a job of the queue was last completed by any worker, in seconds since 1970, or 0 if that was too long ago to know. */
export async function findLastSuccess(pool: pg.Pool, queue: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select coalesce(extract(epoch from max(completed_on)), 0)::float8 as seconds
     from ${SCHEMA}.job where name = $1 and state = 'completed'`,
    [queue],
  );
  return rows[0]?.seconds ?? 0;
}

/** Deletes up to `most` jobs of an account and returns how many. */
export async function deleteJobsOf(db: Installation, accountId: string, most: number): Promise<number> {
  const jobs = sql.table(`${SCHEMA}.job`);
  const { numAffectedRows } = await sql`
    delete from ${jobs} where id in (select id from ${jobs} where data ->> 'account' = ${accountId} limit ${most})
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** After a bulk insert the planner's statistics are stale, which makes fetching jobs twenty times slower. */
export async function refreshStatistics(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const queue = await boss.getQueue(DELIVER);
  if (queue !== null) await pool.query(`analyze ${SCHEMA}.${queue.table}`);
}
