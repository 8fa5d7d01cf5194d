// Scoring settings of an account: live version, draft, backtests, and re-scoring of open leads.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { Grade } from './lead.ts';
import { MAX_SETTINGS_NOTE_LENGTH } from './limits.ts';

/** The engine validates the values, with errors that name the setting. */
export const SettingsChanges = Type.Record(Type.String(), Type.Unknown(), {
  title: 'SettingsChanges',
  maxProperties: 100,
  description:
    'What differs from the defaults, in the same structure: `{"grades": {"hot": 75}}`. Everything else keeps its default.',
  examples: [
    {
      grades: { hot: 75 },
      asks: { demo: 55 },
      answers: { when: { strong: 20 } },
      questions: { 'How soon?': 'timeline' },
      words: [{ text: 'Turbo X', means: 'scope' }],
      exclusions: [{ reason: 'Outside our region', cap: 20, words: [], countries: ['US'] }],
    },
  ],
});
export type SettingsChanges = Static<typeof SettingsChanges>;

const AllSettings = Type.Record(Type.String(), Type.Unknown(), {
  description: 'All settings, as the engine reads them.',
});

const by = Type.String({ description: '`user_…`, `key_…`, `operator` or `worker`.' });
const note = Type.String({ maxLength: MAX_SETTINGS_NOTE_LENGTH, description: 'Why it was changed.' });
/** Versions and revisions are counted in 32 bits. */
const MAX_VERSION = 2_147_483_646;
const liveVersion = Type.Integer({
  minimum: 0,
  maximum: MAX_VERSION,
  description: 'The live version you have seen. If another has been published since, the answer is 409.',
});

const publication = {
  version: Type.Integer({ description: '0: the defaults.' }),
  settings_version: Type.String({ description: 'What scores call this version.' }),
  changes: SettingsChanges,
};

export const SettingsVersion = Type.Object(
  {
    ...publication,
    note,
    restores: Nullable(Type.Integer({ description: 'The version it rolled back to.' })),
    by,
    published_at: Moment,
  },
  { title: 'SettingsVersion' },
);
export type SettingsVersion = Static<typeof SettingsVersion>;

const SettingsDraft = Type.Object(
  {
    revision: Type.Integer({ description: 'Counts the changes of the draft. 0: there has never been one.' }),
    changes: Nullable(SettingsChanges),
    settings: Nullable(AllSettings),
    based_on: Nullable(Type.Integer({ description: 'The version that was live when it was saved.' })),
    by: Nullable(by),
    saved_at: Nullable(Moment),
  },
  { title: 'SettingsDraft', description: '`changes` is null if there is no draft.' },
);
export type SettingsDraft = Static<typeof SettingsDraft>;

const SettingGroup = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    about: Type.String(),
    settings: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Where it is in the settings.' }),
        label: Type.String(),
        why: Type.String({ description: 'The reason behind the default.' }),
        min: Type.Number(),
        max: Type.Number(),
      }),
    ),
  },
  { title: 'SettingGroup' },
);

export const AccountSettings = Type.Object({
  live: Type.Object({
    ...publication,
    settings: AllSettings,
    note: Nullable(note),
    by: Nullable(by),
    published_at: Nullable(Moment),
  }),
  typical_deal: Type.Object({
    amount: Type.Number(),
    currency: Type.String(),
    from: Type.Enum(['settings', 'profile', 'default']),
  }),
  draft: SettingsDraft,
  defaults: AllSettings,
  groups: Type.Array(SettingGroup, { description: 'What each number means.' }),
  question_topics: Type.Array(Type.String(), { description: 'What a question can be about.' }),
});
export type AccountSettings = Static<typeof AccountSettings>;

export const AccountSettingsResult = Type.Object(
  { success: Type.Literal(true), data: AccountSettings },
  { title: 'SettingsResult' },
);
export type AccountSettingsResult = Static<typeof AccountSettingsResult>;

export const SettingsDraftBody = Type.Object(
  {
    revision: Type.Integer({
      minimum: 0,
      maximum: MAX_VERSION,
      description:
        'The revision the change starts from. If somebody has saved another since, the answer is 409.',
    }),
    changes: Nullable(SettingsChanges),
  },
  {
    additionalProperties: false,
    title: 'SettingsDraftRequest',
    description: '`changes: null` discards the draft.',
  },
);
export type SettingsDraftBody = Static<typeof SettingsDraftBody>;

export const SettingsDraftResult = Type.Object(
  { success: Type.Literal(true), data: SettingsDraft },
  { title: 'SettingsDraftResult' },
);
export type SettingsDraftResult = Static<typeof SettingsDraftResult>;

const source = {
  draft_revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_VERSION,
      description: 'The revision of the draft that you have seen.',
    }),
  ),
  changes: Type.Optional(SettingsChanges),
};

