// What runs on the compute threads for imports.

import { defineTask } from '../../platform/compute/task.ts';
import type { readHead } from '../shape/read-file-shape.ts';
import type { previewRows } from './preview-rows.ts';
import type { surveyRows } from './survey-rows.ts';

export const PREVIEW_ROWS = defineTask<typeof previewRows>(
  new URL('preview-rows.ts', import.meta.url),
  'previewRows',
);
export const READ_HEAD = defineTask<typeof readHead>(
  new URL('../shape/read-file-shape.ts', import.meta.url),
  'readHead',
);
export const SURVEY_ROWS = defineTask<typeof surveyRows>(
  new URL('survey-rows.ts', import.meta.url),
  'surveyRows',
);
