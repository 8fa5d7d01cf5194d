// Previews the first rows of a file: reads and scores them as the import would, without storing anything.

import type { DateOrder, Preview } from '@leadline/contract';
import type { Settings } from '@leadline/engine';
import { sql } from 'kysely';
import { readProfile } from '../../accounts/profile/profile.ts';
import { listTeam, worksOnLeads } from '../../accounts/team/team.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';
import type { ScoringModel } from '../../scoring/models/scoring-model.ts';
import type { ColumnMapping } from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import type { TeamMate } from '../columns/match-assignee.ts';
import type { ChosenStatuses } from '../columns/status-words.ts';
import { type Row, readRows } from '../rows/read-rows.ts';
import { listTopRows } from '../shape/list-top-rows.ts';
import { PREVIEW_ROWS, SURVEY_ROWS } from './compute-tasks.ts';
import { CHUNK_BYTES } from './file-chunks.ts';
import { previewRows } from './preview-rows.ts';
import { NO_SURVEY, needsSurvey, type RowSurvey, surveyRows } from './survey-rows.ts';
import type { ImportRow } from './upload-result.ts';

const MAX_ROWS = 10;
/** Longer rows are previewed, too, but fewer of them. */
const MAX_ROWS_BYTES = 64 * 1024;
/** How much is read to find rows. No row is longer than 1 MiB. */
const MAX_READ_BYTES = 1024 * 1024 + 2 * MAX_ROWS_BYTES;
const MAX_BLANK_BYTES = 128 * 1024;
const SLICE_BYTES = 64 * 1024;
/** In bytes. Scoring so little takes a few milliseconds, so it isn't worth sending to a thread. */
const MAX_SMALL_BYTES = 6_000;

export interface ImportToPreview {
  readonly row: ImportRow;
  readonly mapping: ColumnMapping;
  /** What the words in status columns stand for. */
  readonly statuses?: ChosenStatuses;
  /** If somebody chose it. Otherwise, the dates decide. */
  readonly dateOrder?: DateOrder | undefined;
  readonly now: Date;
  /** Null means the defaults. */
  readonly settings: Settings | null;
  /** Null means rules alone. */
  readonly model: ScoringModel | null;
}

/** Returns null if the file has been deleted. */
export async function previewImport(
  account: AccountAccess,
  compute: ComputePool,
  liveAccountId: string,
  toPreview: ImportToPreview,
): Promise<Preview | null> {
  const { row, mapping, statuses = {}, now, settings, model } = toPreview;
  const stored = row.shape as FileShape;
  const rows = await account.enter((scope) => readFirstRows(scope, row));
  if (rows === null) return null;
  const team = Object.values(mapping).includes('assignee') ? await account.enter(findTeam) : [];
  const topRows = await account.enter((scope) => readTopRows(scope, row));
  const { currency } = await account.enter(readProfile);
  const survey = (await surveyImport(account, compute, liveAccountId, toPreview)) ?? NO_SURVEY;
  const { date_order, status_words } = survey;
  const shape = {
    ...stored,
    statuses: { ...stored.statuses, ...statuses },
    isDayFirst: date_order === null ? stored.isDayFirst : date_order.order === 'day_first',
  };
  const input = { rows, shape, mapping, team, currency, now, settings, model };
  const bytes = (rows.at(-1)?.end.offset ?? 0) - shape.firstRow.offset;
  const previewed =
    bytes <= MAX_SMALL_BYTES ? previewRows(input) : await compute.run(liveAccountId, PREVIEW_ROWS, input);
  const unknown = status_words.filter(({ status }) => status === null);
  return {
    ...previewed,
    ...survey,
    top_rows: topRows,
    unknown_statuses: unknown.map(({ word, rows: count }) => ({ word, rows: count })),
  };
}

