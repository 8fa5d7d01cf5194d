// Whether a worker can work: its database answers, and the loops that all other work waits for get somewhere.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Installation } from '../platform/db/installation.ts';

export interface WatchedLoop {
  /** What it does, as in `dispatching events`. */
  readonly work: string;
  readonly lastSuccessAt: () => number;
}

const MAX_CHECK_MS = 2_000;
/** A round takes less than a second, unless the database is very busy. */
const MAX_QUIET_MS = 30_000;

/** Null if there is none. */
export async function findWorkerProblem(
  db: Installation,
  loops: readonly WatchedLoop[],
): Promise<string | null> {
  if (!(await answers(db))) return 'the database is unreachable';
  const stuck = loops.filter(({ lastSuccessAt }) => performance.now() - lastSuccessAt() > MAX_QUIET_MS);
  if (stuck.length === 0) return null;
  return `stuck for more than ${MAX_QUIET_MS / 1_000} s: ${stuck.map(({ work }) => work).join(', ')}`;
}

function answers(db: Installation): Promise<boolean> {
  const timeout = sleep(MAX_CHECK_MS, false, { ref: false });
  const check = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([check, timeout]);
}
