// What runs on the compute threads for routing.

import { defineTask } from '../../platform/compute/task.ts';
import type { tryRules } from './on-compute-thread.ts';

const FILE = new URL('on-compute-thread.ts', import.meta.url);

export const TRY_RULES = defineTask<typeof tryRules>(FILE, 'tryRules');
