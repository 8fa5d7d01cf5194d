// Examples for what an account's outcomes teach.

import type { OperationExamples } from './operation-example.ts';

const BO = 'user_01a1e6881c4f7d0a9d5b3c2e1f0a6b74';
const TRAINED = {
  outcomes: 412,
  won: 91,
  verdict: {
    decision: 'live',
    code: 'beats_current',
    text: 'On the latest 123 outcomes, the model predicts better than the rules alone (AUC 0.78, before 0.66).',
    missing: null,
  },
  trained_at: '2026-11-17T02:07:31.114Z',
};
const VERSION = {
  version: 2,
  model_version: 'm2',
  mode: 'advisory',
  point_limit: 30,
  trained: TRAINED,
  reason: TRAINED.verdict.text,
  restores: null,
  by: 'worker',
  published_at: '2026-11-17T02:07:31.114Z',
};
const REPORT = {
  held_out: {
    outcomes: 123,
    won: 27,
    reliability: [
      { leads: 61, won: 5, predicted: 0.0912, observed: 0.082, low: 0.0402, high: 0.1597 },
      { leads: 62, won: 22, predicted: 0.3411, observed: 0.3548, low: 0.263, high: 0.4586 },
    ],
    lift: {
      model: { called: 0.2033, found: 0.4815, lift: 2.3689 },
      rules: { called: 0.2033, found: 0.3333, lift: 1.6399 },
    },
    auc: {
      model: { value: 0.7812, low: 0.7012, high: 0.8534 },
      rules: { value: 0.6598, low: 0.5677, high: 0.7491 },
    },
    by_country: [
      { country: 'GB', leads: 71, won: 15, predicted: 0.2214, observed: 0.2113, low: 0.1438, high: 0.2993 },
      {
        country: 'unknown',
        leads: 52,
        won: 12,
        predicted: 0.2107,
        observed: 0.2308,
        low: 0.1494,
        high: 0.339,
      },
    ],
  },
  learned: [
    {
      label: 'Source',
      levels: [
        { label: 'trade fair', leads: 31, won: 14, points: 6 },
        { label: 'newsletter', leads: 120, won: 9, points: -8 },
      ],
    },
  ],
  left_out: [
    {
      question: 'Lost reason',
      reason: 'filled_after_outcome',
      detail: 'Filled in for 97% of lost leads and 2% of won ones',
    },
  ],
  swaps: [
    { swapped: 'name', leads: 288, changed: 0, max_points: 0 },
    { swapped: 'gender', leads: 41, changed: 0, max_points: 0 },
    { swapped: 'religion', leads: 0, changed: 0, max_points: 0 },
    { swapped: 'country', leads: 12, changed: 0, max_points: 0 },
    { swapped: 'dialect', leads: 9, changed: 0, max_points: 0 },
  ],
};
const JOB = {
  job_id: 'job_01a1e68956167419b89ebe77d809bec8',
  status: 'finished',
  progress: { leads: 2412, done: 2412 },
  error: null,
  by: 'worker',
  created_at: '2026-11-17T02:07:12.402Z',
  started_at: '2026-11-17T02:07:12.911Z',
  finished_at: '2026-11-17T02:07:31.114Z',
};
const MODEL = {
  version: 2,
  mode: 'advisory',
  point_limit: 30,
  live: VERSION,
  latest: { ...TRAINED, report: REPORT },
  history: [
    { outcomes: 38, won: 8, decision: 'wait', auc: null, trained_at: '2026-08-11T02:07:14.020Z' },
    {
      outcomes: TRAINED.outcomes,
      won: TRAINED.won,
      decision: TRAINED.verdict.decision,
      auc: REPORT.held_out.auc,
      trained_at: TRAINED.trained_at,
    },
  ],
  training: JOB,
  outcomes: { won: 91, lost: 321, since_training: 0 },
};
const CHANGED = {
  ...VERSION,
  version: 3,
  model_version: 'm3',
  mode: 'on',
  reason: 'Mode or limit changed',
  by: BO,
};
const ROLLED_BACK = {
  ...CHANGED,
  version: 4,
  model_version: null,
  trained: null,
  reason: 'Our forms have changed',
  restores: 0,
};

const DRIFT = {
  drift_id: 'drift_01a1e6c1d9a07f3c9d5d1f5f3b2a6e10',
  kind: 'share',
  field: 'Source',
  level: 'trade fair',
  text: 'Leads from “trade fair” were 12% of all leads until 14 September 2026 and are 31% since (89 of 287).',
  before: { share: 0.1203, count: 151, leads: 1255 },
  after: { share: 0.3101, count: 89, leads: 287 },
  shown_chance: null,
  horizon_weeks: null,
  since: '2026-09-14T00:00:00.000Z',
  status: 'open',
  raised_at: '2026-10-05T02:07:12.402Z',
  closed_at: null,
  closed_by: null,
};
const LOOKED_AT = '2026-11-16T02:07:12.402Z';

const succeed = (data: unknown) => ({ success: true, data });

export const MODEL_EXAMPLES: OperationExamples = {
  getModel: { response: succeed(MODEL) },
  changeModel: {
    request: { version: 2, mode: 'on', point_limit: 30 },
    response: succeed({ ...MODEL, version: 3, mode: 'on', live: CHANGED }),
  },
  trainModel: {
    response: succeed({
      ...MODEL,
      training: {
        ...JOB,
        status: 'queued',
        progress: { leads: null, done: 0 },
        by: BO,
        started_at: null,
        finished_at: null,
      },
    }),
  },
  listModelVersions: { response: { ...succeed([VERSION]), next_before: null } },
  rollBackModel: {
    request: { version: 3, to: 0, note: 'Our forms have changed' },
    response: succeed({ ...MODEL, version: 4, mode: 'on', live: ROLLED_BACK }),
  },
  listDrifts: { response: succeed({ looked_at: LOOKED_AT, drifts: [DRIFT] }) },
  acknowledgeDrift: {
    response: succeed({
      looked_at: LOOKED_AT,
      drifts: [{ ...DRIFT, status: 'acknowledged', closed_at: '2026-11-17T09:12:44.020Z', closed_by: BO }],
    }),
  },
};
