// What runs on the compute threads for leads. The tasks are named here and implemented in the files they point to.

import { defineTask } from '../compute/task.ts';
import type { explainLead, prepareJsonLeads, prepareLeads, replayFound } from './on-compute-thread.ts';

const FILE = new URL('on-compute-thread.ts', import.meta.url);

export const EXPLAIN_LEAD = defineTask<typeof explainLead>(FILE, 'explainLead');
export const PREPARE_LEADS = defineTask<typeof prepareLeads>(FILE, 'prepareLeads');
export const PREPARE_JSON_LEADS = defineTask<typeof prepareJsonLeads>(FILE, 'prepareJsonLeads');
export const REPLAY_LEAD = defineTask<typeof replayFound>(FILE, 'replayFound');
