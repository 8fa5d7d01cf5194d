// What runs on the compute threads for imports.

import { defineTask } from '../compute/task.ts';
import type { findUnknownStatuses } from './find-unknown-statuses.ts';
import type { previewRows } from './preview-rows.ts';
import type { readHead } from './read-file-shape.ts';

export const FIND_UNKNOWN_STATUSES = defineTask<typeof findUnknownStatuses>(
  new URL('find-unknown-statuses.ts', import.meta.url),
  'findUnknownStatuses',
);
export const PREVIEW_ROWS = defineTask<typeof previewRows>(
  new URL('preview-rows.ts', import.meta.url),
  'previewRows',
);
export const READ_HEAD = defineTask<typeof readHead>(
  new URL('read-file-shape.ts', import.meta.url),
  'readHead',
);
