// Previews the first rows of a file: reads and scores them as the import would, without storing anything.

import type { Preview } from '@leadline/contract';
import type { ComputePool } from '../compute/compute-pool.ts';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';
import type { ColumnMapping } from './columns.ts';
import { PREVIEW_ROWS } from './compute-tasks.ts';
import type { FileShape } from './file-shape.ts';
import { previewRows } from './preview-rows.ts';
import type { ImportRow } from './upload-file.ts';

/** Nearly always, the rows are in the first chunk. The last step covers ten rows as long as they may be, since no row is
 * longer than a chunk. */
const CHUNKS_TO_TRY = [1, 4, 12];

/** In bytes. Reading and scoring so little takes a few milliseconds, so it isn't worth sending to a thread. */
export const MAX_SMALL_FILE = 6_000;

export interface ImportToPreview {
  readonly row: ImportRow;
  readonly mapping: ColumnMapping;
  readonly now: Date;
}

/** Returns null if the file has been deleted. */
export async function previewImport(
  account: AccountAccess,
  compute: ComputePool,
  liveAccountId: string,
  { row, mapping, now }: ImportToPreview,
): Promise<Preview | null> {
  const shape = row.shape as FileShape;
  for (const count of CHUNKS_TO_TRY) {
    const chunks = await account.enter((scope) => readChunks(scope, row.id, count));
    if (chunks.length === 0) return null;
    const isLast = chunks.length < count || count === CHUNKS_TO_TRY.at(-1);
    const bytes = new Uint8Array(Buffer.concat(chunks).subarray(shape.firstRow.offset));
    const input = { bytes, isLast, shape, mapping, now };
    const read =
      bytes.length <= MAX_SMALL_FILE
        ? await previewRows(input)
        : await compute.run(liveAccountId, PREVIEW_ROWS, input, { transfer: [bytes.buffer] });
    if (read === 'no rows') return null;
    if (read !== 'more') return read;
  }
  return null;
}

async function readChunks(scope: AccountScope, importId: string, count: number): Promise<Buffer[]> {
  const rows = await scope.transaction
    .selectFrom('import_chunks')
    .select('bytes')
    .where('account_id', '=', scope.accountId)
    .where('import_id', '=', importId)
    .where('number', '<', count)
    .orderBy('number')
    .execute();
  return rows.map(({ bytes }) => bytes);
}
