// Repeatedly terminates every other connection to a database, as a failover or an idle firewall does.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '@leadline/server';
import { sql } from 'kysely';

/** Pauses in between, so that the service can recover. `stop` returns how many connections were cut. */
export function cutConnections(owner: Installation, everyMs: number): { stop(): Promise<number> } {
  let isStopping = false;
  const run = async (): Promise<number> => {
    let cut = 0;
    while (!isStopping) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(owner);
      cut += rows.length;
      await sleep(everyMs);
    }
    return cut;
  };
  const running = run();
  return {
    stop: () => {
      isStopping = true;
      return running;
    },
  };
}
