// Stores a file in the database chunk by chunk, while it is being uploaded or converted.

import { oneAtATime } from '../../platform/base/fair-queue.ts';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import { CHUNK_BYTES } from './file-chunks.ts';
import { getHeldFiles, isTooMuchInADay } from './held-files.ts';
import type { UploadRejection } from './upload-result.ts';

export interface UploadTarget {
  readonly importId: string;
  /** Shared by the uploads of a test account and its live account. */
  readonly liveAccountId: string;
}

/** So that an account never holds more than one of the shared database connections. */
const writing = oneAtATime();

/** Each as large as `CHUNK_BYTES`, except for the last one. */
export async function* inChunks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    const whole = Buffer.concat(parts);
    let at = 0;
    for (; whole.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) yield whole.subarray(at, at + CHUNK_BYTES);
    parts = [whole.subarray(at)];
    bytes = whole.length - at;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** Returns why the upload can't go on, or null if it can. Workbooks have negative numbers, and rows count from zero. */
export function addChunk(
  account: AccountAccess,
  { importId, liveAccountId }: UploadTarget,
  number: number,
  bytes: Buffer,
): Promise<UploadRejection | null> {
  return writing.run(liveAccountId, () =>
    account.enter(async (scope) => {
      const counter = number < 0 ? 'workbook_bytes' : 'file_bytes';
      const { numUpdatedRows } = await scope.transaction
        .updateTable('imports')
        .set((e) => ({ [counter]: e(counter, '+', bytes.length), active_at: e.fn<Date>('now') }))
        .where('account_id', '=', scope.accountId)
        .where('id', '=', importId)
        .where('status', '=', 'uploading')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return { kind: 'cancelled' };
      const held = await getHeldFiles(scope);
      if (held.bytes > held.maxBytes) return { kind: 'storage full', maxBytes: held.maxBytes };
      if (isTooMuchInADay(held)) return { kind: 'too much in a day' };
      await scope.transaction
        .insertInto('import_chunks')
        .values({ account_id: scope.accountId, import_id: importId, number, bytes })
        .execute();
      return null;
    }),
  );
}
