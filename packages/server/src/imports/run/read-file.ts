// Streams an uploaded file from any offset in small slices, fetching the next one while the current one is processed.

import type pg from 'pg';
import { CHUNK_BYTES } from '../upload/file-chunks.ts';
import type { ImportJobRow } from './import-progress.ts';

/** Kept small: the driver receives bytes as hex text, which stays in memory until it is garbage-collected. */
const SLICE_BYTES = 64 * 1024;

export async function* readFile(pool: pg.Pool, job: ImportJobRow, offset: number): AsyncGenerator<Buffer> {
  if (offset >= job.fileBytes) return;
  let next = readSlice(pool, job, offset);
  for (let at = offset; at < job.fileBytes; ) {
    const bytes = await next;
    at += bytes.length;
    next = at < job.fileBytes ? readSlice(pool, job, at) : next;
    next.catch(() => {}); // any error is thrown when this slice is awaited
    yield bytes;
  }
}

async function readSlice(
  pool: pg.Pool,
  { accountId, importId }: ImportJobRow,
  offset: number,
): Promise<Buffer> {
  const number = Math.floor(offset / CHUNK_BYTES);
  const { rows } = await pool.query<{ bytes: Buffer }>({
    name: 'read-import-slice',
    text: `select substring(bytes from $4 for ${SLICE_BYTES}) as bytes from leadline.import_chunks
      where account_id = $1 and import_id = $2 and number = $3`,
    values: [accountId, importId, number, offset - number * CHUNK_BYTES + 1],
  });
  const bytes = rows[0]?.bytes;
  // Returning nothing would look like the end of the file.
  if (bytes === undefined || bytes.length === 0) throw new Error('a chunk of the uploaded file is missing');
  return bytes;
}
