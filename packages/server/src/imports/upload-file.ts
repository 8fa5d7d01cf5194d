// Stores an uploaded file in the database chunk by chunk, and keeps it only if its format can be read.

import { createHash, type Hash } from 'node:crypto';
import { MAX_IMPORT_BYTES } from '@leadline/contract/limits';
import type { Selectable } from 'kysely';
import { makeId } from '../base/ids.ts';
import type { ComputePool } from '../compute/compute-pool.ts';
import type { AccountAccess } from '../db/account-scope.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Tables } from '../db/tables.ts';
import { guessMapping } from './columns.ts';
import { READ_HEAD } from './compute-tasks.ts';
import { CHUNK_BYTES } from './file-chunks.ts';
import type { FileShape } from './file-shape.ts';
import { findForeignFile } from './foreign-files.ts';
import { getHeldFiles } from './held-files.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { type FileShapeRead, readFileShape } from './read-file-shape.ts';

export type ImportRow = Selectable<Tables['imports']>;

export type UploadResult =
  | { readonly kind: 'uploaded'; readonly row: ImportRow; readonly isKnown: boolean }
  | { readonly kind: 'too large' }
  | { readonly kind: 'too many uploads' }
  | { readonly kind: 'too many in a day' }
  | { readonly kind: 'too many files' }
  | { readonly kind: 'storage full'; readonly maxBytes: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unreadable'; readonly error: string };

/** Files that haven't been fully imported. Like the other limits, for an account and its test twin together. */
export const MAX_FILES = 10;
/** Each upload in progress holds a connection and up to 3 MiB of memory. */
export const MAX_UPLOADS = 5;
/** Each leaves a row behind, with up to 64 KiB of column names. */
export const MAX_UPLOADS_IN_A_DAY = 500;

/** Imports in these states have lost their file. Once it is uploaded again, they can resume where they left off. */
const WITHOUT_FILE: readonly ImportRow['status'][] = ['cancelled', 'failed'];

export interface Upload {
  readonly fileName: string;
  /** Null if the sender didn't announce it. */
  readonly length: number | null;
  readonly body: AsyncIterable<Buffer>;
  /** Shared by the uploads of a test account and its live account. */
  readonly liveAccountId: string;
}

const writing = new OneAtATime();

/** In bytes. Reading the shape of so little takes less than sending it to a thread. */
const MAX_SMALL_HEAD = 6_000;

export async function uploadFile(
  account: AccountAccess,
  compute: ComputePool,
  { fileName, length, body, liveAccountId }: Upload,
): Promise<UploadResult> {
  const id = makeId();
  const rejection = await reserveUpload(account, id, fileName, length ?? 0);
  if (rejection !== null) return rejection;
  try {
    const file = new FileDigest();
    let number = 0;
    for await (const chunk of inChunks(body)) {
      const foreign = number === 0 ? findForeignFile(chunk) : null;
      if (foreign !== null) return await dropUpload(account, id, { kind: 'unreadable', error: foreign });
      file.add(chunk);
      if (file.bytes > MAX_IMPORT_BYTES) return await dropUpload(account, id, { kind: 'too large' });
      const stop = await writing.run(liveAccountId, () => addChunk(account, id, number++, chunk));
      if (stop !== null) return await dropUpload(account, id, stop);
    }
    const { head, hash, bytes, isUtf8 } = file.end();
    const read = await readShape(compute, liveAccountId, head, isUtf8);
    if (!read.ok) return await dropUpload(account, id, { kind: 'unreadable', error: read.error });
    return await keepUpload(account, id, read.shape, hash, bytes);
  } catch (error) {
    await dropUpload(account, id, undefined);
    throw error;
  }
}

/** Returns why the file can't be uploaded now, or null if it can. */
function reserveUpload(
  account: AccountAccess,
  id: string,
  fileName: string,
  length: number,
): Promise<UploadResult | null> {
  return account.enter(async (scope) => {
    await lockAccount(scope); // otherwise two concurrent uploads could both take the last slot
    const { uploading, inADay, bytes, maxBytes } = await getHeldFiles(scope);
    if (uploading >= MAX_UPLOADS) return { kind: 'too many uploads' };
    if (inADay >= MAX_UPLOADS_IN_A_DAY) return { kind: 'too many in a day' };
    if (bytes + Math.max(length, 1) > maxBytes) return { kind: 'storage full', maxBytes };
    await scope.transaction
      .insertInto('imports')
      .values({ account_id: scope.accountId, id, status: 'uploading', file_name: fileName, ...emptyImport })
      .execute();
    return null;
  });
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

/** Returns why the upload can't go on, or null if it can. */
function addChunk(
  account: AccountAccess,
  id: string,
  number: number,
  bytes: Buffer,
): Promise<UploadResult | null> {
  return account.enter(async (scope) => {
    const { numUpdatedRows } = await scope.transaction
      .updateTable('imports')
      .set((e) => ({ file_bytes: e('file_bytes', '+', bytes.length), active_at: e.fn<Date>('now') }))
      .where('account_id', '=', scope.accountId)
      .where('id', '=', id)
      .where('status', '=', 'uploading')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { kind: 'cancelled' };
    const held = await getHeldFiles(scope);
    if (held.bytes > held.maxBytes) return { kind: 'storage full', maxBytes: held.maxBytes };
    await scope.transaction
      .insertInto('import_chunks')
      .values({ account_id: scope.accountId, import_id: id, number, bytes })
      .execute();
    return null;
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
      if ((await getHeldFiles(scope)).waiting >= MAX_FILES) {
        await scope.transaction
          .deleteFrom('imports')
          .where('account_id', '=', scope.accountId)
          .where('id', '=', id)
          .execute();
        return { kind: 'too many files' };
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
        .set({ status: 'ready', attempts: 0, error: null, finished_at: null, created_at: new Date() })
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

async function readShape(
  compute: ComputePool,
  liveAccountId: string,
  head: Buffer,
  isUtf8: boolean,
): Promise<FileShapeRead> {
  if (head.length <= MAX_SMALL_HEAD) return readFileShape(head, isUtf8);
  const input = { head: new Uint8Array(head), isUtf8 };
  return compute.run(liveAccountId, READ_HEAD, input, { whenExhausted: 'wait' });
}
