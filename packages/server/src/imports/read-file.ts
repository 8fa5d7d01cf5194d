// The file of an import, from any place on, one piece at a time.

import type pg from 'pg';
import { CHUNK_BYTES } from './upload-file.ts';

export async function* readFile(
  pool: pg.Pool | pg.ClientBase,
  accountId: string,
  importId: string,
  offset: number,
): AsyncGenerator<Buffer> {
  let number = Math.floor(offset / CHUNK_BYTES);
  let skip = offset - number * CHUNK_BYTES;
  for (; ; number++, skip = 0) {
    const { rows } = await pool.query<{ bytes: Buffer }>({
      name: 'read-import-chunk',
      text: 'select bytes from leadline.import_chunks where account_id = $1 and import_id = $2 and number = $3',
      values: [accountId, importId, number],
    });
    const [row] = rows;
    if (row === undefined) return;
    yield row.bytes.subarray(skip);
  }
}
