// What runs on the compute threads for leads. The tasks are named here and implemented in the files they point to.

import { defineTask } from '../../platform/compute/task.ts';
import type { explainLead, replayFound, scoreJsonLeads, scoreLeads } from './on-compute-thread.ts';

const FILE = new URL('on-compute-thread.ts', import.meta.url);

export const EXPLAIN_LEAD = defineTask<typeof explainLead>(FILE, 'explainLead');
export const SCORE_LEADS = defineTask<typeof scoreLeads>(FILE, 'scoreLeads');
export const SCORE_JSON_LEADS = defineTask<typeof scoreJsonLeads>(FILE, 'scoreJsonLeads');
export const REPLAY_LEAD = defineTask<typeof replayFound>(FILE, 'replayFound');
