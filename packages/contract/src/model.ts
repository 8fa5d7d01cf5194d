// What an account's outcomes teach: the model, its trainings and its versions.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { MAX_POINT_LIMIT, MAX_SETTINGS_NOTE_LENGTH } from './limits.ts';

const by = Type.String({ description: '`user_…`, `key_…`, `operator` or `worker`.' });
const MAX_VERSION = 2_147_483_646;
const liveVersion = Type.Integer({
  minimum: 0,
  maximum: MAX_VERSION,
  description: 'The version you have seen. If another has been published since, the answer is 409.',
});

const ModelMode = Type.Enum(['off', 'advisory', 'on'], {
  description:
    '`off`: nothing is learned or used. `advisory`: models are trained and measure the chance of closing, but never change a score. `on`: they also add points.',
});

const PointLimit = Type.Integer({
  minimum: 0,
  maximum: MAX_POINT_LIMIT,
  description:
    'The most points that learned entries can add or subtract in mode `on`, each and all together.',
});

const Estimate = Type.Object(
  { value: Type.Number(), low: Type.Number(), high: Type.Number() },
  { description: 'With its 90 % interval.' },
);

const Lift = Type.Object({
  called: Type.Number({ description: 'The share of leads called, from 0 to 1.' }),
  found: Type.Number({ description: 'The share of all wins among them.' }),
  lift: Type.Number({ description: 'How many times more wins than in as many leads picked at random.' }),
});

const Auc = Type.Object(
  { model: Nullable(Estimate), rules: Nullable(Estimate) },
  { description: 'How well leads that were won are told from those that were lost; 0.5 is chance.' },
);

const ModelReport = Type.Object(
  {
    held_out: Nullable(
      Type.Object(
        {
          outcomes: Type.Integer(),
          won: Type.Integer(),
          reliability: Type.Array(
            Type.Object({
              leads: Type.Integer(),
              won: Type.Integer(),
              predicted: Type.Number({ description: 'The mean predicted probability.' }),
              observed: Type.Number({ description: 'The share that was won.' }),
              low: Type.Number(),
              high: Type.Number(),
            }),
            {
              description:
                'Bins of leads, lowest predictions first. `low` and `high` are the range of `observed` with 90 % certainty.',
            },
          ),
          lift: Type.Object(
            { model: Nullable(Lift), rules: Nullable(Lift) },
            { description: 'Of the top 20 %.' },
          ),
          auc: Auc,
          by_country: Type.Array(
            Type.Object({
              country: Type.String({
                description:
                  'Of the phone number: two letters, `other` for countries with fewer than 10 leads together, or `unknown`.',
              }),
              leads: Type.Integer(),
              won: Type.Integer(),
              predicted: Type.Number({ description: 'The mean predicted probability.' }),
              observed: Type.Number({ description: 'The share that was won.' }),
              low: Type.Number(),
              high: Type.Number(),
            }),
            {
              description:
                'Win rates and predicted rates by the country of the phone number, as information: nothing is learned from it.',
            },
          ),
        },
        {
          description:
            'Measured on the latest 30 % of outcomes by a model trained on the others, with the rules alone beside it. Null with too few outcomes.',
        },
      ),
    ),
    learned: Type.Array(
      Type.Object({
        label: Type.String(),
        levels: Type.Array(
          Type.Object({
            label: Type.String(),
            leads: Type.Integer(),
            won: Type.Integer(),
            points: Type.Integer({
              description: 'Never more than `point_limit`, which is applied to each answer.',
            }),
            text: Type.String({
              description: 'How such leads turned out, such as “Won 1 in 31 of such leads, 1 in 9 overall”.',
            }),
          }),
        ),
      }),
      { description: 'What it learned, by field; those that matter most come first.' },
    ),
    left_out: Type.Array(
      Type.Object({ question: Type.String(), reason: Type.String(), detail: Type.String() }),
      { description: 'Questions that were not learned from, and why.' },
    ),
    swaps: Type.Array(
      Type.Object({
        swapped: Type.Enum(['name', 'gender', 'religion', 'country', 'dialect']),
        leads: Type.Integer({ description: 'Leads in which there was something to swap.' }),
        changed: Type.Integer({ description: 'Leads whose score changed.' }),
        max_points: Type.Integer({ description: 'The largest change of a score, up or down.' }),
      }),
      {
        description:
          'Up to 300 of the newest leads, scored again by the rules and the trained model as if somebody else had written them: under other names, and with words that reveal who somebody is swapped. The AI takes no part.',
      },
    ),
  },
  { title: 'ModelReport', description: 'Figures and answers that several leads gave. No personal data.' },
);

const ModelDecision = Type.Enum(['live', 'calibrated', 'wait', 'retire'], {
  description:
    '`live`: published with points. `calibrated`: published without points, because only the chance of closing is certain. `wait`: not published. `retire`: the live model was replaced by the rules alone.',
});

