// What runs on the compute threads for the request log.

import { defineTask } from '../../platform/compute/task.ts';
import type { cleanBodies } from './clean-body.ts';

export const CLEAN_BODIES = defineTask<typeof cleanBodies>(
  new URL('clean-body.ts', import.meta.url),
  'cleanBodies',
);
