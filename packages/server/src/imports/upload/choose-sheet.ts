// Imports another sheet of an uploaded workbook instead of the one that was chosen, before the import is started.

import { makeId } from '../../platform/base/ids.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { storeSheet } from './store-sheet.ts';
import { StoredWorkbook } from './stored-workbook.ts';
import { dropUpload, hashOf, keepUpload, reserveUpload } from './upload-file.ts';
import type { ImportRow, UploadResult } from './upload-result.ts';

/** The import must be ready to start. Each sheet is an import of its own, so the result has another ID, and may be an import
 * of that sheet that has ended. */
export async function chooseSheet(
  account: AccountAccess,
  compute: ComputePool,
  liveAccountId: string,
  row: ImportRow,
  sheet: string,
): Promise<UploadResult> {
  const { workbook } = row.shape as FileShape;
  if (workbook === undefined) return { kind: 'unreadable', error: 'only Excel files have sheets' };
  if (sheet === workbook.sheet) return { kind: 'uploaded', row, isKnown: false };
  const importId = makeId();
  const rejection = await reserveUpload(account, importId, row.file_name, 0);
  if (rejection !== null) return rejection;
  try {
    const source = new StoredWorkbook(account, row.id, row.workbook_bytes);
    const { hash } = workbook;
    const target = { importId, liveAccountId };
    const stored = await storeSheet(account, compute, target, { source, hash, sheet });
    if ('kind' in stored) return await dropUpload(account, importId, stored);
    const fileHash = Buffer.from(hash, 'hex');
    return await keepUpload(account, importId, {
      ...stored,
      hash: hashOf(fileHash, stored.shape),
      replaced: row,
    });
  } catch (error) {
    await dropUpload(account, importId, undefined);
    throw error;
  }
}