/** Looks at the first megabyte. Returns null if nothing there needs to be decided. */
export async function surveyImport(
  account: AccountAccess,
  compute: ComputePool,
  liveAccountId: string,
  {
    row,
    mapping,
    statuses = {},
    dateOrder,
    now,
  }: Pick<ImportToPreview, 'row' | 'mapping' | 'statuses' | 'dateOrder' | 'now'>,
): Promise<RowSurvey | null> {
  if (!needsSurvey(mapping)) return null;
  const start = await account.enter((scope) => readStart(scope, row));
  if (start === null) return null;
  const { currency } = await account.enter(readProfile);
  const shape = row.shape as FileShape;
  const input = {
    ...start,
    shape,
    mapping,
    conventions: { statuses: { ...shape.statuses, ...statuses }, currency },
    isDayFirst: dateOrder === undefined ? null : dateOrder === 'day_first',
    now,
  };
  return start.bytes.length <= MAX_SMALL_BYTES
    ? surveyRows(input)
    : compute.run(liveAccountId, SURVEY_ROWS, input);
}

/** Returns null if the file has been deleted. */
async function readStart(
  scope: AccountScope,
  row: ImportRow,
): Promise<{ readonly bytes: Uint8Array; readonly isCutOff: boolean } | null> {
  const file = new FileStart(scope, row.id, (row.shape as FileShape).firstRow.offset);
  const slices: Buffer[] = [];
  for await (const slice of file.read()) slices.push(slice);
  const bytes = new Uint8Array(Buffer.concat(slices));
  return file.isDeleted ? null : { bytes, isCutOff: file.isCutOff };
}

const findTeam = async (scope: AccountScope): Promise<TeamMate[]> =>
  (await listTeam(scope)).map(({ user_id, name, email, role }) => ({
    userId: user_id,
    name,
    email,
    worksOnLeads: worksOnLeads({ role }),
  }));

async function readFirstRows(scope: AccountScope, row: ImportRow): Promise<readonly Row[] | null> {
  const shape = row.shape as FileShape;
  const start = shape.firstRow.offset;
  const file = new FileStart(scope, row.id, start);
  const rows: Row[] = [];
  let blankBytes = 0;
  let reached = start;
  for await (const batch of readRows(file.read(), shape, shape.firstRow, MAX_ROWS)) {
    // The last row may be incomplete.
    if (file.isCutOff) break;
    rows.push(...batch.rows);
    if (batch.rows.length === 0) blankBytes += batch.end.offset - reached;
    reached = batch.end.offset;
    if (rows.length >= MAX_ROWS || blankBytes > MAX_BLANK_BYTES) break;
    if (rows.length > 0 && reached - start > MAX_ROWS_BYTES) break;
  }
  return file.isDeleted ? null : rows.slice(0, MAX_ROWS);
}

async function readTopRows(scope: AccountScope, row: ImportRow): Promise<Preview['top_rows']> {
  for await (const slice of new FileStart(scope, row.id, 0).read()) {
    const rows = listTopRows(slice, slice.length < SLICE_BYTES, row.shape as FileShape);
    return rows.map(({ line, cells }) => ({ line, cells: [...cells] }));
  }
  return [];
}

/** The beginning of an uploaded file, in slices. */
class FileStart {
  readonly #scope: AccountScope;
  readonly #importId: string;
  readonly #from: number;
  isDeleted = false;
  /** Whether the file goes on after the last slice. */
  isCutOff = false;

  constructor(scope: AccountScope, importId: string, from: number) {
    this.#scope = scope;
    this.#importId = importId;
    this.#from = from;
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let at = this.#from; at - this.#from < MAX_READ_BYTES; ) {
      const slice = await this.#readSlice(at);
      this.isDeleted = slice === null && at === this.#from;
      if (slice === null || slice.length === 0) return;
      at += slice.length;
      yield slice;
    }
    this.isCutOff = true;
  }

  async #readSlice(offset: number): Promise<Buffer | null> {
    const number = Math.floor(offset / CHUNK_BYTES);
    const { rows } = await sql<{ bytes: Buffer }>`
      select substring(bytes from ${offset - number * CHUNK_BYTES + 1}::integer for ${SLICE_BYTES}::integer) as bytes
      from leadline.import_chunks
      where account_id = ${this.#scope.accountId} and import_id = ${this.#importId} and number = ${number}`.execute(
      this.#scope.transaction,
    );
    return rows[0]?.bytes ?? null;
  }
}
