// Which tables move with an account, in an order in which rows come after those they refer to.

import { type RawBuilder, sql } from 'kysely';

export interface TransferredTable {
  readonly name: string;
  /** Only these rows. */
  readonly where?: string;
  /** Encrypted by SECRET_KEY, which differs between installations. */
  readonly sealed?: true;
}

export const TRANSFERRED_TABLES: readonly TransferredTable[] = [
  { name: 'accounts' },
  { name: 'api_keys', sealed: true },
  { name: 'usage' },
  { name: 'storage' },
  { name: 'ai_spending' },
  { name: 'profiles' },
  { name: 'retention' },
  { name: 'routing' },
  { name: 'lead_watchers' },
  { name: 'settings_versions' },
  { name: 'settings_drafts' },
  { name: 'settings_jobs' },
  { name: 'trained_models' },
  { name: 'model_versions' },
  { name: 'views' },
  { name: 'webhook_endpoints', sealed: true },
  { name: 'leads' },
  { name: 'contacts' },
  { name: 'requests' },
  { name: 'outcomes' },
  { name: 'activities' },
  { name: 'crm_connections', sealed: true },
  { name: 'crm_records' },
  { name: 'crm_deals' },
  { name: 'crm_queue' },
  { name: 'crm_runs' },
  { name: 'search_texts' },
  { name: 'search_queue' },
  // The installation that the lead came to delivers what is pending, so that nobody gets it twice.
  { name: 'deliveries', where: `status <> 'pending'` },
  { name: 'imports' },
  { name: 'import_chunks' },
  { name: 'import_refusals' },
  { name: 'import_rows' },
  { name: 'received' },
  { name: 'audit_log' },
];

/** Other databases have no more than copies of these, without what is encrypted. */
export const TABLES_STORED_IN_DIRECTORY: ReadonlySet<string> = new Set(['accounts', 'api_keys']);

/** People sign up and are invited at each installation for themselves; `outbox` holds events that are about to be sent. */
export const LEFT_TABLES: readonly string[] = [
  'members',
  'invitations',
  'former_members',
  'alert_choices',
  'alerts',
  'alert_emails',
  'outbox',
  'drifts', // the next look finds what still holds
  'lead_sums', // made again from the leads
];

/** The rows of these accounts, with these columns. */
export const selectRows = (
  { name, where = 'true' }: TransferredTable,
  columns: readonly string[],
  accountIds: readonly string[],
): RawBuilder<unknown> => sql`
  select ${sql.join(columns.map((column) => sql.ref(column)))} from leadline.${sql.table(name)}
  where ${sql.ref(name === 'accounts' ? 'id' : 'account_id')} = any (${sql.lit(`{${accountIds.join(',')}}`)}::uuid[])
    and ${sql.raw(where)}`;

export interface TableSum {
  readonly rows: number;
  /** Of all rows, in any order. */
  readonly checksum: string;
}

export const selectSum = (rows: RawBuilder<unknown>): RawBuilder<TableSum> => sql<TableSum>`
  select count(*)::float8 as rows,
    coalesce(sum(('x' || left(md5(row_to_json(r)::text), 15))::bit(60)::bigint), 0)::text as checksum
  from (${rows}) r`;

/** Makes rows look the same as JSON in every database. */
export const FIXED_FORMATS = sql`
  select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`;

/** Those that can be inserted, without the encrypted one, and without where it is stored, which differs between installations. */
export const selectColumns = ({ name, sealed }: TransferredTable): RawBuilder<{ name: string }> => sql<{
  name: string;
}>`
  select a.attname as name from pg_attribute a
  where a.attrelid = ${`leadline.${name}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.attname <> 'sealed' or not ${sealed === true}::boolean)
    and not (${name} = 'accounts' and a.attname in ('cell', 'presence', 'leaves_at')) order by a.attnum`;
