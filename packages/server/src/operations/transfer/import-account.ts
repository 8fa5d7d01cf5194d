// Stores an exported account with all of its IDs. In one transaction, so that an import that fails or is stopped leaves
// nothing behind; it is only committed if every table has the rows and the checksum of the export. In another database, there
// are two; see arrival.ts.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import type { Arrival } from './arrival.ts';
import { decryptStream } from './encrypted-stream.ts';
import { TRANSFER_FORMAT, type TransferredRows } from './export-account.ts';
import { type Frame, fromBytes, type TransferHead } from './frames.ts';
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

export interface AccountImport {
  readonly source: Readable;
  readonly passphrase: string;
  readonly secretKeys: SecretKeys | null;
  /** Instead of the plan it was on. */
  readonly plan?: string;
  /** Where to store it, if not in the directory's own database. */
  readonly arrival?: Arrival;
}

export interface ImportedAccount {
  readonly accountId: string;
  readonly rows: TransferredRows;
}

export async function importAccount(
  db: Installation,
  { source, passphrase, secretKeys, plan, arrival }: AccountImport,
): Promise<ImportedAccount> {
  const store = async (targets: Targets): Promise<ImportedAccount> => {
    const unpacked = createGunzip();
    const reading = pipeline(Readable.from(decryptStream(source, passphrase)), unpacked);
    reading.catch(() => {}); // also ends the frames
    try {
      const frames = fromBytes(unpacked as AsyncIterable<Buffer>);
      const imported = await storeFrames(targets, frames, secretKeys, plan);
      await reading;
      return imported;
    } finally {
      unpacked.destroy();
      source.destroy();
    }
  };
  if (arrival === undefined)
    return inTransaction(db, (directory) => store({ directory, data: directory, arrival: null }));
  const imported = await inTransaction(db, (directory) =>
    inTransaction(arrival.db, (data) => store({ directory, data, arrival })),
  );
  await arrival.finish(db, imported.accountId);
  return imported;
}

/** Both the same, unless the account is stored in another database. */
interface Targets {
  readonly directory: InstallationTransaction;
  readonly data: InstallationTransaction;
  readonly arrival: Arrival | null;
}

interface OpenTable {
  readonly transaction: InstallationTransaction;
  readonly table: TransferredTable;
  readonly columns: readonly string[];
}

async function storeFrames(
  { directory, data, arrival }: Targets,
  frames: AsyncIterable<Frame>,
  secretKeys: SecretKeys | null,
  plan: string | undefined,
): Promise<ImportedAccount> {
  await FIXED_FORMATS.execute(directory);
  await FIXED_FORMATS.execute(data);
  const seal = makeRowSeal(secretKeys);
  const batch = new RowBatch();
  const tables: OpenTable[] = [];
  let head: TransferHead | undefined;
  let isPlaced = arrival === null;
  let sums: Readonly<Record<string, TableSum>> | undefined;
  for await (const frame of frames) {
    if (frame.kind === 'head') {
      head = frame.head;
      await checkHead(directory, head, plan ?? head.plan);
      await arrival?.prepare(directory, idsOf(head));
    } else if (frame.kind === 'table') {
      await batch.flush();
      const isInDirectory = TABLES_STORED_IN_DIRECTORY.has(frame.name);
      if (head !== undefined && !isPlaced && !isInDirectory) {
        await arrival?.place(directory, data, head.accountId);
        isPlaced = true;
      }
      const open = await openTable(isInDirectory ? directory : data, frame.name, frame.columns);
      tables.push(open);
      batch.table = open;
    } else if (frame.kind === 'row') {
      const isAccount = batch.table?.table.name === 'accounts';
      await batch.add(isAccount && plan !== undefined ? withPlan(frame.text, plan) : frame.text);
    } else if (frame.kind === 'sealed row') {
      await batch.flush();
      const { id, text, secret } = frame;
      const name = batch.table?.table.name ?? '';
      await batch.addSealed(text, secret === null ? null : seal.close(name, id, secret));
    } else {
      await batch.flush();
      sums = frame.sums;
    }
  }
  if (head === undefined || sums === undefined || !isPlaced) throw new Error('the file is incomplete');
  const rows = await checkSums(head, tables, sums, plan);
  return { accountId: head.accountId, rows };
}

