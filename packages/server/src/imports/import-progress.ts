// Tracks the progress of imports in the database.

import type pg from 'pg';
import { makeId, showId } from '../base/ids.ts';
import { insertOutcomes, type PastOutcome } from '../leads/insert-outcomes.ts';
import type { Owner } from '../leads/prepare-lead.ts';
import type { ColumnMapping } from './columns.ts';
import type { FileShape, Position } from './file-shape.ts';

export interface ImportJobRow {
  readonly accountId: string;
  readonly importId: string;
  readonly owner: Owner;
  readonly fileBytes: number;
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly whenFull: 'stop' | 'skip';
  readonly position: Position;
}

export type EndStatus = 'finished' | 'stopped' | 'failed';

export interface Progress {
  readonly read: number;
  readonly stored: number;
  readonly rejections: readonly {
    readonly line: number;
    readonly reason: string;
    readonly content: string;
  }[];
  readonly outcomes: readonly PastOutcome[];
}

/** Null if the import is no longer waiting to run, for example because it was cancelled. */
export async function openImport(
  pool: pg.Pool,
  accountId: string,
  importId: string,
): Promise<ImportJobRow | null> {
  const { rows } = await pool.query<{
    file_bytes: number;
    shape: FileShape;
    mapping: ColumnMapping;
    when_full: 'stop' | 'skip';
    next_offset: number;
    next_line: number;
    monthly_leads: number | null;
    storage_bytes: number | null;
  }>(
    `update leadline.imports i set status = 'running', started_at = coalesce(i.started_at, now())
     from leadline.limits_of($1) l
     where i.account_id = $1 and i.id = $2 and i.status in ('queued', 'running')
     returning i.file_bytes, i.shape, i.mapping, i.when_full, i.next_offset, i.next_line, l.*`,
    [accountId, importId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    accountId,
    importId,
    owner: { accountId, monthlyLimit: row.monthly_leads, storageLimit: row.storage_bytes },
    fileBytes: row.file_bytes,
    shape: row.shape,
    mapping: row.mapping,
    whenFull: row.when_full,
    position: { offset: row.next_offset, line: row.next_line },
  };
}

export async function isRunning(pool: pg.Pool, { accountId, importId }: ImportJobRow): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from leadline.imports where account_id = $1 and id = $2 and status = 'running'`,
    [accountId, importId],
  );
  return rowCount === 1;
}

/** Runs in the transaction that stores the leads. Returns the plan's current limits, or false if the import has
 * advanced since we last read it, which means that another worker has taken over. */
export async function saveProgress(
  client: pg.ClientBase,
  { accountId, importId }: ImportJobRow,
  from: Position,
  to: Position,
  { read, stored, rejections, outcomes }: Progress,
): Promise<Pick<Owner, 'monthlyLimit' | 'storageLimit'> | false> {
  const { rows } = await client.query<{ monthly_leads: number | null; storage_bytes: number | null }>({
    name: 'save-import-progress',
    text: `update leadline.imports i set next_offset = $4, next_line = $5, rows_read = i.rows_read + $6,
        rows_stored = i.rows_stored + $7, rows_refused = i.rows_refused + $8
      from leadline.limits_of($1) l
      where i.account_id = $1 and i.id = $2 and i.status = 'running' and i.next_offset = $3
      returning l.*`,
    values: [accountId, importId, from.offset, to.offset, to.line, read, stored, rejections.length],
  });
  const [row] = rows;
  if (row === undefined) return false;
  if (rejections.length > 0) {
    await client.query(
      `insert into leadline.import_refusals (account_id, import_id, line, reason, content)
       select $1, $2, r.* from unnest($3::bigint[], $4::text[], $5::text[]) r
       on conflict do nothing`,
      [
        accountId,
        importId,
        rejections.map(({ line }) => line),
        rejections.map(({ reason }) => reason),
        rejections.map(({ content }) => content),
      ],
    );
  }
  await insertOutcomes(client, accountId, outcomes);
  return { monthlyLimit: row.monthly_leads, storageLimit: row.storage_bytes };
}

/** Queues the webhook event and deletes the file, except when the import stopped and can be resumed. */
export async function endImport(
  client: pg.ClientBase,
  { accountId, importId }: ImportJobRow,
  status: EndStatus,
  error: string | null,
): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(
    `update leadline.imports set status = $3, error = $4, finished_at = now()
     where account_id = $1 and id = $2 and status = 'running'
     returning file_name, rows_read, rows_stored as stored, rows_refused as refused`,
    [accountId, importId, status, error],
  );
  const [counts] = rows;
  if (counts === undefined) return;
  const { file_name, ...figures } = counts;
  const shown = showId('imp', importId);
  await client.query(
    `insert into leadline.outbox (account_id, id, kind, subject_id, data) values ($1, $2, 'import.finished', $3, $4)`,
    [
      accountId,
      makeId(),
      importId,
      JSON.stringify({ import_id: shown, status, file_name, ...figures, error }),
    ],
  );
  await client.query(
    `insert into leadline.audit_log (account_id, id, actor, action, subject, details)
     values ($1, $2, 'worker', 'import.finished', $3, $4)`,
    [accountId, makeId(), shown, JSON.stringify({ status, ...figures })],
  );
  if (status !== 'stopped') {
    await client.query('delete from leadline.import_chunks where account_id = $1 and import_id = $2', [
      accountId,
      importId,
    ]);
  }
}
