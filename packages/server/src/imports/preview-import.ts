// The first rows of a file, read and scored as the import would; nothing is stored.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { type ColumnMapping, readImportedLead } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { type Row, readRows } from './read-rows.ts';
import type { ImportRow } from './upload-file.ts';

const MOST_ROWS = 10;

/** Null when the file is gone. */
export function previewImport(
  db: Database,
  accountId: string,
  row: ImportRow,
  mapping: ColumnMapping,
  now: Date,
): Promise<Preview | null> {
  return asAccount(db, accountId, async (trx) => {
    const head = await readHead(trx, accountId, row.id);
    if (head === null) return null;
    const shape = row.shape as FileShape;
    const rows = await firstRows(head, shape, head.length < row.file_bytes);
    return {
      columns: shape.columns.map((name) => ({ name, meaning: mapping[name] ?? 'custom' })),
      rows: rows.map((each) => show(each, shape, mapping, now)),
    };
  });
}

async function readHead(
  trx: AccountTransaction,
  accountId: string,
  importId: string,
): Promise<Buffer | null> {
  const chunk = await trx
    .selectFrom('import_chunks')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('number', '=', 0)
    .executeTakeFirst();
  return chunk?.bytes ?? null;
}

async function firstRows(head: Buffer, shape: FileShape, isCut: boolean): Promise<Row[]> {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield head.subarray(shape.firstRow.offset);
  }
  const rows: Row[] = [];
  for await (const lot of readRows(chunks(), shape, shape.firstRow)) {
    rows.push(...lot);
    if (rows.length > MOST_ROWS) return rows.slice(0, MOST_ROWS);
  }
  // The last one may be cut off with the piece.
  return isCut ? rows.slice(0, -1) : rows;
}

function show(row: Row, shape: FileShape, mapping: ColumnMapping, now: Date): Preview['rows'][number] {
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
