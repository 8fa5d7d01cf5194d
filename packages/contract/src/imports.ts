// File imports and batches.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { ErrorBody } from './error-body.ts';
import { LeadBody, ScoreData } from './lead.ts';
import {
  MAX_BATCH_LEADS,
  MAX_FILE_NAME_LENGTH,
  MAX_HEADER_LINE,
  MAX_IMPORT_COLUMNS,
  MAX_SHEET_NAME_LENGTH,
  MAX_SHOWN_REFUSALS,
  MAX_STATUS_WORDS,
} from './limits.ts';
import { Status } from './work.ts';

export const WhenFull = Type.Enum(['stop', 'skip'], {
  description: 'What to do when the plan limit is reached: `stop` the import, or `skip` the remaining rows.',
});

export const COLUMN_MEANINGS = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'budget',
  'message',
  'source',
  'company',
  'title',
  'received_at',
  'status',
  'assignee',
  'outcome',
  'outcome_at',
  'outcome_amount',
  'outcome_currency',
  'outcome_reason',
  'custom',
  'ignore',
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/** Why a column is not imported unless somebody maps it. */
export const SKIP_REASONS = [
  'team_note',
  'record_id',
  'record_date',
  'progress',
  'owner',
  'added_by_us',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

const Mapping = Type.Object(
  {},
  {
    additionalProperties: Type.Enum([...COLUMN_MEANINGS]),
    maxProperties: MAX_IMPORT_COLUMNS,
    description: 'What each column maps to. Columns left out keep the detected mapping.',
  },
);

const StatusWords = Type.Object(
  {},
  {
    additionalProperties: Status,
    maxProperties: MAX_STATUS_WORDS,
    description:
      'Which status words of a status or outcome column stand for. Other words keep the status they are known by, and rows with other unknown words are rejected.',
  },
);

export const UploadQuery = Type.Object(
  {
    file_name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_FILE_NAME_LENGTH })),
    sheet: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_SHEET_NAME_LENGTH,
        description: 'Which sheet of an Excel file to import. The first one by default.',
      }),
    ),
    start: Type.Optional(Type.Boolean({ description: 'Start right away, with the detected mapping.' })),
    when_full: Type.Optional(WhenFull),
  },
  { additionalProperties: false },
);
export type UploadQuery = Static<typeof UploadQuery>;

export const ImportStatus = Type.Enum([
  'uploading',
  'ready',
  'queued',
  'running',
  'finished',
  'stopped',
  'cancelled',
  'failed',
  'undoing',
  'undone',
]);

export const Import = Type.Object(
  {
    import_id: Type.String(),
    status: ImportStatus,
    file_name: Type.String(),
    file_bytes: Type.Integer(),
    format: Nullable(Type.String({ description: '`csv`, `ndjson` or `xlsx`' })),
    sheet: Nullable(Type.String({ description: 'The sheet of an Excel file that is imported.' })),
    sheets: Type.Array(Type.String(), { description: 'The sheets of an Excel file.' }),
    header_line: Nullable(Type.Integer({ description: 'The line with the column names. Null for NDJSON.' })),
    mapping: Nullable(Mapping),
    when_full: WhenFull,
    progress: Type.Object({
      bytes_read: Type.Integer(),
      rows_read: Type.Integer(),
      stored: Type.Integer(),
      refused: Type.Integer(),
      unassigned: Type.Integer({
        description:
          'Stored leads without an assignee, although the file names one: not a member, more than one, or a viewer.',
      }),
      repeated: Type.Integer({
        description: 'Rows with the same values as an earlier one, which are one lead.',
      }),
      warnings: Type.Integer({
        description: 'Stored leads without a date or a deal value of the file; see `/warnings`.',
      }),
      removed: Type.Integer({ description: 'Leads that were deleted because the import was undone.' }),
    }),
    can_undo_until: Nullable(Moment),
    refused_not_kept: Type.Integer({
      description:
        'How many of the refused rows are not in the download, because too many were refused to keep them all.',
    }),
    error: Nullable(Type.String({ description: 'Why it stopped or failed.' })),
    created_at: Moment,
    started_at: Nullable(Moment),
    finished_at: Nullable(Moment),
  },
  { title: 'Import' },
);
export type Import = Static<typeof Import>;

