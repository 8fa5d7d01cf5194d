// Reads everything an account has stored, table by table in small parts, for a download that may be larger than memory.

import { sql } from 'kysely';
import { fromUuid, type IdKind, showId } from '../../platform/base/ids.ts';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';

interface ExportedTable {
  readonly table: string;
  /** What a line of the export calls a row. */
  readonly kind: string;
  /** The columns that identify a row within an account, in the order of an index. */
  readonly key: readonly string[];
  /** What the column `id` contains. */
  readonly idKind?: IdKind;
  /** Columns with secrets, or that only make sense to the database. */
  readonly omit?: readonly string[];
  readonly rowsPerRead?: number;
}

/** Rows can be 256 KiB long. */
const LONG_ROWS = 50;
const ROWS_PER_READ = 500;

/** Tables that the API reads within the account. A test compares them with the catalog. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { table: 'api_keys', kind: 'key', key: ['id'], idKind: 'key', omit: ['key_hash', 'sealed'] },
  { table: 'retention', kind: 'retention', key: ['days'] },
  { table: 'profiles', kind: 'profile', key: ['account_id'] },
  { table: 'routing', kind: 'routing', key: ['account_id'] },
  { table: 'lead_watchers', kind: 'lead_watcher', key: ['watcher'] },
  { table: 'alert_choices', kind: 'alert_choices', key: ['user_id'] },
  { table: 'settings_versions', kind: 'settings_version', key: ['version'], rowsPerRead: LONG_ROWS },
  { table: 'settings_drafts', kind: 'settings_draft', key: ['account_id'] },
  {
    table: 'settings_jobs',
    kind: 'settings_job',
    key: ['id'],
    idKind: 'job',
    omit: ['position'],
    rowsPerRead: LONG_ROWS,
  },
  {
    table: 'trained_models',
    kind: 'trained_model',
    key: ['id'],
    omit: ['id'],
    rowsPerRead: 5, // a model can take 512 KiB
  },
  { table: 'model_versions', kind: 'model_version', key: ['version'], omit: ['trained_id'] },
  { table: 'drifts', kind: 'drift', key: ['id'], idKind: 'drift' },
  { table: 'usage', kind: 'usage', key: ['month'] },
  { table: 'ai_spending', kind: 'ai_spending', key: ['month'] },
  { table: 'storage', kind: 'storage', key: ['account_id'] },
  { table: 'views', kind: 'view', key: ['id'], idKind: 'view' },
  { table: 'leads', kind: 'lead', key: ['id'], idKind: 'lead', rowsPerRead: LONG_ROWS },
  { table: 'contacts', kind: 'contact', key: ['email', 'phone', 'name', 'person_id'] },
  { table: 'outcomes', kind: 'outcome', key: ['lead_id', 'id'] },
  { table: 'activities', kind: 'activity', key: ['lead_id', 'id'] },
  { table: 'alerts', kind: 'alert', key: ['lead_id', 'user_id'], omit: ['id', 'email_id'] },
  { table: 'alert_emails', kind: 'alert_email', key: ['user_id', 'id'], omit: ['id'] },
  { table: 'received', kind: 'received_request', key: ['id'], rowsPerRead: LONG_ROWS },
  { table: 'requests', kind: 'request_fingerprint', key: ['fingerprint'] },
  { table: 'imports', kind: 'import', key: ['id'], idKind: 'imp' },
  { table: 'import_chunks', kind: 'import_file_part', key: ['import_id', 'number'], rowsPerRead: 1 },
  {
    table: 'import_refusals',
    kind: 'rejected_row',
    key: ['import_id', 'line'],
    rowsPerRead: LONG_ROWS,
  },
  { table: 'webhook_endpoints', kind: 'webhook', key: ['id'], idKind: 'hook', omit: ['sealed'] },
  { table: 'crm_connections', kind: 'crm_connection', key: ['id'], omit: ['id', 'sealed'] },
  { table: 'crm_records', kind: 'crm_record', key: ['record_id'] },
  { table: 'crm_deals', kind: 'crm_deal', key: ['deal_id'] },
  { table: 'crm_queue', kind: 'crm_queued_lead', key: ['lead_id'] },
  { table: 'crm_runs', kind: 'crm_run', key: ['id'], idKind: 'run' },
  { table: 'outbox', kind: 'pending_event', key: ['id'], idKind: 'evt', rowsPerRead: LONG_ROWS },
  {
    table: 'deliveries',
    kind: 'delivery',
    key: ['endpoint_id', 'event_id'],
    rowsPerRead: LONG_ROWS,
  },
  { table: 'audit_log', kind: 'audit_entry', key: ['id'], idKind: 'audit' },
];

const ID_KINDS: Readonly<Record<string, IdKind>> = {
  lead_id: 'lead',
  person_id: 'person',
  import_id: 'imp',
  endpoint_id: 'hook',
  event_id: 'evt',
  user_id: 'user',
  assignee: 'user',
};

type Row = Readonly<Record<string, unknown>>;

export interface ExportedRow {
  readonly kind: string;
  readonly data: Row;
}

export const recordExport = (account: AccountAccess): Promise<void> =>
  account.enter((scope) => recordAudit(scope, 'account.exported', showId('acct', account.accountId)));

export async function* readAccount(account: AccountAccess): AsyncGenerator<ExportedRow> {
  for (const exported of EXPORTED_TABLES) {
    for await (const row of readTable(account, exported))
      yield { kind: exported.kind, data: showRow(row, exported) };
  }
}

async function* readTable(
  account: AccountAccess,
  { table, key, rowsPerRead = ROWS_PER_READ }: ExportedTable,
): AsyncGenerator<Row> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: Row | undefined;
  do {
    const after =
      last === undefined ? sql`` : sql`and (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`;
    const { rows } = await account.enter(({ transaction, accountId }) =>
      sql<Row>`select * from leadline.${sql.table(table)} where account_id = ${accountId} ${after}
        order by ${columns} limit ${rowsPerRead}`.execute(transaction),
    );
    yield* rows;
    last = rows.length < rowsPerRead ? undefined : rows.at(-1);
  } while (last !== undefined);
}

function showRow(row: Row, { idKind, omit = [] }: ExportedTable): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== 'account_id' && !omit.includes(column))
      .map(([column, value]) => [column, showValue(column === 'id' ? idKind : ID_KINDS[column], value)]),
  );
}

function showValue(idKind: IdKind | undefined, value: unknown): unknown {
  if (idKind !== undefined && typeof value === 'string') return showId(idKind, fromUuid(value));
  return Buffer.isBuffer(value) ? value.toString('base64') : value;
}

/** The account itself and its people, whom only the sign-in role can read. */
export async function* readTeam(db: Installation, accountId: string): AsyncGenerator<ExportedRow> {
  const account = await db
    .selectFrom('accounts')
    .select([
      'name',
      'email',
      'plan',
      'ai',
      'ai_monthly_dollars',
      'allowed_origins',
      'created_at',
      'delete_at',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  yield { kind: 'account', data: { account_id: showId('acct', accountId), ...account } };
  const members = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.created_at'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.id')
    .execute();
  for (const { user_id, ...rest } of members)
    yield { kind: 'member', data: { user_id: showId('user', fromUuid(user_id)), ...rest } };
  const former = await db
    .selectFrom('former_members')
    .select(['user_id', 'name', 'email', 'left_at'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .execute();
  for (const { user_id, ...rest } of former)
    yield { kind: 'former_member', data: { user_id: showId('user', fromUuid(user_id)), ...rest } };
  // Without the ID, which would let anyone accept the invitation.
  const invitations = await db
    .selectFrom('invitations')
    .select(['email', 'role', 'status', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  for (const data of invitations) yield { kind: 'invitation', data };
}
