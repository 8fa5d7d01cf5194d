// Tracks the progress of imports in the database.

import type { Role } from '@leadline/contract';
import type pg from 'pg';
import { worksOnLeads } from '../../accounts/team/team.ts';
import type { Owner } from '../../leads/intake/score-to-store.ts';
import { insertOutcomes, type PastOutcome } from '../../leads/record/insert-outcomes.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import { setPastWork } from '../../work/set-past-work.ts';
import type { ColumnMapping } from '../columns/columns.ts';
import type { FileShape, Position } from '../columns/file-shape.ts';
import type { TeamMate } from '../columns/match-assignee.ts';
import { findBytesLeft, type KeptRow, MAX_WARNINGS_KEPT } from './keep-rejected-rows.ts';
import type { RowWork } from './prepare-slice.ts';

export interface ImportId {
  readonly accountId: string;
  readonly importId: string;
}

export interface ImportJobRow extends ImportId {
  readonly liveAccountId: string;
  readonly owner: Owner;
  /** The versions of the settings and of the model that score leads now. */
  readonly settingsVersion: number;
  readonly modelVersion: number;
  readonly fileBytes: number;
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  /** Whom the file can name. Empty if the file doesn't say whose they are. */
  readonly team: readonly TeamMate[];
  /** Of the account. */
  readonly currency: string;
  readonly whenFull: 'stop' | 'skip';
  readonly position: Position;
  /** How many bytes of rejected rows may still be kept. */
  readonly refusalBytesLeft: number;
  /** How many rows with a warning may still be kept. */
  readonly warningsLeft: number;
}

export type EndStatus = 'finished' | 'stopped' | 'failed';

export interface Progress {
  readonly read: number;
  readonly stored: number;
  readonly rejected: number;
  readonly repeated: number;
  readonly warnings: number;
  /** The rejected rows to keep for the download. */
  readonly kept: readonly KeptRow[];
  readonly keptWarnings: readonly KeptRow[];
  readonly keptBytes: number;
  /** Of the rows that are stored. */
  readonly hashes: readonly string[];
  readonly outcomes: readonly PastOutcome[];
  readonly work: readonly RowWork[];
}

/** How often an import may crash the worker at the same position. */
const MAX_CRASHES = 3;

/** Starts an attempt, unless too many have failed. An attempt counts as a crash until it saves its position or is closed,
 * so that an import can't bring down worker after worker. Returns null if the import is no longer waiting to run, for
 * example because it was cancelled. */