export const PublishBody = Type.Object(
  { version: liveVersion, ...source, note: Type.Optional(note) },
  {
    additionalProperties: false,
    title: 'PublishSettingsRequest',
    description: 'Publishes the draft or, with `changes`, these changes. Send one of the two.',
  },
);
export type PublishBody = Static<typeof PublishBody>;

export const RollBackBody = Type.Object(
  {
    version: liveVersion,
    to: Type.Integer({
      minimum: 0,
      maximum: MAX_VERSION,
      description: 'The version to publish again. 0: the defaults.',
    }),
    note: Type.Optional(note),
  },
  { additionalProperties: false, title: 'RollBackSettingsRequest' },
);
export type RollBackBody = Static<typeof RollBackBody>;

export const SettingsVersionResult = Type.Object(
  { success: Type.Literal(true), data: SettingsVersion },
  { title: 'SettingsVersionResult' },
);
export type SettingsVersionResult = Static<typeof SettingsVersionResult>;

export const SettingsVersionList = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(SettingsVersion, { description: 'Newest first.' }),
    next_before: Nullable(
      Type.Integer({ description: 'Pass it as `before` for older versions; null if there are none.' }),
    ),
  },
  { title: 'SettingsVersionList' },
);
export type SettingsVersionList = Static<typeof SettingsVersionList>;

export const SettingsVersionQuery = Type.Object({
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_VERSION, description: 'Only versions before this one.' }),
  ),
});
export type SettingsVersionQuery = Static<typeof SettingsVersionQuery>;

export const BacktestBody = Type.Object(source, {
  additionalProperties: false,
  title: 'BacktestRequest',
  description: 'Tries the draft or, with `changes`, these changes. Send one of the two.',
});
export type BacktestBody = Static<typeof BacktestBody>;

const job = {
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
};

const scored = Type.Object({ score: Type.Integer(), grade: Grade });

const MovedLead = Type.Object({
  lead_id: Type.String(),
  name: Type.String({ description: 'Or the email or phone number of a lead without a name.' }),
  received_at: Moment,
  before: scored,
  after: scored,
});

const Estimate = Type.Object(
  { value: Type.Number(), low: Type.Number(), high: Type.Number() },
  { description: 'With its 95 % interval, from 400 bootstrap samples.' },
);

const Agreement = Type.Object({
  auc: Estimate,
  lift: Estimate,
});

export const BacktestResultData = Type.Object({
  leads: Type.Integer({ description: 'How many leads were scored.' }),
  is_capped: Type.Boolean({
    description:
      'Whether the account has more; then those with outcomes were scored first, and the newest of the rest.',
  }),
  changed: Type.Integer({ description: 'Leads with another score.' }),
  moved: Type.Integer({ description: 'Leads with another grade.' }),
  grades: Type.Array(Type.Object({ before: Grade, after: Grade, leads: Type.Integer() }), {
    description: 'How many leads go from each grade to each, without those that are zero.',
  }),
  rising: Type.Array(MovedLead, {
    description: 'Those that rise most, by score and then by grade, at most 20.',
  }),
  falling: Type.Array(MovedLead, {
    description: 'Those that fall most, by score and then by grade, at most 20.',
  }),
  outcomes: Type.Object({ won: Type.Integer(), lost: Type.Integer() }),
  agreement: Nullable(
    Type.Object(
      {
        before: Agreement,
        after: Agreement,
        difference: Agreement,
      },
      {
        description:
          'How well the scores agree with outcomes; null without a won and a lost lead. `auc` is the chance that a won lead scores higher than a lost one. `lift` is how much more often leads in the top 20 % are won than all leads.',
      },
    ),
  ),
});
export type BacktestResultData = Static<typeof BacktestResultData>;

export const Backtest = Type.Object({
  ...job,
  version: Type.Integer({ description: 'The live version that the changes are compared with.' }),
  changes: SettingsChanges,
  result: Nullable(BacktestResultData),
});
export type Backtest = Static<typeof Backtest>;

export const BacktestResult = Type.Object(
  { success: Type.Literal(true), data: Nullable(Backtest) },
  { title: 'BacktestResult', description: '`data` is null if there has never been one.' },
);
export type BacktestResult = Static<typeof BacktestResult>;

export const Rescore = Type.Object({
  ...job,
  version: Type.Integer({ description: 'The version that open leads are scored by.' }),
  changed: Type.Integer({ description: 'Leads that have another score or grade now.' }),
});
export type Rescore = Static<typeof Rescore>;

export const RescoreResult = Type.Object(
  { success: Type.Literal(true), data: Nullable(Rescore) },
  { title: 'RescoreResult', description: '`data` is null if there has never been one.' },
);
export type RescoreResult = Static<typeof RescoreResult>;
