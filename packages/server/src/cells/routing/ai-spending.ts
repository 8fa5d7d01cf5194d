// What all accounts of an installation have spent on the LLM in a month. One of several cells may be down or slow. Then it counts
// with what we last knew, and its own accounts spend nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

interface Known {
  month: Date;
  dollars: number;
  reading: Promise<void> | null;
}

/** For one of several cells. */
const MAX_WAIT_MS = 500;

/** `databases` are those of all cells. */
export function makeReadAiSpending(databases: () => readonly Database[]): (month: Date) => Promise<number> {
  const knownOf = new WeakMap<Database, Known>();
  const read = async (db: Database, month: Date, isOneOfSeveral: boolean): Promise<number> => {
    const known = knownOf.get(db) ?? { month, dollars: 0, reading: null };
    knownOf.set(db, known);
    if (known.month.getTime() !== month.getTime()) known.dollars = 0;
    known.month = month;
    known.reading ??= readSpent(db, month)
      .then((dollars) => {
        if (known.month === month) known.dollars = dollars;
      })
      .finally(() => {
        known.reading = null;
      });
    if (isOneOfSeveral)
      await Promise.race([known.reading, sleep(MAX_WAIT_MS, undefined, { ref: false })]).catch(() => {});
    else await known.reading;
    return known.dollars;
  };
  return async (month) => {
    const all = databases();
    const spent = await Promise.all(all.map((db) => read(db, month, all.length > 1)));
    return spent.reduce((sum, dollars) => sum + dollars, 0);
  };
}

async function readSpent(db: Database, month: Date): Promise<number> {
  const { rows } = await sql<{ dollars: number }>`select leadline.spent_on_ai(${month}) as dollars`.execute(
    db,
  );
  return rows[0]?.dollars ?? 0;
}