export async function openImport(
  pool: pg.Pool,
  accountId: string,
  importId: string,
): Promise<ImportJobRow | 'crashed too often' | null> {
  const { rows } = await pool.query<{
    file_bytes: number;
    shape: FileShape;
    mapping: ColumnMapping;
    when_full: 'stop' | 'skip';
    next_offset: number;
    next_line: number;
    next_in_row: boolean;
    attempts: number;
    monthly_leads: number | null;
    storage_bytes: number | null;
    refused_bytes: number;
    account_refused_bytes: number;
    live_account_id: string;
    rows_with_warnings: number;
    currency: string;
    settings_version: number;
    model_version: number;
  }>(
    `update leadline.imports i set status = 'running', started_at = coalesce(i.started_at, now()), active_at = now(),
       attempts = i.attempts + 1
     from leadline.accounts a, leadline.limits_of($1) l
     where i.account_id = $1 and i.id = $2 and i.status in ('queued', 'running') and a.id = i.account_id
     returning i.file_bytes, i.shape, i.mapping, i.when_full, i.next_offset, i.next_line, i.next_in_row, i.attempts,
       i.refused_bytes, i.rows_with_warnings, l.monthly_leads, l.storage_bytes, coalesce(a.test_of, a.id) as live_account_id,
       leadline.live_settings_version(coalesce(a.test_of, a.id)) as settings_version,
       leadline.live_model_version(coalesce(a.test_of, a.id)) as model_version,
       coalesce((select p.currency from leadline.profiles p where p.account_id = coalesce(a.test_of, a.id)), 'USD')
         as currency, (
         select coalesce(sum(x.refused_bytes), 0)::bigint
         from leadline.accounts o join leadline.imports x on x.account_id = o.id and x.refused_bytes > 0
         where o.id = coalesce(a.test_of, a.id) or o.test_of = coalesce(a.test_of, a.id)
       ) as account_refused_bytes`,
    [accountId, importId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  if (row.attempts > MAX_CRASHES) {
    await endImportNow(pool, { accountId, importId }, 'failed', describeCrashes(row.next_line));
    return 'crashed too often';
  }
  return {
    accountId,
    importId,
    liveAccountId: fromUuid(row.live_account_id),
    owner: { accountId, monthlyLimit: row.monthly_leads, storageLimit: row.storage_bytes },
    settingsVersion: row.settings_version,
    modelVersion: row.model_version,
    fileBytes: row.file_bytes,
    shape: row.shape,
    mapping: row.mapping,
    team: Object.values(row.mapping).includes('assignee') ? await findTeam(pool, accountId) : [],
    currency: row.currency,
    whenFull: row.when_full,
    position: {
      offset: row.next_offset,
      line: row.next_line,
      ...(row.next_in_row ? { isInRow: true } : {}),
    },
    refusalBytesLeft: findBytesLeft(row.refused_bytes, row.account_refused_bytes),
    warningsLeft: Math.max(0, MAX_WARNINGS_KEPT - row.rows_with_warnings),
  };
}

async function findTeam(pool: pg.Pool, accountId: string): Promise<TeamMate[]> {
  const { rows } = await pool.query<{ user_id: string; name: string; email: string; role: Role }>(
    `select m.user_id, u.name, u.email, m.role from leadline.accounts a
     join leadline.members m on m.account_id = coalesce(a.test_of, a.id)
     join leadline.users u on u.id = m.user_id
     where a.id = $1`,
    [accountId],
  );
  return rows.map(({ user_id, name, email, role }) => ({
    userId: fromUuid(user_id),
    name,
    email,
    worksOnLeads: worksOnLeads({ role }),
  }));
}

const describeCrashes = (line: number): string =>
  `the import was interrupted ${MAX_CRASHES} times around line ${line} and was given up; earlier rows were imported. ` +
  'Check the rows from there on, then upload the file again to continue';

/** Ends an attempt that didn't crash, though it may have got nowhere. */
export async function closeAttempt(pool: pg.Pool, { accountId, importId }: ImportId): Promise<void> {
  await pool.query(
    `update leadline.imports set attempts = greatest(attempts - 1, 0)
     where account_id = $1 and id = $2 and status = 'running'`,
    [accountId, importId],
  );
}

export async function isRunning(pool: pg.Pool, { accountId, importId }: ImportId): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from leadline.imports where account_id = $1 and id = $2 and status = 'running'`,
    [accountId, importId],
  );
  return rowCount === 1;
}

/** What may have changed since the import began. */
export interface Current {
  readonly limits: Pick<Owner, 'monthlyLimit' | 'storageLimit'>;
  readonly settingsVersion: number;
  readonly modelVersion: number;
}

/** Runs in the transaction that stores the leads. Returns the current limits and settings, or false if the import has
 * advanced since we last read it, which means that another worker has taken over. */
export async function saveProgress(
  client: pg.ClientBase,
  { accountId, importId, liveAccountId }: ImportJobRow,
  from: Position,
  to: Position,
  progress: Progress,
): Promise<Current | false> {
  const {
    read,
    stored,
    rejected,
    repeated,
    warnings,
    kept,
    keptWarnings,
    keptBytes,
    hashes,
    outcomes,
    work,
  } = progress;
  const { rows } = await client.query<{
    monthly_leads: number | null;
    storage_bytes: number | null;
    settings_version: number;
    model_version: number;
  }>({
    name: 'save-import-progress',
    text: `update leadline.imports i set next_offset = $4, next_line = $5, next_in_row = $6, rows_read = i.rows_read + $7,
        rows_stored = i.rows_stored + $8, rows_refused = i.rows_refused + $9, rows_not_kept = i.rows_not_kept + $10,
        refused_bytes = i.refused_bytes + $11, rows_unassigned = i.rows_unassigned + $12, rows_repeated = i.rows_repeated + $14,
        rows_with_warnings = i.rows_with_warnings + $15, attempts = 1
      from leadline.limits_of($1) l
      where i.account_id = $1 and i.id = $2 and i.status = 'running' and i.next_offset = $3
      returning l.*, leadline.live_settings_version($13) as settings_version,
        leadline.live_model_version($13) as model_version`,
    values: [
      accountId,
      importId,
      from.offset,
      to.offset,
      to.line,
      to.isInRow === true,
      read,
      stored,
      rejected,
      rejected - kept.length,
      keptBytes,
      work.filter(({ isUnassigned }) => isUnassigned).length,
      liveAccountId,
      repeated,
      warnings,
    ],
  });
  const [row] = rows;
  if (row === undefined) return false;
  await keepRows(client, { accountId, importId }, kept, false);
  await keepRows(client, { accountId, importId }, keptWarnings, true);
  if (hashes.length > 0)
    await client.query(
      `insert into leadline.import_rows (account_id, import_id, hash) select $1, $2, unnest($3::uuid[])
       on conflict do nothing`,
      [accountId, importId, hashes],
    );
  await insertOutcomes(client, accountId, outcomes);
  await setPastWork(client, accountId, work);
  return {
    limits: { monthlyLimit: row.monthly_leads, storageLimit: row.storage_bytes },
    settingsVersion: row.settings_version,
    modelVersion: row.model_version,
  };
}

async function keepRows(
  client: pg.ClientBase,
  { accountId, importId }: ImportId,
  rows: readonly KeptRow[],
  isStored: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into leadline.import_refusals (account_id, import_id, line, reason, content, is_stored)
     select $1, $2, r.*, $6 from unnest($3::bigint[], $4::text[], $5::text[]) r
     on conflict do nothing`,
    [
      accountId,
      importId,
      rows.map(({ line }) => line),
      rows.map(({ reason }) => reason),
      rows.map(({ content }) => content),
      isStored,
    ],
  );
}