const ModelVerdict = Type.Object(
  {
    decision: ModelDecision,
    code: Type.Enum(
      [
        'beats_current',
        'beats_stated',
        'too_few_outcomes',
        'no_gain',
        'within_noise',
        'not_converged',
        'live_model_slipped',
        'live_model_degenerate',
      ],
      {
        description:
          '`not_converged`: the training did not arrive at a usable model, so nothing was published. `live_model_slipped`: it predicts worse than the rules or the win rate. `live_model_degenerate`: its chances of closing can not be right, such as the same for every lead, or it can not be read.',
      },
    ),
    text: Type.String(),
    missing: Nullable(
      Type.Integer({ description: 'About how many more outcomes it takes; null if nobody can tell.' }),
    ),
  },
  { title: 'ModelVerdict' },
);

const trained = {
  outcomes: Type.Integer({ description: 'How many outcomes it learned from.' }),
  won: Type.Integer(),
  verdict: ModelVerdict,
  trained_at: Moment,
};

export const ModelVersion = Type.Object(
  {
    version: Type.Integer(),
    model_version: Nullable(
      Type.String({ description: 'What scores call it; null if it scores by the rules alone.' }),
    ),
    mode: ModelMode,
    point_limit: PointLimit,
    trained: Nullable(Type.Object(trained, { description: 'Null: rules alone.' })),
    reason: Type.String(),
    restores: Nullable(Type.Integer({ description: 'The version it rolled back to. 0: rules alone.' })),
    by,
    published_at: Moment,
  },
  { title: 'ModelVersion' },
);
export type ModelVersion = Static<typeof ModelVersion>;

const Training = Type.Object(
  {
    job_id: Type.String(),
    status: Type.Enum(['queued', 'running', 'finished', 'failed']),
    progress: Type.Object({
      leads: Nullable(Type.Integer({ description: 'Null until they are counted.' })),
      done: Type.Integer(),
    }),
    error: Nullable(Type.String()),
    by,
    created_at: Moment,
    started_at: Nullable(Moment),
    finished_at: Nullable(Moment),
  },
  { title: 'Training' },
);

const PastTraining = Type.Object(
  {
    outcomes: Type.Integer(),
    won: Type.Integer(),
    decision: ModelDecision,
    auc: Nullable(Auc),
    trained_at: Moment,
  },
  { title: 'PastTraining' },
);

export const AccountModel = Type.Object({
  version: Type.Integer({ description: '0: nothing has been published yet.' }),
  mode: ModelMode,
  point_limit: PointLimit,
  live: Nullable(ModelVersion),
  latest: Nullable(Type.Object({ ...trained, report: ModelReport })),
  history: Type.Array(PastTraining, {
    description: 'The last 50 trainings that are still kept, oldest first, to show how the AUC develops.',
  }),
  training: Nullable(Training),
  outcomes: Type.Object(
    {
      won: Type.Integer(),
      lost: Type.Integer(),
      since_training: Type.Integer({ description: 'Recorded since the latest training was started.' }),
    },
    { description: 'So far.' },
  ),
});
export type AccountModel = Static<typeof AccountModel>;

export const AccountModelResult = Type.Object(
  { success: Type.Literal(true), data: AccountModel },
  {
    title: 'ModelResult',
    description:
      '`live` is the newest version, `latest` what the latest training found, `training` how far the latest one is. Each is null if there is none.',
  },
);
export type AccountModelResult = Static<typeof AccountModelResult>;

export const ModelBody = Type.Object(
  { version: liveVersion, mode: ModelMode, point_limit: PointLimit },
  { additionalProperties: false, title: 'ModelRequest' },
);
export type ModelBody = Static<typeof ModelBody>;

export const ModelRollBackBody = Type.Object(
  {
    version: liveVersion,
    to: Type.Integer({
      minimum: 0,
      maximum: MAX_VERSION,
      description: 'The version whose model is published again. 0: rules alone.',
    }),
    note: Type.Optional(
      Type.String({ maxLength: MAX_SETTINGS_NOTE_LENGTH, description: 'Why it was rolled back.' }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RollBackModelRequest',
    description: 'The mode and the limit stay as they are.',
  },
);
export type ModelRollBackBody = Static<typeof ModelRollBackBody>;

export const ModelVersionList = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(ModelVersion, { description: 'Newest first.' }),
    next_before: Nullable(
      Type.Integer({ description: 'Pass it as `before` for older versions; null if there are none.' }),
    ),
  },
  { title: 'ModelVersionList' },
);
export type ModelVersionList = Static<typeof ModelVersionList>;

export const ModelVersionQuery = Type.Object({
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_VERSION, description: 'Only versions before this one.' }),
  ),
});
export type ModelVersionQuery = Static<typeof ModelVersionQuery>;
