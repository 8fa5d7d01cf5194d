// What runs on the compute threads for imports.

import { defineTask } from '../compute/task.ts';
import type { listStatusWords } from './list-status-words.ts';
import type { previewRows } from './preview-rows.ts';
import type { readHead } from './read-file-shape.ts';

export const LIST_STATUS_WORDS = defineTask<typeof listStatusWords>(
  new URL('list-status-words.ts', import.meta.url),
  'listStatusWords',
);
export const PREVIEW_ROWS = defineTask<typeof previewRows>(
  new URL('preview-rows.ts', import.meta.url),
  'previewRows',
);
export const READ_HEAD = defineTask<typeof readHead>(
  new URL('read-file-shape.ts', import.meta.url),
  'readHead',
);
