// Reads workbooks without a service.

import type { FileShape } from '../../src/imports/columns/file-shape.ts';
import type { RunTask } from '../../src/imports/xlsx/archive.ts';
import { BrokenWorkbook } from '../../src/imports/xlsx/broken-workbook.ts';
import { WorkbookReader } from '../../src/imports/xlsx/workbook-reader.ts';
import type { ByteSource } from '../../src/imports/xlsx/zip-directory.ts';
import { collectRows } from './tables.ts';

/** Copies as the threads do. */
export const runHere: RunTask = async (task, input) =>
  (await import(task.file))[task.name](structuredClone(input));

export const sourceOf = (file: Buffer): ByteSource => ({
  size: file.length,
  read: async (offset, length) => file.subarray(offset, offset + length),
});

export interface SheetContent {
  readonly sheets: readonly string[];
  readonly shape: FileShape;
  readonly lines: Buffer;
  readonly rows: readonly (Readonly<Record<string, unknown>> | string)[];
}

/** Rejected rows are their errors. */
export async function readXlsx(file: Buffer, sheet?: string): Promise<SheetContent> {
  const reader = await WorkbookReader.open(sourceOf(file), runHere);
  const chosen = sheet ?? (reader.sheets[0] as string);
  const parts: Buffer[] = [];
  for await (const part of reader.readLines(chosen)) parts.push(part);
  const lines = Buffer.concat(parts);
  const read = await reader.readShape(chosen);
  if (!read.ok) throw new BrokenWorkbook(read.error);
  const rows = await collectRows(lines, read.shape);
  return {
    sheets: reader.sheets,
    shape: read.shape,
    lines,
    rows: rows.map((row) => (row.ok ? row.fields : row.error)),
  };
}
