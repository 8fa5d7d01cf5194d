// File imports and batches.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { ErrorBody } from './error-body.ts';
import { LeadBody, ScoreData } from './lead.ts';
import { MAX_BATCH_LEADS, MAX_FILE_NAME_LENGTH, MAX_SHEET_NAME_LENGTH, MAX_STATUS_WORDS } from './limits.ts';
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
    }),
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
          'otherwise: unknown ones first, then the most frequent. Looks at the first megabyte of the file.',
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
          'Looks at the first megabyte of the file.',
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
  { mapping: Type.Optional(Mapping), statuses: Type.Optional(StatusWords) },
  { additionalProperties: false },
);
export type PreviewBody = Static<typeof PreviewBody>;

export const SheetBody = Type.Object(
  { sheet: Type.String({ minLength: 1, maxLength: MAX_SHEET_NAME_LENGTH }) },
  { additionalProperties: false, title: 'ImportSheet' },
);
export type SheetBody = Static<typeof SheetBody>;

export const StartBody = Type.Object(
  {
    mapping: Type.Optional(Mapping),
    statuses: Type.Optional(StatusWords),
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
