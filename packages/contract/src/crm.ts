// The connection to a CRM, and the log of what was synced.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';

export const CrmVendor = Type.Enum(['odoo', 'hubspot', 'pipedrive', 'salesforce']);
export type CrmVendor = Static<typeof CrmVendor>;

/** What of a lead can be written into a field of the CRM. */
export const CrmValue = Type.Enum([
  'title',
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'message',
  'source',
  'score',
  'grade',
  'reasons',
  'next_step',
  'received_at',
  'link',
]);
export type CrmValue = Static<typeof CrmValue>;

const Mapping = Type.Object(
  Object.fromEntries(
    CrmValue.enum.map((value) => [
      value,
      Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100, pattern: '^\\w+$' }))),
    ]),
  ) as Record<CrmValue, ReturnType<typeof optionalField>>,
  {
    additionalProperties: false,
    title: 'CrmMapping',
    description: 'The field of the CRM that each value goes to. Null: it is not sent.',
  },
);

function optionalField() {
  return Type.Optional(Nullable(Type.String()));
}

const settings = {
  pushes: Type.Boolean({ description: 'Whether leads are sent to the CRM.' }),
  pulls: Type.Boolean({ description: 'Whether won and lost deals of the CRM become outcomes of leads.' }),
  min_grade: Type.Enum(['Hot', 'Warm', 'Cool', 'Cold'], {
    description: 'Only leads of this grade or better are added to the CRM. Spam never is.',
  }),
};

export const CrmBody = Type.Object(
  {
    vendor: CrmVendor,
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Where the CRM is. HubSpot doesn’t need it.',
        examples: ['https://mycompany.odoo.com'],
      }),
    ),
    database: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'For Odoo.' })),
    login: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The user of Odoo, or the consumer key of an app of Salesforce.',
      }),
    ),
    api_key: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'Of Odoo: an API key; HubSpot: the access token of a private app; Pipedrive: an API token; Salesforce: the consumer ' +
        'secret. Stored encrypted and never shown again.',
    }),
    refresh_token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'For Salesforce. Without it, the app signs in as itself (client credentials).',
      }),
    ),
    pushes: Type.Optional(settings.pushes),
    pulls: Type.Optional(settings.pulls),
    min_grade: Type.Optional(settings.min_grade),
    existing_days: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 730,
        default: 0,
        description: 'Also sends open leads of the last days, up to 20,000.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CrmRequest' },
);
export type CrmBody = Static<typeof CrmBody>;

export const CrmChanges = Type.Object(
  {
    pushes: Type.Optional(settings.pushes),
    pulls: Type.Optional(settings.pulls),
    min_grade: Type.Optional(settings.min_grade),
    mapping: Type.Optional(Mapping),
    paused: Type.Optional(
      Type.Boolean({ description: '`false` also resumes a sync that failed for five days.' }),
    ),
  },
  { additionalProperties: false, title: 'CrmChanges' },
);
export type CrmChanges = Static<typeof CrmChanges>;

export const CrmConnection = Type.Object(
  {
    vendor: CrmVendor,
    url: Type.String(),
    database: Type.String(),
    login: Type.String(),
    ...settings,
    mapping: Mapping,
    fields: Nullable(
      Type.Array(Type.Object({ name: Type.String(), label: Type.String(), type: Type.String() }), {
        description: 'Fields of the CRM that values can go to. Null until it was reached for the first time.',
      }),
    ),
    record_url: Nullable(Type.String({ description: 'The address of a record, with `{id}` for its ID.' })),
    waiting: Type.Integer({ description: 'Leads that are about to be sent.' }),
    skipped: Type.Integer({ description: 'Leads that could not be sent.' }),
    records: Type.Integer({ description: 'Records of the CRM that belong to leads.' }),
    failing_since: Nullable(Moment),
    error: Nullable(Type.String()),
    paused_at: Nullable(Moment),
    next_run_at: Moment,
    created_at: Moment,
  },
  { title: 'CrmConnection' },
);
export type CrmConnection = Static<typeof CrmConnection>;

export const CrmResult = Type.Object(
  { success: Type.Literal(true), data: Nullable(CrmConnection) },
  { title: 'CrmResult' },
);

export const CrmRunKind = Type.Enum(['connect', 'sync', 'preview']);
export type CrmRunKind = Static<typeof CrmRunKind>;

export const CrmRunBody = Type.Object(
  {
    kind: Type.Enum(['sync', 'preview'], {
      description:
        '`sync`: now, and skipped leads again. `preview`: what a sync would do with the ten newest leads; changes nothing.',
    }),
  },
  { additionalProperties: false, title: 'CrmRunRequest' },
);

export const CrmNote = Type.Object(
  {
    lead_id: Type.String(),
    code: Type.Enum(
      ['create', 'update', 'unchanged', 'superseded', 'duplicate_email', 'gone', 'rejected', 'below_grade'],
      { description: 'In a preview, what a sync would do; otherwise, why the lead was skipped.' },
    ),
    record_id: Nullable(Type.String()),
    writes: Type.Array(Type.String(), { description: 'Fields of the CRM.' }),
    keeps: Type.Array(Type.String(), { description: 'Fields that somebody edited in the CRM.' }),
  },
  { title: 'CrmNote' },
);
export type CrmNote = Static<typeof CrmNote>;

export const CrmRun = Type.Object(
  {
    run_id: Type.String(),
    kind: CrmRunKind,
    status: Type.Enum(['queued', 'running', 'finished', 'failed']),
    summary: Type.String({ description: 'What was done, in a sentence.' }),
    counts: Type.Record(Type.String(), Type.Integer()),
    notes: Type.Array(CrmNote, { description: 'Up to 50.' }),
    error: Nullable(Type.String()),
    created_at: Moment,
    finished_at: Nullable(Moment),
  },
  { title: 'CrmRun' },
);
export type CrmRun = Static<typeof CrmRun>;

export const CrmRunResult = Type.Object(
  { success: Type.Literal(true), data: CrmRun },
  { title: 'CrmRunResult' },
);

export const CrmRunList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(CrmRun) },
  { title: 'CrmRunList' },
);
