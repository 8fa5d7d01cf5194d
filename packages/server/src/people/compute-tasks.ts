// What runs on the compute threads to search for a person.

import { defineTask } from '../platform/compute/task.ts';
import type { findRequestsThatMention, findRowsThatMention } from './on-compute-thread.ts';

const FILE = new URL('on-compute-thread.ts', import.meta.url);

export const FIND_ROWS = defineTask<typeof findRowsThatMention>(FILE, 'findRowsThatMention');
export const FIND_REQUESTS = defineTask<typeof findRequestsThatMention>(FILE, 'findRequestsThatMention');