const idsOf = ({ accountId, testAccountId }: TransferHead): string[] =>
  testAccountId === null ? [accountId] : [accountId, testAccountId];

async function checkHead(
  transaction: InstallationTransaction,
  head: TransferHead,
  plan: string,
): Promise<void> {
  if (head.format !== TRANSFER_FORMAT)
    throw new Error('this export has a format that this version does not know; update Leadline');
  const ids = idsOf(head);
  const { rows } = await sql<{ isThere: boolean; isDeleted: boolean; hasPlan: boolean }>`
    select exists (select from leadline.accounts where id = any (${ids}::uuid[])) as "isThere",
      exists (select from leadline.deleted_accounts where id = any (${ids}::uuid[])) as "isDeleted",
      exists (select from leadline.plans where name = ${plan}) as "hasPlan"`.execute(transaction);
  if (rows[0]?.isThere)
    throw new DomainError('conflict', 'this account already exists here; nothing was changed');
  if (rows[0]?.isDeleted)
    throw new DomainError(
      'conflict',
      'this account was deleted here, and the rest of it is still being deleted',
    );
  if (!rows[0]?.hasPlan) throw new Error(`there is no plan "${plan}" here; choose one with --plan`);
}

async function openTable(
  transaction: InstallationTransaction,
  name: string,
  columns: readonly string[],
): Promise<OpenTable> {
  const table = TRANSFERRED_TABLES.find((one) => one.name === name);
  if (table === undefined) throw new Error(`this version has no table "${name}"; update Leadline`);
  const { rows } = await selectColumns(table).execute(transaction);
  const known = new Set(rows.map((column) => column.name));
  const unknown = columns.filter((column) => !known.has(column));
  if (unknown.length > 0)
    throw new Error(`this version has no ${name}.${unknown.join(`, ${name}.`)}; update Leadline`);
  return { transaction, table, columns };
}

const MAX_ROWS = 500;
const MAX_CHARACTERS = 1_000_000;

/** Collects rows of one table, so that a statement stores many of them. */
class RowBatch {
  #rows: string[] = [];
  #characters = 0;
  table: OpenTable | null = null;

  async add(text: string): Promise<void> {
    this.#rows.push(text);
    this.#characters += text.length;
    if (this.#rows.length >= MAX_ROWS || this.#characters >= MAX_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const { transaction, into, columns, from } = this.#parts(`[${this.#rows.join(',')}]`);
    this.#rows = [];
    this.#characters = 0;
    await sql`insert into ${into} (${columns}) select ${columns} from ${from}`.execute(transaction);
  }

  async addSealed(text: string, sealed: Buffer | null): Promise<void> {
    const { transaction, into, columns, from } = this.#parts(`[${text}]`);
    await sql`insert into ${into} (${columns}, sealed) select ${columns}, ${sealed} from ${from}`.execute(
      transaction,
    );
  }

  #parts(rows: string) {
    if (this.table === null) throw new Error('the file is damaged');
    const { transaction, table, columns } = this.table;
    const into = sql`leadline.${sql.table(table.name)}`;
    return {
      transaction,
      into,
      columns: sql.join(columns.map((column) => sql.ref(column))),
      from: sql`json_populate_recordset(null::${into}, ${rows}::json) as r`,
    };
  }
}

async function checkSums(
  head: TransferHead,
  tables: readonly OpenTable[],
  sums: Readonly<Record<string, TableSum>>,
  plan: string | undefined,
): Promise<TransferredRows> {
  const ids = idsOf(head);
  const stored: Record<string, number> = {};
  for (const { transaction, table, columns } of tables) {
    const { rows } = await selectSum(selectRows(table, columns, ids)).execute(transaction);
    const [expected, actual] = [sums[table.name], rows[0]];
    const isChanged = plan !== undefined && table.name === 'accounts'; // on another plan
    if (
      expected === undefined ||
      actual?.rows !== expected.rows ||
      (actual.checksum !== expected.checksum && !isChanged)
    )
      throw new Error(`${table.name} differs from what was exported; nothing was stored`);
    stored[table.name] = actual.rows;
  }
  return stored;
}

/** A test account keeps the plan for test accounts, which every installation has. */
function withPlan(text: string, plan: string): string {
  const account = JSON.parse(text) as { test_of: string | null };
  return account.test_of === null ? JSON.stringify({ ...account, plan }) : text;
}
