// What runs on the compute threads for workbooks.

import { defineTask } from '../../platform/compute/task.ts';
import type { findEntries } from './find-entries.ts';
import type { readSheet } from './read-sheet.ts';
import type { findWorkbook, readStyles, readWorkbook } from './read-workbook.ts';
import type { readSheetHead } from './sheet-head.ts';
import type { readStrings } from './string-table.ts';

export const FIND_ENTRIES = defineTask<typeof findEntries>(
  new URL('find-entries.ts', import.meta.url),
  'findEntries',
);
export const FIND_WORKBOOK = defineTask<typeof findWorkbook>(
  new URL('read-workbook.ts', import.meta.url),
  'findWorkbook',
);
export const READ_WORKBOOK = defineTask<typeof readWorkbook>(
  new URL('read-workbook.ts', import.meta.url),
  'readWorkbook',
);
export const READ_STYLES = defineTask<typeof readStyles>(
  new URL('read-workbook.ts', import.meta.url),
  'readStyles',
);
export const READ_STRINGS = defineTask<typeof readStrings>(
  new URL('string-table.ts', import.meta.url),
  'readStrings',
);
export const READ_SHEET = defineTask<typeof readSheet>(
  new URL('read-sheet.ts', import.meta.url),
  'readSheet',
);
export const READ_SHEET_HEAD = defineTask<typeof readSheetHead>(
  new URL('sheet-head.ts', import.meta.url),
  'readSheetHead',
);