/** Which of these rows the import has stored before. */
export async function findKnownRows(
  pool: pg.Pool,
  { accountId, importId }: ImportId,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const { rows } = await pool.query<{ hash: string }>(
    `select replace(hash::text, '-', '') as hash from leadline.import_rows
     where account_id = $1 and import_id = $2 and hash = any ($3::uuid[])`,
    [accountId, importId, hashes],
  );
  return rows.map(({ hash }) => hash);
}

/** Queues the webhook event and deletes the file, except when the import stopped and can be resumed. */
export async function endImport(
  client: pg.ClientBase,
  { accountId, importId }: ImportId,
  status: EndStatus,
  error: string | null,
): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(
    `update leadline.imports set status = $3, error = $4, finished_at = now()
     where account_id = $1 and id = $2 and status = 'running'
     returning file_name, rows_read, rows_stored as stored, rows_refused as refused,
       rows_repeated as repeated, rows_with_warnings as warnings`,
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
    for (const table of ['import_chunks', 'import_rows'])
      await client.query(`delete from leadline.${table} where account_id = $1 and import_id = $2`, [
        accountId,
        importId,
      ]);
  }
}

/** Ends an import outside the transaction of a batch. */
export async function endImportNow(
  pool: pg.Pool,
  id: ImportId,
  status: EndStatus,
  error: string | null,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await endImport(client, id, status, error);
    await client.query('commit');
    client.release();
  } catch (failure) {
    client.release(true);
    throw failure;
  }
}
