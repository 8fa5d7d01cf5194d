// What a library makes of a lost connection is anybody's guess: an error of its own, or "nobody is signed in". We remember what
// the database said while the library was at work, and say that instead.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent, PostgresPool } from 'kysely';
import { isDatabaseDown } from './is-database-down.ts';

const calls = new AsyncLocalStorage<{ outage: unknown }>();

function note(error: unknown): void {
  const call = calls.getStore();
  if (call !== undefined && isDatabaseDown(error)) call.outage ??= error;
}

export function noteFailedQuery(event: LogEvent): void {
  if (event.level === 'error') note(event.error);
}

export const noteFailedConnects = (pool: PostgresPool): PostgresPool => ({
  connect: async () => {
    try {
      return await pool.connect();
    } catch (error) {
      note(error);
      throw error;
    }
  },
  end: () => pool.end(),
  options: pool.options,
});

/** Fails with the database's error if there was one, unless the result says that all went well. */
export async function throwOutage<T>(work: () => Promise<T>, isFine: (result: T) => boolean): Promise<T> {
  const call = { outage: null as unknown };
  try {
    const result = await calls.run(call, work);
    if (call.outage === null || isFine(result)) return result;
  } catch (error) {
    throw call.outage ?? error;
  }
  throw call.outage;
}
