// Examples for scoring settings.

import { DEFAULT_SETTINGS, QUESTION_TOPICS, SETTING_GROUPS } from '@leadline/engine';
import type { OperationExamples } from './operation-example.ts';

const BO = 'user_01a1e6881c4f7d0a9d5b3c2e1f0a6b74';
const CHANGES = { grades: { hot: 75 }, questions: { 'How soon?': 'timeline' } };
const SETTINGS = { ...DEFAULT_SETTINGS, ...CHANGES, grades: { ...DEFAULT_SETTINGS.grades, hot: 75 } };
const VERSION = {
  version: 3,
  settings_version: 'v3',
  changes: CHANGES,
  note: 'More hot leads',
  restores: null,
  by: BO,
  published_at: '2026-11-16T22:45:42.601Z',
};
const DRAFT = {
  revision: 5,
  changes: CHANGES,
  settings: { ...SETTINGS, version: 'draft' },
  based_on: 2,
  by: BO,
  saved_at: '2026-11-16T22:40:12.310Z',
};
const JOB = {
  job_id: 'job_01a1e6890f1e7d2c9b3a4c5d6e7f8091',
  status: 'queued',
  progress: { leads: null, done: 0 },
  error: null,
  by: BO,
  created_at: '2026-11-16T22:41:00.120Z',
  started_at: null,
  finished_at: null,
  version: 2,
};
const DONE = {
  status: 'finished',
  progress: { leads: 1_204, done: 1_204 },
  started_at: '2026-11-16T22:41:00.480Z',
  finished_at: '2026-11-16T22:41:02.950Z',
};
const estimate = (value: number, low: number, high: number) => ({ value, low, high });
const RESULT = {
  leads: 1_204,
  is_capped: false,
  changed: 96,
  moved: 58,
  grades: [
    { before: 'Hot', after: 'Hot', leads: 131 },
    { before: 'Warm', after: 'Hot', leads: 58 },
    { before: 'Warm', after: 'Warm', leads: 1_015 },
  ],
  rising: [
    {
      lead_id: 'lead_01a1e689a4497815b631891efe2acbd3',
      name: 'Ana Lopez',
      received_at: '2026-11-16T22:45:42.601Z',
      before: { score: 61, grade: 'Warm' },
      after: { score: 77, grade: 'Hot' },
    },
  ],
  falling: [],
  outcomes: { won: 88, lost: 214 },
  agreement: {
    before: { auc: estimate(0.71, 0.648, 0.77), lift: estimate(1.84, 1.41, 2.3) },
    after: { auc: estimate(0.742, 0.683, 0.799), lift: estimate(2.02, 1.58, 2.49) },
    difference: { auc: estimate(0.032, 0.009, 0.056), lift: estimate(0.18, -0.05, 0.44) },
  },
};

const succeed = (data: unknown) => ({ success: true, data });

export const SETTINGS_EXAMPLES: OperationExamples = {
  getSettings: {
    response: succeed({
      live: {
        version: 3,
        settings_version: 'v3',
        changes: CHANGES,
        settings: { ...SETTINGS, version: 'v3' },
        note: VERSION.note,
        by: BO,
        published_at: VERSION.published_at,
      },
      typical_deal: { ...DEFAULT_SETTINGS.typicalDeal, from: 'default' },
      draft: DRAFT,
      defaults: DEFAULT_SETTINGS,
      groups: SETTING_GROUPS.slice(0, 1),
      question_topics: QUESTION_TOPICS,
    }),
  },
  saveSettingsDraft: { request: { revision: 4, changes: CHANGES }, response: succeed(DRAFT) },
  startBacktest: {
    request: { draft_revision: 5 },
    response: succeed({ ...JOB, changes: CHANGES, result: null }),
  },
  getBacktest: { response: succeed({ ...JOB, ...DONE, changes: CHANGES, result: RESULT }) },
  publishSettings: {
    request: { version: 2, draft_revision: 5, note: 'More hot leads' },
    response: succeed(VERSION),
  },
  rollBackSettings: {
    request: { version: 3, to: 2, note: 'Too many hot leads' },
    response: succeed({
      ...VERSION,
      version: 4,
      settings_version: 'v4',
      changes: {},
      note: 'Too many hot leads',
      restores: 2,
    }),
  },
  listSettingsVersions: { response: { ...succeed([VERSION]), next_before: null } },
  startRescore: { response: succeed({ ...JOB, version: 3, changed: 0 }) },
  getRescore: { response: succeed({ ...JOB, ...DONE, version: 3, changed: 96 }) },
};
