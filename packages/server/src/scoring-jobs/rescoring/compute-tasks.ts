// What runs on the compute threads of the worker for backtests and rescores.

import { defineTask } from '../../platform/compute/task.ts';
import type { compareAgreement } from './measure-agreement.ts';
import type { rescoreLeads, scoreTwice } from './on-compute-thread.ts';

const FILE = new URL('on-compute-thread.ts', import.meta.url);

export const SCORE_TWICE = defineTask<typeof scoreTwice>(FILE, 'scoreTwice');
export const RESCORE_LEADS = defineTask<typeof rescoreLeads>(FILE, 'rescoreLeads');
export const COMPARE_AGREEMENT = defineTask<typeof compareAgreement>(
  new URL('measure-agreement.ts', import.meta.url),
  'compareAgreement',
);
