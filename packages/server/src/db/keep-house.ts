// What has to be done from time to time: partitions for the months ahead, and forgetting old requests.

import { sql } from 'kysely';
import { describeError, type Logger } from '../log.ts';
import type { Database } from './database.ts';

export interface HouseKeeping {
  stop(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;
const MONTHS_AHEAD = 3;

/** Once now, then every hour; any number of processes may do it. */
export async function keepHouse(db: Database, logger: Logger): Promise<HouseKeeping> {
  let running = tidy(db, logger);
  const timer = setInterval(() => {
    running = tidy(db, logger);
  }, HOUR_MS).unref();
  await running;
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function tidy(db: Database, logger: Logger): Promise<void> {
  try {
    await sql`select leadline.make_lead_partitions(${MONTHS_AHEAD})`.execute(db);
    // A little at a time, so that no other waits long for what is being deleted.
    while ((await forgetSome(db)) > 0);
  } catch (error) {
    logger.error(describeError(error), 'housekeeping failed; it is tried again in an hour');
  }
}

async function forgetSome(db: Database): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`select leadline.forget_requests() as forgotten`.execute(
    db,
  );
  return rows[0]?.forgotten ?? 0;
}
