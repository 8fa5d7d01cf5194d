// Stores an uploaded file in the database chunk by chunk, and keeps it only if its format can be read.

import { createHash, type Hash } from 'node:crypto';
import { MAX_IMPORT_BYTES, MAX_WORKBOOK_BYTES } from '@leadline/contract/limits';
import { makeId } from '../../platform/base/ids.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';
import { lockAccount } from '../../platform/db/lock-account.ts';
import { guessMapping } from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { findForeignFile, isWorkbook } from '../shape/foreign-files.ts';
import { type FileShapeRead, readFileShape } from '../shape/read-file-shape.ts';
import { READ_HEAD } from './compute-tasks.ts';
import { getHeldFiles, isTooMuchInADay } from './held-files.ts';
import { addChunk, inChunks, type UploadTarget } from './store-chunks.ts';
import { storeSheet } from './store-sheet.ts';
import { StoredWorkbook } from './stored-workbook.ts';
import type { ImportRow, UploadRejection, UploadResult } from './upload-result.ts';

/** Files that haven't been fully imported. Like the other limits, for an account and its test twin together. */
export const MAX_FILES = 10;
/** Each upload in progress holds a connection and up to 3 MiB of memory. */
export const MAX_UPLOADS = 5;
/** Each leaves a row behind, with up to 64 KiB of column names. Attempts count, too. */
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
  /** Of a workbook. Null for the first one. */
  readonly sheet: string | null;
}

/** In bytes. Reading the shape of so little takes less than sending it to a thread. */
const MAX_SMALL_HEAD = 6_000;

export async function uploadFile(
  account: AccountAccess,
  compute: ComputePool,
  { fileName, length, body, liveAccountId, sheet }: Upload,
): Promise<UploadResult> {
  const importId = makeId();
  const target = { importId, liveAccountId };
  const rejection = await reserveUpload(account, importId, fileName, length ?? 0);
  if (rejection !== null) return rejection;
  try {
    const file = new FileDigest();
    const rejected = await receive(account, target, body, file);
    if (rejected !== null) return await dropUpload(account, importId, rejected);
    const { head, hash, bytes, isUtf8 } = file.end();
    const read = isWorkbook(head)
      ? await storeSheet(account, compute, target, {
          source: new StoredWorkbook(account, importId, bytes),
          hash: hash.toString('hex'),
          sheet,
        })
      : await readText(compute, liveAccountId, { head, isUtf8, bytes, sheet });
    if ('kind' in read) return await dropUpload(account, importId, read);
    return await keepUpload(account, importId, { ...read, hash: hashOf(hash, read.shape) });
  } catch (error) {
    await dropUpload(account, importId, undefined);
    throw error;
  }
}

/** Returns why the file was rejected, or null. */
async function receive(
  account: AccountAccess,
  target: UploadTarget,
  body: AsyncIterable<Buffer>,
  file: FileDigest,
): Promise<UploadRejection | null> {
  let number = 0;
  let isPacked = false;
  for await (const chunk of inChunks(body)) {
    if (number === 0) {
      const foreign = findForeignFile(chunk);
      if (foreign !== null) return { kind: 'unreadable', error: foreign };
      isPacked = isWorkbook(chunk);
    }
    file.add(chunk);
    if (isPacked && file.bytes > MAX_WORKBOOK_BYTES) return { kind: 'unreadable', error: WORKBOOK_TOO_LARGE };
    if (file.bytes > MAX_IMPORT_BYTES) return { kind: 'too large' };
    const stop = await addChunk(account, target, isPacked ? -1 - number : number, chunk);
    if (stop !== null) return stop;
    number++;
  }
  return null;
}

const WORKBOOK_TOO_LARGE =
  'Excel files are limited to 100 MiB; save the sheet as "CSV UTF-8" and upload that';

/** Each sheet of a workbook is an import of its own. The first one is meant if none is named. */
export function hashOf(fileHash: Buffer, { workbook }: FileShape): Buffer {
  return workbook === undefined || workbook.sheet === workbook.sheets[0]
    ? fileHash
    : createHash('sha256').update(fileHash).update(workbook.sheet).digest();
}

interface TextFile {
  readonly head: Buffer;
  readonly isUtf8: boolean;
  readonly bytes: number;
  readonly sheet: string | null;
}

