// Lists and retries failed jobs, for the operator.

import type pg from 'pg';
import { DEAD_LETTERS, openBoss } from './queues.ts';

export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  readonly data: unknown;
  readonly diedAt: Date;
  readonly error: unknown;
}

export async function listDeadLetters(pool: pg.Pool): Promise<DeadLetter[]> {
  const boss = openBoss(pool, { runs: false });
  await boss.start();
  const jobs = await boss.findJobs<object>(DEAD_LETTERS, { queued: true });
  await boss.stop({ close: false });
  return jobs.map(({ id, sourceName, data, createdOn, sourceOutput }) => ({
    id,
    queue: sourceName ?? '',
    data,
    diedAt: createdOn,
    error: sourceOutput,
  }));
}

/** Moves failed jobs back to their queues and returns how many there were. */
export async function retryDeadLetters(pool: pg.Pool): Promise<number> {
  const boss = openBoss(pool, { runs: false });
  await boss.start();
  let moved = 0;
  for (let count = 1; count > 0; moved += count) count = await boss.redrive(DEAD_LETTERS);
  await boss.stop({ close: false });
  return moved;
}