export const DateOrder = Type.Enum(['day_first', 'month_first'], {
  description: 'How dates with slashes are read: is 03/04/2026 the 3rd of April or the 4th of March?',
});
export type DateOrder = Static<typeof DateOrder>;

const PreviewRow = Type.Object({
  line: Type.Integer(),
  lead: Type.Optional(Type.Unknown({ description: 'The lead read from this row.' })),
  score: Type.Optional(Type.Integer()),
  grade: Type.Optional(Type.String()),
  status: Type.Optional(Status),
  outcome: Type.Optional(Type.String()),
  outcome_amount: Type.Optional(
    Type.Number({ description: 'The deal value of a lead that was won or lost.' }),
  ),
  assignee: Type.Optional(Type.String({ description: 'The name of the member.' })),
  unknown_assignee: Type.Optional(
    Type.String({ description: 'Whom the file names, if that is not a member, or more than one.' }),
  ),
  viewer_assignee: Type.Optional(
    Type.String({ description: 'Whom the file names, if that is a viewer, who can’t work on leads.' }),
  ),
  received_at: Type.Optional(Moment),
  warning: Type.Optional(
    Type.String({ description: 'Why the lead is stored without a date or a deal value of the file.' }),
  ),
  error: Type.Optional(Type.String({ description: 'Why the row would be rejected.' })),
});

export const Preview = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        meaning: Type.Enum([...COLUMN_MEANINGS]),
        sample: Nullable(Type.String({ description: 'The first value in these rows, shortened.' })),
        skipped_because: Nullable(
          Type.Enum([...SKIP_REASONS], {
            description:
              'Why the column is not imported by default. Null if it is, or if you chose `ignore`.',
          }),
        ),
      }),
    ),
    top_rows: Type.Array(
      Type.Object({
        line: Type.Integer(),
        cells: Type.Array(Type.String(), { description: 'The first ones, shortened.' }),
      }),
      {
        description: 'The first rows of the file as they are, one of which is the header. Empty for NDJSON.',
      },
    ),
    rows: Type.Array(PreviewRow, { description: 'The first rows, scored but not stored.' }),
    status_words: Type.Array(
      Type.Object({
        word: Type.String({ description: 'As the file has it, shortened.' }),
        rows: Type.Integer({ description: 'How many rows of the first megabyte have it.' }),
        status: Nullable(Status),
      }),
      {
        description:
          'Up to 50 words in the status and outcome columns with the status that each becomes unless `statuses` says ' +
          'otherwise: unknown ones first, then the most frequent. Looks at the first megabyte of the file, at most 20,000 rows.',
      },
    ),
    // Null if no date of the first megabyte can be read either way.
    date_order: Nullable(
      Type.Object({
        order: DateOrder,
        is_certain: Type.Boolean({
          description:
            'Whether the columns decide: one has a date like 25/03/2026, and none has one like 03/25/2026.',
        }),
        dates: Type.Integer({ description: 'How many dates can be read either way.' }),
        example: Type.String({ description: 'The first of them.' }),
      }),
    ),
    warnings: Type.Array(
      Type.Object({
        kind: Type.Enum(['date', 'currency'], {
          description:
            '`date`: the date can’t be read. `currency`: the deal value is in another currency than the account’s.',
        }),
        column: Type.String(),
        currency: Nullable(Type.String({ description: 'Of the deal values: an ISO 4217 code or a sign.' })),
        rows: Type.Integer(),
        lines: Type.Array(Type.Integer(), { description: 'The first ten.' }),
        example: Type.String({ description: 'What is wrong with the first of them.' }),
      }),
      {
        description:
          'Leads that will be stored without a date or a deal value of the file. Looks at the first megabyte of the file, at most 20,000 rows.',
      },
    ),
    unknown_statuses: Type.Array(
      Type.Object({
        word: Type.String({ description: 'As the file has it, shortened.' }),
        rows: Type.Integer({ description: 'How many rows of the first megabyte have it.' }),
      }),
      {
        description:
          'Words in the status and outcome columns that are not known, most frequent first, also those in `statuses`. ' +
          'Looks at the first megabyte of the file, at most 20,000 rows.',
      },
    ),
  },
  { title: 'ImportPreview' },
);
export type Preview = Static<typeof Preview>;

