// Reads an uploaded workbook from the database, where its chunks have negative numbers.

import { sql } from 'kysely';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import type { ByteSource } from '../xlsx/zip-directory.ts';
import { CHUNK_BYTES } from './file-chunks.ts';

export class StoredWorkbook implements ByteSource {
  readonly #account: AccountAccess;
  readonly #importId: string;
  readonly size: number;

  constructor(account: AccountAccess, importId: string, size: number) {
    this.#account = account;
    this.#importId = importId;
    this.size = size;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    const end = Math.min(offset + length, this.size);
    for (let at = offset; at < end; ) {
      const index = Math.floor(at / CHUNK_BYTES);
      const part = await this.#readPart(-1 - index, at - index * CHUNK_BYTES, end - at);
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async #readPart(number: number, from: number, length: number): Promise<Buffer> {
    const { rows } = await this.#account.enter((scope) =>
      sql<{ bytes: Buffer }>`
        select substring(bytes from ${from + 1}::integer for ${length}::integer) as bytes from leadline.import_chunks
        where account_id = ${scope.accountId} and import_id = ${this.#importId} and number = ${number}`.execute(
        scope.transaction,
      ),
    );
    const bytes = rows[0]?.bytes;
    if (bytes === undefined || bytes.length === 0)
      throw new Error('a chunk of the uploaded workbook is missing');
    return bytes;
  }
}
