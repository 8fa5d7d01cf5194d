// Stores an uploaded file in the database chunk by chunk, and keeps it only if its format can be read.

import { createHash, type Hash } from 'node:crypto';
import { MAX_IMPORT_BYTES } from '@leadline/contract/limits';
import type { Selectable } from 'kysely';
import { makeId } from '../base/ids.ts';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Tables } from '../db/tables.ts';
import { guessMapping } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import type { FileShapeRead } from './read-file-shape.ts';

export type ImportRow = Selectable<Tables['imports']>;

export type UploadResult =
  | { readonly kind: 'uploaded'; readonly row: ImportRow; readonly isKnown: boolean }
  | { readonly kind: 'too large' }
  | { readonly kind: 'too many' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unreadable'; readonly error: string };

/** Every chunk except the last is exactly this size, so its offset can be computed from its number. */
export const CHUNK_BYTES = 1024 * 1024;
/** Per account. Applies separately to uploads in progress and to files that haven't been fully imported. */
export const MAX_FILES = 10;

/** Imports in these states have lost their file. Once it is uploaded again, they can resume where they left off. */
const WITHOUT_FILE: readonly ImportRow['status'][] = ['cancelled', 'failed'];

export async function uploadFile(
  account: AccountAccess,
  fileName: string,
  body: AsyncIterable<Buffer>,
  readShape: (head: Buffer, isUtf8: boolean) => Promise<FileShapeRead>,
): Promise<UploadResult> {
  const id = makeId();
  if (!(await reserveUpload(account, id, fileName))) return { kind: 'too many' };
  try {
    const file = new FileDigest();
    let number = 0;
    for await (const chunk of inChunks(body)) {
      file.add(chunk);
      if (file.bytes > MAX_IMPORT_BYTES) return await dropUpload(account, id, { kind: 'too large' });
      if (!(await addChunk(account, id, number++, chunk)))
        return await dropUpload(account, id, { kind: 'cancelled' });
    }
    const { head, hash, bytes, isUtf8 } = file.end();
    const read = await readShape(head, isUtf8);
    if (!read.ok) return await dropUpload(account, id, { kind: 'unreadable', error: read.error });
    return await keepUpload(account, id, read.shape, hash, bytes);
  } catch (error) {
    await dropUpload(account, id, undefined);
    throw error;
  }
}

function reserveUpload(account: AccountAccess, id: string, fileName: string): Promise<boolean> {
  return account.enter(async (scope) => {
    await lockAccount(scope); // otherwise two concurrent uploads could both take the last slot
    if ((await countFiles(scope, ['uploading'])) >= MAX_FILES) return false;
    await scope.transaction
      .insertInto('imports')
      .values({ account_id: scope.accountId, id, status: 'uploading', file_name: fileName, ...emptyImport })
      .execute();
    return true;
  });
}

async function countFiles(scope: AccountScope, statuses: ImportRow['status'][]): Promise<number> {
  const rows = await scope.transaction
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .where('status', 'in', statuses)
    .execute();
  return rows.length;
}

const emptyImport = {
  file_hash: null,
  shape: null,
  mapping: null,
  error: null,
  started_at: null,
  finished_at: null,
};

/** Collects what we need to know about a file as its bytes stream through. */
class FileDigest {
  readonly #hash: Hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #head: Buffer | null = null;
  #isUtf8 = true;
  bytes = 0;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#head ??= chunk;
    this.#hash.update(chunk);
    this.#decode(chunk, true);
  }

  end(): { head: Buffer; hash: Buffer; bytes: number; isUtf8: boolean } {
    this.#decode(Buffer.alloc(0), false);
    return {
      head: this.#head ?? Buffer.alloc(0),
      hash: this.#hash.digest(),
      bytes: this.bytes,
      isUtf8: this.#isUtf8,
    };
  }

  #decode(chunk: Buffer, stream: boolean): void {
    if (!this.#isUtf8) return;
    try {
      this.#decoder.decode(chunk, { stream });
    } catch {
      this.#isUtf8 = false;
    }
  }
}

async function* inChunks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** Returns false if the upload was cancelled. */
function addChunk(account: AccountAccess, id: string, number: number, bytes: Buffer): Promise<boolean> {
  return account.enter(async (scope) => {
    const row = await scope.transaction
      .selectFrom('imports')
      .select('status')
      .where('account_id', '=', scope.accountId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row?.status !== 'uploading') return false;
    await scope.transaction
      .insertInto('import_chunks')
      .values({ account_id: scope.accountId, import_id: id, number, bytes })
      .execute();
    return true;
  });
}

async function dropUpload<T>(account: AccountAccess, id: string, result: T): Promise<T> {
  await account.enter((scope) =>
    scope.transaction
      .deleteFrom('imports')
      .where('account_id', '=', scope.accountId)
      .where('id', '=', id)
      .execute(),
  );
  return result;
}

/** Uploading the same file again returns the existing import, so no row is imported twice. */
function keepUpload(
  account: AccountAccess,
  id: string,
  shape: FileShape,
  hash: Buffer,
  bytes: number,
): Promise<UploadResult> {
  return account.enter(async (scope) => {
    await lockAccount(scope); // if the same file is uploaded twice at once, the second upload must find the first
    const mine = scope.transaction.updateTable('imports').where('account_id', '=', scope.accountId);
    const own = await scope.transaction
      .selectFrom('imports')
      .select('status')
      .where('account_id', '=', scope.accountId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (own?.status !== 'uploading') return { kind: 'cancelled' };
    const known = await scope.transaction
      .selectFrom('imports')
      .selectAll()
      .where('account_id', '=', scope.accountId)
      .where('file_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined) {
      if ((await countFiles(scope, ['ready', 'queued', 'running', 'stopped'])) >= MAX_FILES) {
        await scope.transaction
          .deleteFrom('imports')
          .where('account_id', '=', scope.accountId)
          .where('id', '=', id)
          .execute();
        return { kind: 'too many' };
      }
      const row = await mine
        .set({
          status: 'ready',
          file_hash: hash,
          file_bytes: bytes,
          shape: JSON.stringify(shape),
          mapping: JSON.stringify(guessMapping(shape.columns)),
          next_offset: shape.firstRow.offset,
          next_line: shape.firstRow.line,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { kind: 'uploaded', row, isKnown: false };
    }
    let row = known;
    if (WITHOUT_FILE.includes(known.status)) {
      await scope.transaction
        .updateTable('import_chunks')
        .set({ import_id: known.id })
        .where('account_id', '=', scope.accountId)
        .where('import_id', '=', id)
        .execute();
      row = await mine
        .set({ status: 'ready', error: null, finished_at: null, created_at: new Date() })
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    }
    await scope.transaction
      .deleteFrom('imports')
      .where('account_id', '=', scope.accountId)
      .where('id', '=', id)
      .execute();
    return { kind: 'uploaded', row, isKnown: true };
  });
}
