// The hourly maintenance job: creates partitions for the months ahead, deletes expired data, drops empty months, recounts
// storage, forgets outdated sums of leads, and queues emails about keys that are about to expire.
// Deletes in small batches, so that nothing else has to wait long for a lock.

import { sql } from 'kysely';
import { KEEP_DEVICES_MS } from '../../auth/cookies/known-devices.ts';
import { KEEP_SECURITY_EVENTS_MS } from '../../auth/security/security-log.ts';
import { deleteOldAlerts } from '../../notifications/alerts/delete-old-alerts.ts';
import { queueKeyEmails } from '../../notifications/alerts/key-emails.ts';
import { deleteOldDeliveries } from '../../notifications/webhooks/delete-old-deliveries.ts';
import { applyRetention } from '../../people/apply-retention.ts';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { dropEmptyMonths } from './drop-empty-months.ts';
import { forgetSums } from './forget-sums.ts';
import { recountStorage } from './recount-storage.ts';

export const HOURLY = '7 * * * *';
const MONTHS_AHEAD = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEEP_DELIVERIES_MS = 30 * DAY_MS;
const KEEP_ALERTS_MS = 30 * DAY_MS;
const KEEP_REJECTED_ROWS_MS = 30 * DAY_MS;
const KEEP_REQUEST_LOG_MS = 7 * DAY_MS;
/** For imports that were never started, or that stopped and were never resumed. */
const KEEP_FILES_MS = 7 * DAY_MS;
/** For uploads whose API process died. A living one adds a chunk at least every minute. */
const KEEP_UPLOADS_MS = 60 * 60 * 1000;
/** They count toward the uploads in a day. */
const KEEP_REJECTED_UPLOADS_MS = 2 * DAY_MS;
const BATCH_SIZE = 5_000;

export async function runMaintenance(db: Installation, now: Date, signal: AbortSignal): Promise<void> {
  await makePartitions(db);
  const steps = [
    () => deleteOldRequests(db),
    () => deleteOldDeliveries(db, new Date(now.getTime() - KEEP_DELIVERIES_MS), BATCH_SIZE),
    () => deleteOldAlerts(db, new Date(now.getTime() - KEEP_ALERTS_MS), BATCH_SIZE),
    () => deleteAbandonedFiles(db, now),
    () => deleteOldRejectedRows(db, new Date(now.getTime() - KEEP_REJECTED_ROWS_MS)),
    () => deleteOldRequestLog(db, new Date(now.getTime() - KEEP_REQUEST_LOG_MS)),
    () => applyRetention(db, now, signal),
    () => dropEmptyMonths(db, now),
    () => deleteExpiredSignIns(db, now),
    () => queueKeyEmails(db, now).then(() => 0),
    () => recountStorage(db, now),
    () => forgetSums(db, signal).then(() => 0),
  ];
  for (const step of steps) while (!signal.aborted && (await step()) > 0);
  // With stale statistics, the planner can assume that a large table is small and scan all of it.
  if (!signal.aborted) await sql`analyze leadline.contacts, leadline.leads`.execute(db);
}

export async function makePartitions(db: Database): Promise<void> {
  await sql`select leadline.make_lead_partitions(${MONTHS_AHEAD})`.execute(db);
}

/** We remember requests for a day to detect duplicates. */
async function deleteOldRequests(db: Installation): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`select leadline.forget_requests() as forgotten`.execute(
    db,
  );
  return rows[0]?.forgotten ?? 0;
}

/** Covers sessions, emailed links, sign-in attempt counters, security events and known devices. */
async function deleteExpiredSignIns(db: Installation, now: Date): Promise<number> {
  await sql`delete from leadline.sessions where expires_at < ${now}`.execute(db);
  await sql`delete from leadline.verifications where expires_at < ${now}`.execute(db);
  await sql`delete from leadline.sign_in_attempts where resets_at < ${now}`.execute(db);
  const events = firstIdOf(new Date(now.getTime() - KEEP_SECURITY_EVENTS_MS));
  await sql`delete from leadline.security_events where id < ${events}::uuid`.execute(db);
  const devices = new Date(now.getTime() - KEEP_DEVICES_MS);
  await sql`delete from leadline.known_devices where last_seen_at < ${devices}`.execute(db);
  return 0; // there are few enough to delete them all at once
}

/** Keeps the imports themselves, including their progress, if any rows were read. */
async function deleteAbandonedFiles(db: Installation, now: Date): Promise<number> {
  await db
    .deleteFrom('imports')
    .where('status', '=', 'cancelled')
    .where('rows_read', '=', 0)
    .where('finished_at', '<', new Date(now.getTime() - KEEP_REJECTED_ROWS_MS))
    .execute();
  await db
    .deleteFrom('imports')
    .where('status', '=', 'rejected')
    .where('finished_at', '<', new Date(now.getTime() - KEEP_REJECTED_UPLOADS_MS))
    .execute();
  await db
    .updateTable('imports')
    .set({ status: 'rejected', finished_at: now })
    .where('status', '=', 'uploading')
    .where('active_at', '<', new Date(now.getTime() - KEEP_UPLOADS_MS))
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ status: 'cancelled', error: 'not started for a week', finished_at: now })
    .where('status', 'in', ['ready', 'stopped'])
    .where((e) => e(e.fn.coalesce('finished_at', 'created_at'), '<', new Date(now.getTime() - KEEP_FILES_MS)))
    .executeTakeFirst();
  for (const table of ['import_chunks', 'import_rows'] as const)
    await sql`
      delete from ${sql.table(`leadline.${table}`)} c using leadline.imports i
      where i.account_id = c.account_id and i.id = c.import_id
        and i.status in ('finished', 'cancelled', 'failed', 'rejected')`.execute(db);
  return Number(numUpdatedRows);
}

async function deleteOldRejectedRows(db: Installation, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leadline.import_refusals r using (
      select x.account_id, x.import_id, x.line from leadline.imports i
      join leadline.import_refusals x on x.account_id = i.account_id and x.import_id = i.id
      where i.finished_at < ${before} limit ${BATCH_SIZE}
    ) old
    where r.account_id = old.account_id and r.import_id = old.import_id and r.line = old.line`.execute(db);
  if (numAffectedRows === 0n)
    await db
      .updateTable('imports')
      .set({ refused_bytes: 0 })
      .where('refused_bytes', '>', 0)
      .where('finished_at', '<', before)
      .execute();
  return Number(numAffectedRows ?? 0);
}

/** Goes account by account, because that is how the log is indexed. */
async function deleteOldRequestLog(db: Installation, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leadline.received r using (
      select o.account_id, o.id from leadline.accounts a
      cross join lateral (
        select x.account_id, x.id from leadline.received x
        where x.account_id = a.id and x.id < ${firstIdOf(before)}::uuid limit ${BATCH_SIZE}
      ) o limit ${BATCH_SIZE}
    ) old
    where r.account_id = old.account_id and r.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
