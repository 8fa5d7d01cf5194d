// Previews the first rows of a file: reads and scores them as the import would, without storing anything.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import { sql } from 'kysely';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';
import { type ColumnMapping, meaningOf, readImportedLead } from './columns.ts';
import { cpuShare } from './cpu-share.ts';
import type { FileShape } from './file-shape.ts';
import { type Row, readRows } from './read-rows.ts';
import { CHUNK_BYTES, type ImportRow } from './upload-file.ts';

const MAX_ROWS = 10;
/** Longer rows are previewed, too, but fewer of them. */
const MAX_ROWS_BYTES = 64 * 1024;
/** How much is read to find rows. No row is longer than 1 MiB. */
const MAX_READ_BYTES = 1024 * 1024 + 2 * MAX_ROWS_BYTES;
const MAX_BLANK_BYTES = 128 * 1024;
const SLICE_BYTES = 64 * 1024;
const MAX_SAMPLE_LENGTH = 80;

/** Returns null if the file has been deleted. */
export async function previewImport(
  account: AccountAccess,
  liveAccountId: string,
  row: ImportRow,
  mapping: ColumnMapping,
  now: Date,
): Promise<Preview | null> {
  const shape = row.shape as FileShape;
  const rows = await account.enter((scope) => readFirstRows(scope, row));
  if (rows === null) return null;
  const previewed: Preview['rows'] = [];
  for (const read of rows) {
    previewed.push(await cpuShare.run(liveAccountId, () => toPreviewRow(read, shape, mapping, now)));
  }
  return {
    columns: shape.columns.map((name) => ({
      name,
      meaning: meaningOf(mapping, name),
      sample: findSample(rows, name),
    })),
    rows: previewed,
  };
}

async function readFirstRows(scope: AccountScope, row: ImportRow): Promise<readonly Row[] | null> {
  const shape = row.shape as FileShape;
  const start = shape.firstRow.offset;
  const file = new FileStart(scope, row.id, start);
  const rows: Row[] = [];
  let blankBytes = 0;
  let reached = start;
  for await (const batch of readRows(file.read(), shape, shape.firstRow, MAX_ROWS)) {
    // The last row may be incomplete.
    if (file.isCutOff) break;
    rows.push(...batch.rows);
    if (batch.rows.length === 0) blankBytes += batch.end.offset - reached;
    reached = batch.end.offset;
    if (rows.length >= MAX_ROWS || blankBytes > MAX_BLANK_BYTES) break;
    if (rows.length > 0 && reached - start > MAX_ROWS_BYTES) break;
  }
  return file.isDeleted ? null : rows.slice(0, MAX_ROWS);
}

/** The beginning of an uploaded file, in slices. */
class FileStart {
  readonly #scope: AccountScope;
  readonly #importId: string;
  readonly #from: number;
  isDeleted = false;
  /** Whether the file goes on after the last slice. */
  isCutOff = false;

  constructor(scope: AccountScope, importId: string, from: number) {
    this.#scope = scope;
    this.#importId = importId;
    this.#from = from;
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let at = this.#from; at - this.#from < MAX_READ_BYTES; ) {
      const slice = await this.#readSlice(at);
      this.isDeleted = slice === null && at === this.#from;
      if (slice === null || slice.length === 0) return;
      at += slice.length;
      yield slice;
    }
    this.isCutOff = true;
  }

  async #readSlice(offset: number): Promise<Buffer | null> {
    const number = Math.floor(offset / CHUNK_BYTES);
    const { rows } = await sql<{ bytes: Buffer }>`
      select substring(bytes from ${offset - number * CHUNK_BYTES + 1}::integer for ${SLICE_BYTES}::integer) as bytes
      from leadline.import_chunks
      where account_id = ${this.#scope.accountId} and import_id = ${this.#importId} and number = ${number}`.execute(
      this.#scope.transaction,
    );
    return rows[0]?.bytes ?? null;
  }
}

function findSample(rows: readonly Row[], column: string): string | null {
  for (const row of rows) {
    const value = row.ok && Object.hasOwn(row.fields, column) ? row.fields[column] : null;
    const text = (typeof value === 'string' ? value : JSON.stringify(value ?? '')).trim();
    if (text === '' || text === '""') continue;
    return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH).toWellFormed()}…` : text;
  }
  return null;
}

function toPreviewRow(
  row: Row,
  shape: FileShape,
  mapping: ColumnMapping,
  now: Date,
): Preview['rows'][number] {
  if (!row.ok) return { line: row.line, error: row.error };
  const read = readImportedLead(row.fields, mapping, now, shape.isDayFirst);
  if (!read.ok) return { line: row.line, error: read.error };
  const { lead, receivedAt, outcome } = read.value;
  const { data } = score(lead, { now: receivedAt ?? now });
  return {
    line: row.line,
    lead,
    score: data.score,
    grade: data.grade,
    ...(outcome === null ? {} : { outcome: outcome.outcome }),
    ...(receivedAt === null ? {} : { received_at: receivedAt.toISOString() }),
  };
}
