// The file of an import, from any place on, one piece at a time.

import type pg from 'pg';
import type { ImportJobRow } from './import-progress.ts';
import { CHUNK_BYTES } from './upload-file.ts';

export async function* readFile(
  pool: pg.Pool,
  { accountId, importId, fileBytes }: ImportJobRow,
  offset: number,
): AsyncGenerator<Buffer> {
  for (let at = offset; at < fileBytes; ) {
    const number = Math.floor(at / CHUNK_BYTES);
    const { rows } = await pool.query<{ bytes: Buffer }>({
      name: 'read-import-chunk',
      text: 'select bytes from leadline.import_chunks where account_id = $1 and import_id = $2 and number = $3',
      values: [accountId, importId, number],
    });
    const bytes = rows[0]?.bytes.subarray(at - number * CHUNK_BYTES);
    // Not to be taken for the end of the file.
    if (bytes === undefined || bytes.length === 0) throw new Error('a piece of the file is missing');
    yield bytes;
    at += bytes.length;
  }
}
