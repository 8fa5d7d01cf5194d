// Writes everything about an account and its test account, as of one moment, to an encrypted file that another installation
// can import.

import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';
import type { Installation, InstallationTransaction } from '../../platform/db/installation.ts';
import { encryptStream } from './encrypted-stream.ts';
import { type Frame, toBytes } from './frames.ts';
import { makeRowSeal } from './sealed-rows.ts';
import {
  FIXED_FORMATS,
  selectColumns,
  selectRows,
  selectSum,
  TABLES_STORED_IN_DIRECTORY,
  type TableSum,
  TRANSFERRED_TABLES,
  type TransferredTable,
} from './transferred-tables.ts';

export const TRANSFER_FORMAT = 1;

export interface AccountExport {
  readonly accountId: string;
  readonly passphrase: string;
  readonly secretKeys: SecretKeys | null;
  readonly target: Writable;
  /** Where the account's data is, if not in the directory's own database. */
  readonly data?: Installation;
  /** How expensive it is to guess the passphrase; see encrypted-stream.ts. */
  readonly costBits?: number;
}

/** How many rows were written, by table. */
export type TransferredRows = Readonly<Record<string, number>>;

/** Reads from the database only as fast as the target takes it. */
export async function exportAccount(
  db: Installation,
  { accountId, passphrase, secretKeys, target, data, costBits }: AccountExport,
): Promise<TransferredRows> {
  const rows: Record<string, number> = {};
  const write = async (sources: Sources): Promise<void> =>
    pipeline(
      Readable.from(toBytes(readFrames(sources, accountId, secretKeys, rows)), { objectMode: false }),
      createGzip(),
      (packed) => encryptStream(packed as AsyncIterable<Buffer>, passphrase, costBits),
      target,
    );
  await atOneMoment(db, (directory) =>
    data === undefined
      ? write({ directory, data: directory })
      : atOneMoment(data, (elsewhere) => write({ directory, data: elsewhere })),
  );
  return rows;
}

/** Both the same, unless the account's data is in another database. */
interface Sources {
  readonly directory: InstallationTransaction;
  readonly data: InstallationTransaction;
}

const atOneMoment = <T>(
  db: Installation,
  work: (transaction: InstallationTransaction) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await FIXED_FORMATS.execute(transaction);
      return work(transaction as InstallationTransaction);
    });

async function* readFrames(
  { directory, data }: Sources,
  accountId: string,
  secretKeys: SecretKeys | null,
  written: Record<string, number>,
): AsyncGenerator<Frame> {
  const { plan, testAccountId } = await findAccount(directory, accountId);
  await requireSettled(directory, accountId);
  await requireIdle(data, accountId);
  const exportedAt = new Date().toISOString();
  yield { kind: 'head', head: { format: TRANSFER_FORMAT, accountId, testAccountId, plan, exportedAt } };
  const ids = testAccountId === null ? [accountId] : [accountId, testAccountId];
  const sums: Record<string, TableSum> = {};
  for (const table of TRANSFERRED_TABLES) {
    const transaction = TABLES_STORED_IN_DIRECTORY.has(table.name) ? directory : data;
    const { rows } = await selectColumns(table).execute(transaction);
    const columns = rows.map(({ name }) => name);
    yield { kind: 'table', name: table.name, columns };
    const { rows: found } = await selectSum(selectRows(table, columns, ids)).execute(transaction);
    const sum = found[0] ?? { rows: 0, checksum: '0' };
    sums[table.name] = sum;
    written[table.name] = sum.rows;
    if (table.sealed === true) yield* readSealedRows(transaction, table, columns, ids, secretKeys);
    else yield* readRows(transaction, table, columns, ids);
  }
  yield { kind: 'end', sums };
}

async function findAccount(
  transaction: InstallationTransaction,
  accountId: string,
): Promise<{ plan: string; testAccountId: string | null }> {
  const { rows } = await sql<{ plan: string; test: string | null; isTest: boolean }>`
    select a.plan, t.id as test, a.test_of is not null as "isTest" from leadline.accounts a
    left join leadline.accounts t on t.test_of = a.id where a.id = ${accountId}`.execute(transaction);
  const [account] = rows;
  if (account === undefined) throw new DomainError('not_found', 'no account with this ID');
  if (account.isTest) throw new Error('this is a test account; export the live account it belongs to');
  return { plan: account.plan, testAccountId: account.test === null ? null : fromUuid(account.test) };
}

/** The account's database has everything that the directory knows about the account, and is the right one. */
async function requireSettled(directory: InstallationTransaction, accountId: string): Promise<void> {
  const { rows } = await sql`
    select from leadline.account_moves where account_id = ${accountId} and step <> 'verified'
    union all select from leadline.directory_changes where account_id = ${accountId} limit 1`.execute(
    directory,
  );
  if (rows.length > 0)
    throw new Error(
      'this account is moving to another database, or its database has yet to be told about a change: try again in a moment, while the API is running',
    );
}

/** Their jobs would stay behind. */
async function requireIdle(transaction: InstallationTransaction, accountId: string): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select distinct what from (
      select 'an import' as what, account_id from leadline.imports where status in ('uploading', 'queued', 'running', 'undoing')
      union all
      select 'a ' || kind, account_id from leadline.settings_jobs where status in ('queued', 'running')) busy
    where account_id in (select id from leadline.accounts where ${accountId} in (id, test_of))`.execute(
    transaction,
  );
  if (rows.length > 0)
    throw new Error(
      `${rows.map(({ what }) => what).join(' and ')} is in progress: wait until it is finished, or cancel it`,
    );
}

/** Few enough that they fit in memory, whatever they contain: parts of files take megabytes. */
const FETCH_ROWS = 50;
const FETCH_LARGE_ROWS = 2;

async function* readRows(
  transaction: InstallationTransaction,
  table: TransferredTable,
  columns: readonly string[],
  ids: readonly string[],
): AsyncGenerator<Frame> {
  const size = table.name === 'import_chunks' ? FETCH_LARGE_ROWS : FETCH_ROWS;
  await sql`declare transferred no scroll cursor for
    select row_to_json(r)::text as text from (${selectRows(table, columns, ids)}) r`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ text: string }>`fetch ${sql.lit(size)} from transferred`.execute(
      transaction,
    );
    if (rows.length === 0) break;
    for (const { text } of rows) yield { kind: 'row', text };
  }
  await sql`close transferred`.execute(transaction);
}

/** There are few of these. */
async function* readSealedRows(
  transaction: InstallationTransaction,
  table: TransferredTable,
  columns: readonly string[],
  ids: readonly string[],
  secretKeys: SecretKeys | null,
): AsyncGenerator<Frame> {
  const seal = makeRowSeal(secretKeys);
  const { rows } = await sql<{ id: string; text: string; sealed: Buffer | null }>`
    select r.id, row_to_json(r)::text as text, t.sealed from (${selectRows(table, columns, ids)}) r
    join leadline.${sql.table(table.name)} t on t.id = r.id and t.account_id = r.account_id`.execute(
    transaction,
  );
  for (const { id: uuid, text, sealed } of rows) {
    const id = fromUuid(uuid);
    yield {
      kind: 'sealed row',
      id,
      text,
      secret: sealed === null ? null : seal.open(table.name, id, sealed),
    };
  }
}