export const ImportResult = Type.Object(
  { success: Type.Literal(true), data: Import },
  { title: 'ImportResult' },
);

export const UploadResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      ...Import.properties,
      is_known: Type.Boolean({
        description: 'Whether the same file was uploaded before; this is that import.',
      }),
      preview: Nullable(Preview),
    }),
  },
  { title: 'UploadResult' },
);

export const ImportList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(Import, { description: 'The newest 100.' }) },
  { title: 'ImportList' },
);

export const PreviewResult = Type.Object(
  { success: Type.Literal(true), data: Preview },
  { title: 'ImportPreviewResult' },
);

export const PreviewBody = Type.Object(
  {
    mapping: Type.Optional(Mapping),
    statuses: Type.Optional(StatusWords),
    date_order: Type.Optional(DateOrder),
  },
  { additionalProperties: false },
);
export type PreviewBody = Static<typeof PreviewBody>;

export const SheetBody = Type.Object(
  { sheet: Type.String({ minLength: 1, maxLength: MAX_SHEET_NAME_LENGTH }) },
  { additionalProperties: false, title: 'ImportSheet' },
);
export type SheetBody = Static<typeof SheetBody>;

export const HeaderBody = Type.Object(
  {
    line: Type.Integer({
      minimum: 1,
      maximum: MAX_HEADER_LINE,
      description: 'The line of one of the `top_rows`.',
    }),
  },
  { additionalProperties: false, title: 'ImportHeader' },
);
export type HeaderBody = Static<typeof HeaderBody>;

export const StartBody = Type.Object(
  {
    mapping: Type.Optional(Mapping),
    statuses: Type.Optional(StatusWords),
    date_order: Type.Optional(DateOrder),
    when_full: Type.Optional(WhenFull),
  },
  { additionalProperties: false, title: 'ImportStart' },
);
export type StartBody = Static<typeof StartBody>;

export const BatchBody = Type.Object(
  {
    leads: Type.Array(LeadBody, { minItems: 1, maxItems: MAX_BATCH_LEADS }),
    when_full: Type.Optional(
      Type.Enum(['stop', 'skip'], {
        description:
          'What to do if the batch exceeds the plan limit: `stop` stores nothing and returns 402; `skip` stores as many leads as fit.',
      }),
    ),
  },
  { title: 'BatchRequest' },
);

export const BatchResult = Type.Object(
  {
    success: Type.Literal(true),
    version: Type.String(),
    stored: Type.Integer(),
    repeated: Type.Integer({ description: 'Leads that an identical batch has already stored.' }),
    refused: Type.Integer(),
    data: Type.Array(
      Type.Union([
        Type.Object({ success: Type.Literal(true), lead_id: Type.String(), data: ScoreData }),
        ErrorBody,
      ]),
      { description: 'One entry for each lead, in the same order.' },
    ),
  },
  { title: 'BatchResult' },
);
export type BatchResult = Static<typeof BatchResult>;

export const RefusedQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SHOWN_REFUSALS,
        description:
          'Only the first rows, to look at them. Without it, it is an export: the owners of the account decide who may, and it ' +
          'is in the audit log.',
      }),
    ),
  },
  { additionalProperties: false },
);
