// Stores the rows of a sheet beside the workbook they come from.

import { MAX_IMPORT_BYTES } from '@leadline/contract/limits';
import { FairQueue } from '../../platform/base/fair-queue.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import type { FileShape, WorkbookShape } from '../columns/file-shape.ts';
import type { RunTask } from '../xlsx/archive.ts';
import { BrokenWorkbook } from '../xlsx/broken-workbook.ts';
import { WorkbookReader } from '../xlsx/workbook-reader.ts';
import type { ByteSource } from '../xlsx/zip-directory.ts';
import { addChunk, inChunks, type UploadTarget } from './store-chunks.ts';
import type { UploadRejection } from './upload-result.ts';

export interface SheetToStore {
  readonly source: ByteSource;
  /** Of the workbook, in hexadecimal. */
  readonly hash: string;
  /** Null for the first one. */
  readonly sheet: string | null;
}

/** Each holds up to 80 MiB of text and a few megabytes of XML. */
const converting = new FairQueue({ maxRunning: 2, maxRunningPerAccount: 1, maxWaitingPerAccount: 10 });

export const storeSheet = (
  account: AccountAccess,
  compute: ComputePool,
  target: UploadTarget,
  toStore: SheetToStore,
): Promise<{ readonly shape: FileShape; readonly bytes: number } | UploadRejection> =>
  converting.run(target.liveAccountId, async () => {
    const run: RunTask = (task, input, transfer) =>
      compute.run(target.liveAccountId, task, input, { whenExhausted: 'wait', transfer });
    try {
      return await convert(account, run, target, toStore);
    } catch (error) {
      if (error instanceof BrokenWorkbook) return { kind: 'unreadable', error: error.message };
      throw error;
    }
  });

async function convert(
  account: AccountAccess,
  run: RunTask,
  target: UploadTarget,
  { source, hash, sheet: wanted }: SheetToStore,
): Promise<{ readonly shape: FileShape; readonly bytes: number } | UploadRejection> {
  const reader = await WorkbookReader.open(source, run);
  const { sheets } = reader;
  const sheet = wanted ?? (sheets[0] as string);
  if (!sheets.includes(sheet)) throw new BrokenWorkbook(`the workbook has no sheet "${sheet.slice(0, 80)}"`);
  try {
    return await storeLines(account, reader, target, { sheet, sheets, hash });
  } catch (error) {
    if (!(error instanceof BrokenWorkbook) || sheets.length === 1) throw error;
    throw new BrokenWorkbook(`sheet "${sheet.slice(0, 80)}": ${error.message}`);
  }
}

async function storeLines(
  account: AccountAccess,
  reader: WorkbookReader,
  target: UploadTarget,
  workbook: WorkbookShape,
): Promise<{ readonly shape: FileShape; readonly bytes: number } | UploadRejection> {
  const { sheet } = workbook;
  let number = 0;
  let bytes = 0;
  for await (const chunk of inChunks(reader.readLines(sheet))) {
    bytes += chunk.length;
    if (bytes > MAX_IMPORT_BYTES) return { kind: 'too large' };
    const stop = await addChunk(account, target, number++, chunk);
    if (stop !== null) return stop;
  }
  const read = await reader.readShape(sheet);
  if (!read.ok) throw new BrokenWorkbook(read.error);
  return { shape: { ...read.shape, workbook }, bytes };
}
