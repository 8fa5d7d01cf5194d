// Which tables move with an account, from the catalog, so that a new table can't be forgotten.

import type pg from 'pg';

/** The directory's own. Cells have copies, which unpack_account writes. */
export const UNCOPIED_TABLES: readonly string[] = [
  'account_moves',
  'api_keys',
  'directory_changes',
  'former_members',
  'invitations',
  'members',
];

/** Made again where the account arrives, from its leads. */
const LEFT_TABLES: readonly string[] = ['lead_sums'];

/** The directory writes to it wherever the account is, and the account's cell is told. */
export const AUDIT_LOG = 'audit_log';

/** Rows of these are deleted in the normal course of events, some within seconds. */
export const VOLATILE_TABLES: ReadonlySet<string> = new Set([
  'alert_choices',
  'alert_emails',
  'alerts',
  'crm_queue',
  'crm_runs',
  'deliveries',
  'import_chunks',
  'import_rows',
  'lead_watchers',
  'outbox',
  'received',
  'requests',
  'search_queue',
  'settings_drafts',
]);

export async function listMovedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1) order by c.relname`,
    [[...UNCOPIED_TABLES, ...LEFT_TABLES]],
  );
  return rows.map(({ name }) => name);
}
