// What has to be done from time to time, as a scheduled job: partitions for the months ahead, and forgetting what need
// not be remembered any longer. A little at a time, so that nobody waits long for what is being deleted.

import { sql } from 'kysely';
import { firstIdOf } from '../base/ids.ts';
import type { Database } from '../db/database.ts';
import type { Installation } from '../db/installation.ts';
import { applyRetention } from '../people/apply-retention.ts';
import { forgetDeliveries } from '../webhooks/forget-deliveries.ts';

export const HOURLY = '7 * * * *';
const MONTHS_AHEAD = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How long it is told what became of a delivery, and which rows of an import were refused. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
const REFUSALS_KEPT_MS = 30 * DAY_MS;
/** Requests as they came in. */
const RECEIVED_KEPT_MS = 7 * DAY_MS;
/** A file that nobody has started to import, or goes on importing. */
const FILES_KEPT_MS = 7 * DAY_MS;
const UPLOADS_KEPT_MS = DAY_MS;
const AT_ONCE = 5_000;

export async function keepHouse(db: Installation, now: Date, signal: AbortSignal): Promise<void> {
  await makePartitions(db);
  const steps = [
    () => forgetRequests(db),
    () => forgetDeliveries(db, new Date(now.getTime() - DELIVERIES_KEPT_MS), AT_ONCE),
    () => forgetUploads(db, now),
    () => forgetRefusals(db, new Date(now.getTime() - REFUSALS_KEPT_MS)),
    () => forgetReceived(db, new Date(now.getTime() - RECEIVED_KEPT_MS)),
    () => applyRetention(db, now),
    () => forgetSignIns(db, now),
  ];
  for (const step of steps) while (!signal.aborted && (await step()) > 0);
  // Planners that believe a table to be small read all of it.
  if (!signal.aborted) await sql`analyze leadline.contacts, leadline.leads`.execute(db);
}

export async function makePartitions(db: Database): Promise<void> {
  await sql`select leadline.make_lead_partitions(${MONTHS_AHEAD})`.execute(db);
}

async function forgetRequests(db: Installation): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`select leadline.forget_requests() as forgotten`.execute(
    db,
  );
  return rows[0]?.forgotten ?? 0;
}

/** Sessions, mailed links and counts of attempts that are over. */
async function forgetSignIns(db: Installation, now: Date): Promise<number> {
  await sql`delete from leadline.sessions where expires_at < ${now}`.execute(db);
  await sql`delete from leadline.verifications where expires_at < ${now}`.execute(db);
  await sql`delete from leadline.sign_in_attempts where resets_at < ${now}`.execute(db);
  return 0; // few enough to go at once
}

/** Files that wait for nothing; what was imported of them, and how far, stays known. */
async function forgetUploads(db: Installation, now: Date): Promise<number> {
  await db
    .deleteFrom('imports')
    .where('status', '=', 'uploading')
    .where('created_at', '<', new Date(now.getTime() - UPLOADS_KEPT_MS))
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ status: 'cancelled', error: 'nobody started it for a week', finished_at: now })
    .where('status', 'in', ['ready', 'stopped'])
    .where((e) => e(e.fn.coalesce('finished_at', 'created_at'), '<', new Date(now.getTime() - FILES_KEPT_MS)))
    .executeTakeFirst();
  await sql`
    delete from leadline.import_chunks c using leadline.imports i
    where i.account_id = c.account_id and i.id = c.import_id and i.status in ('finished', 'cancelled', 'failed')`.execute(
    db,
  );
  return Number(numUpdatedRows);
}

async function forgetRefusals(db: Installation, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leadline.import_refusals r using (
      select x.account_id, x.import_id, x.line from leadline.imports i
      join leadline.import_refusals x on x.account_id = i.account_id and x.import_id = i.id
      where i.finished_at < ${before} limit ${AT_ONCE}
    ) old
    where r.account_id = old.account_id and r.import_id = old.import_id and r.line = old.line`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** By account, because that is how they are found. */
async function forgetReceived(db: Installation, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leadline.received r using (
      select o.account_id, o.id from leadline.accounts a
      cross join lateral (
        select x.account_id, x.id from leadline.received x
        where x.account_id = a.id and x.id < ${firstIdOf(before)}::uuid limit ${AT_ONCE}
      ) o limit ${AT_ONCE}
    ) old
    where r.account_id = old.account_id and r.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
