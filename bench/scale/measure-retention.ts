// Deletes the oldest month as maintenance does: of a small account, of the large one, and then the partition itself.

import { openInstallation, openPool } from '@leadline/server';
import { applyRetention, dropEmptyMonths } from '@leadline/server/testing';
import { runSql } from '../support/bench-postgres.ts';
import { timeOf } from '../support/percentiles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DeletedMonth {
  readonly leads: number;
  readonly ms: number;
}

export interface RetentionFigures {
  readonly smallAccount: DeletedMonth;
  readonly largeAccount: DeletedMonth;
  readonly dropMs: number;
  readonly vacuumMs: number;
}

export async function measureRetention(
  databaseUrl: string,
  months: number,
  [largeId, smallId]: readonly [string, string],
): Promise<RetentionFigures> {
  const worker = openInstallation(openPool(databaseUrl, { size: 2, role: 'leadline_worker' }));
  const now = new Date();
  const secondMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 2));
  // Retention counts whole days, so run it as if it were midnight.
  const midnight = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const days = (midnight.getTime() - secondMonth) / DAY_MS;
  const deleteMonthOf = async (accountId: string): Promise<DeletedMonth> => {
    await runSql(databaseUrl, 'insert into leadline.retention values ($1, $2)', [accountId, days]);
    let leads = 0;
    const ms = await timeOf(async () => {
      leads = await applyRetention(worker, midnight, new AbortController().signal);
    });
    await runSql(databaseUrl, 'delete from leadline.retention');
    return { leads, ms };
  };
  try {
    const smallAccount = await deleteMonthOf(smallId);
    const largeAccount = await deleteMonthOf(largeId);
    // The other accounts' leads, faster than retention would.
    await runSql(
      databaseUrl,
      `delete from leadline.leads where id < leadline.first_id_of($1::timestamptz at time zone 'utc')`,
      [new Date(secondMonth)],
    );
    const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1)));
    await runSql(databaseUrl, `vacuum leadline.${nameOf(oldest)}`);
    let dropped = 0;
    const dropMs = await timeOf(async () => {
      dropped = await dropEmptyMonths(worker, now);
    });
    if (dropped !== 1) throw new Error(`${nameOf(oldest)} was not dropped`);
    const vacuumMs = await timeOf(() => runSql(databaseUrl, `vacuum leadline.${nameOf(now)}`));
    return { smallAccount, largeAccount, dropMs, vacuumMs };
  } finally {
    await worker.destroy();
  }
}

const nameOf = (month: Date): string => `leads_${month.toISOString().slice(0, 7).replace('-', '_')}`;