async function readText(
  compute: ComputePool,
  liveAccountId: string,
  { head, isUtf8, bytes, sheet }: TextFile,
): Promise<{ readonly shape: FileShape; readonly bytes: number } | UploadRejection> {
  if (sheet !== null) return { kind: 'unreadable', error: 'only Excel files have sheets; leave out `sheet`' };
  const read = await readShape(compute, liveAccountId, head, isUtf8);
  return read.ok ? { shape: read.shape, bytes } : { kind: 'unreadable', error: read.error };
}

/** Returns why the file can't be uploaded now, or null if it can. */
export function reserveUpload(
  account: AccountAccess,
  id: string,
  fileName: string,
  length: number,
): Promise<UploadRejection | null> {
  return account.enter(async (scope) => {
    await lockAccount(scope); // otherwise two concurrent uploads could both take the last slot
    const held = await getHeldFiles(scope);
    const { uploading, inADay, bytes, maxBytes } = held;
    if (uploading >= MAX_UPLOADS) return { kind: 'too many uploads' };
    if (inADay >= MAX_UPLOADS_IN_A_DAY) return { kind: 'too many in a day' };
    if (bytes + Math.max(length, 1) > maxBytes) return { kind: 'storage full', maxBytes };
    if (isTooMuchInADay(held, length)) return { kind: 'too much in a day' };
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

export async function dropUpload<T>(account: AccountAccess, id: string, result: T): Promise<T> {
  await account.enter((scope) => rejectUpload(scope, id));
  return result;
}

/** The row stays for a while, because attempts count toward the uploads in a day. Nobody sees it. */
async function rejectUpload({ transaction, accountId }: AccountScope, id: string): Promise<void> {
  await transaction
    .updateTable('imports')
    .set({ status: 'rejected', file_hash: null, shape: null, mapping: null, finished_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await transaction
    .deleteFrom('import_chunks')
    .where('account_id', '=', accountId)
    .where('import_id', '=', id)
    .execute();
}

export interface FileToKeep {
  readonly shape: FileShape;
  readonly hash: Buffer;
  readonly bytes: number;
  /** Another sheet of the same workbook, which has not been started and is replaced. */
  readonly replaced?: ImportRow;
}

/** Uploading the same file again returns the existing import, so no row is imported twice. */
export function keepUpload(
  account: AccountAccess,
  id: string,
  { shape, hash, bytes, replaced }: FileToKeep,
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
    if (replaced !== undefined && !(await isStillReady(scope, replaced))) {
      await rejectUpload(scope, id);
      return { kind: 'cancelled' };
    }
    const known = await scope.transaction
      .selectFrom('imports')
      .selectAll()
      .where('account_id', '=', scope.accountId)
      .where('file_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined) {
      const waiting = (await getHeldFiles(scope)).waiting - (replaced === undefined ? 0 : 1);
      if (waiting >= MAX_FILES) {
        await rejectUpload(scope, id);
        return { kind: 'too many files' };
      }
      if (replaced !== undefined) await takeWorkbook(scope, replaced, id);
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
      if (replaced !== undefined) await takeWorkbook(scope, replaced, id);
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
    await rejectUpload(scope, id);
    return { kind: 'uploaded', row, isKnown: true };
  });
}

const isStillReady = async (scope: AccountScope, { id }: ImportRow): Promise<boolean> => {
  const row = await scope.transaction
    .selectFrom('imports')
    .select('status')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'ready';
};

async function takeWorkbook(scope: AccountScope, from: ImportRow, id: string): Promise<void> {
  const { transaction, accountId } = scope;
  await transaction
    .updateTable('import_chunks')
    .set({ import_id: id })
    .where('account_id', '=', accountId)
    .where('import_id', '=', from.id)
    .where('number', '<', 0)
    .execute();
  await transaction
    .updateTable('imports')
    .set({ workbook_bytes: from.workbook_bytes })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await transaction
    .updateTable('imports')
    .set({ workbook_bytes: 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', from.id)
    .execute();
  await rejectUpload(scope, from.id);
}

async function readShape(
  compute: ComputePool,
  liveAccountId: string,
  head: Buffer,
  isUtf8: boolean,
): Promise<FileShapeRead> {
  if (head.length <= MAX_SMALL_HEAD) return readFileShape(head, isUtf8);
  const input = { head: new Uint8Array(head), isUtf8, headerLine: null };
  return compute.run(liveAccountId, READ_HEAD, input, { whenExhausted: 'wait' });
}
