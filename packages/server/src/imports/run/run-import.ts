// Runs an import: cuts the file into slices of rows, has them read and scored, and stores them in order. Each slice is
// committed together with the position it reached, so a worker can be killed at any moment and the next one resumes exactly
// where it stopped.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@leadline/engine';
import type pg from 'pg';
import { describeFullStorage } from '../../accounts/quota/storage.ts';
import type { Owner } from '../../leads/intake/score-to-store.ts';
import { encodeLeads, type Verdict, writeEncodedLeads } from '../../leads/intake/write-leads.ts';
import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import { isRowAtFault } from '../../platform/db/is-row-at-fault.ts';
import { queryModelVersion } from '../../scoring/models/live-models.ts';
import type { ScoringModel } from '../../scoring/models/scoring-model.ts';
import { querySettingsVersion } from '../../scoring/settings/live-settings.ts';
import type { Position } from '../columns/file-shape.ts';
import { cutSlices, type Slice } from '../rows/cut-slices.ts';
import { type Row, readSlice } from '../rows/read-rows.ts';
import { writeRowContent } from '../rows/row-content.ts';
import {
  closeAttempt,
  endImport,
  endImportNow,
  findKnownRows,
  type ImportJobRow,
  isRunning,
  openImport,
  saveProgress,
} from './import-progress.ts';
import { ThreadCrashed } from './import-threads.ts';
import { chooseKept, type KeptRow } from './keep-rejected-rows.ts';
import type { PreparedSlice, RowProblem, SliceToPrepare } from './prepare-slice.ts';
import { readFile } from './read-file.ts';

export interface RunOptions {
  /** Interrupts the import. Slices that are not yet being written are discarded, and read again when it resumes. */
  readonly signal: AbortSignal;
  /** Asked between batches. The import then saves its position and leaves its place to others. */
  readonly isTurnOver?: () => boolean;
  readonly onRows: (stored: number, rejected: number) => void;
  /** Called if the import fails in a way that retrying wouldn't fix. */
  readonly onFailure: (error: unknown) => void;
  /** Reads and scores a slice. On the same thread by default. */
  readonly prepare?: (slice: SliceToPrepare) => Promise<PreparedSlice>;
}

/** `paused`: the import has to be resumed. `given up`: it crashed too often. */
export type RunResult = 'paused' | 'ended' | 'given up';

/** Blank lines are not held in memory, but the position has to be saved behind them. */
const MAX_BLANK_BYTES = 16 * 1024 * 1024;
const TAKEOVER_PAUSE_MS = 1_000;
/** How many slices may be prepared or waiting to be written. Two for each thread that prepares them, so that none waits. */
const MAX_AHEAD = 4;

/** Another worker has taken over the import. */
class TakenOver extends Error {}

export async function runImport(
  pool: pg.Pool,
  accountId: string,
  importId: string,
  options: RunOptions,
): Promise<RunResult> {
  const { signal, isTurnOver = () => false, onFailure } = options;
  const job = await openImport(pool, accountId, importId);
  if (job === null) return 'ended';
  if (job === 'crashed too often') {
    onFailure(new Error('the import crashed the worker too often'));
    return 'given up';
  }
  const run = new ImportRun(pool, job, options);
  try {
    const result = await run.readAll(isTurnOver);
    if (result === 'paused') await closeAttempt(pool, job);
    return result;
  } catch (error) {
    // This worker or another will resume the import later.
    if (signal.aborted || isDatabaseDown(error)) {
      await closeAttempt(pool, job).catch(() => {}); // at worst, it counts as a crash
      throw error;
    }
    if (error instanceof ThreadCrashed) throw error; // the attempt stays open, so it counts as a crash
    if (!(await isRunning(pool, job))) return 'ended'; // cancelled
    if (error instanceof TakenOver) {
      await closeAttempt(pool, job);
      // Try again later, in case the worker that took over has died.
      await sleep(TAKEOVER_PAUSE_MS);
      return runImport(pool, accountId, importId, options);
    }
    await endImportNow(pool, job, 'failed', 'internal error');
    onFailure(error);
    return 'ended';
  }
}

class ImportRun {
  readonly #pool: pg.Pool;
  readonly #job: ImportJobRow;
  readonly #signal: AbortSignal;
  readonly #onRows: RunOptions['onRows'];
  readonly #prepareSlice: NonNullable<RunOptions['prepare']>;
  /** Up to where everything is committed. */
  #position: Position;
  /** Further than `#position` if blank lines follow it. */
  #readTo: Position;
  /** Reloaded with each slice, because the plan can change during the import. */
  #owner: Owner;
  #settingsVersion: number;
  /** Of the slices that are prepared next. Null means the defaults. */
  #settings: Promise<Settings | null>;
  #modelVersion: number;
  /** The same; null means rules alone. */
  #model: Promise<ScoringModel | null>;
  #refusalBytesLeft: number;
  #warningsLeft: number;
  /** The slices that are being prepared and written, oldest first. */
  readonly #ahead: Promise<'continue' | 'stopped'>[] = [];

  constructor(pool: pg.Pool, job: ImportJobRow, options: RunOptions) {
    this.#pool = pool;
    this.#job = job;
    this.#signal = options.signal;
    this.#onRows = options.onRows;
    this.#prepareSlice = options.prepare ?? prepareHere;
    this.#position = job.position;
    this.#readTo = job.position;
    this.#owner = job.owner;
    this.#settingsVersion = job.settingsVersion;
    this.#settings = this.#readSettings();
    this.#modelVersion = job.modelVersion;
    this.#model = this.#readModel();
    this.#refusalBytesLeft = job.refusalBytesLeft;
    this.#warningsLeft = job.warningsLeft;
  }

  async readAll(isTurnOver: () => boolean): Promise<RunResult> {
    const file = readFile(this.#pool, this.#job, this.#position.offset);
    try {
      for await (const slice of cutSlices(file, this.#job.shape, this.#position)) {
        this.#signal.throwIfAborted();
        this.#start(slice);
        if (this.#ahead.length > MAX_AHEAD && (await this.#ahead.shift()) === 'stopped') return 'ended';
        if (isTurnOver()) break;
      }
      if ((await this.#ahead.at(-1)) === 'stopped') return 'ended';
      if (this.#unsavedBytes > 0) await this.#writeOnce(blankUntil(this.#readTo), NOTHING);
      if (this.#position.offset < this.#job.fileBytes) return 'paused';
      await endImportNow(this.#pool, this.#job, 'finished', null);
      return 'ended';
    } finally {
      await Promise.allSettled(this.#ahead);
    }
  }

  /** Prepares the slice at once, and writes it after the ones before it. */
  #start(slice: Slice): void {
    const before = this.#ahead.at(-1) ?? Promise.resolve('continue');
    const prepared = this.#prepare(slice);
    // Awaited later; until then a failure must not crash the process.
    prepared.catch(() => {});
    const writing = before.then(async (state) => {
      if (state === 'stopped') return state;
      // A thread that prepares the slice can't be interrupted without harming other imports.
      return this.#write(slice, await unlessAborted(prepared, this.#signal));
    });
    writing.catch(() => {});
    this.#ahead.push(writing);
  }

  async #prepare({ bytes, from, end }: Slice, known: readonly string[] = []): Promise<PreparedSlice> {
    if (bytes.length === 0) return NOTHING;
    const { accountId, shape, mapping, team, currency } = this.#job;
    const settings = await this.#settings;
    const model = await this.#model;
    return this.#prepareSlice({
      bytes,
      from,
      end,
      accountId,
      shape,
      mapping,
      team,
      currency,
      known,
      settings,
      model,
      now: new Date(),
    });
  }

  #readSettings(): Promise<Settings | null> {
    const settings = querySettingsVersion(this.#pool, this.#job.liveAccountId, this.#settingsVersion);
    settings.catch(() => {}); // fails again where it is awaited
    return settings;
  }

  #readModel(): Promise<ScoringModel | null> {
    const model = queryModelVersion(this.#pool, this.#job.liveAccountId, this.#modelVersion);
    model.catch(() => {}); // fails again where it is awaited
    return model;
  }

  /** If the database rejects a slice, splits it in half repeatedly until only the offending row is rejected. */
  async #write(slice: Slice, prepared: PreparedSlice): Promise<'continue' | 'stopped'> {
    this.#readTo = slice.end;
    if (prepared.rows === 0 && this.#unsavedBytes < MAX_BLANK_BYTES) return 'continue';
    const known = await findKnownRows(this.#pool, this.#job, prepared.hashes);
    if (known.length > 0) return this.#writeNew(slice, await this.#prepare(slice, known));
    return this.#writeNew(slice, prepared);
  }

  async #writeNew(slice: Slice, prepared: PreparedSlice): Promise<'continue' | 'stopped'> {
    try {
      return await this.#writeOnce(slice, prepared);
    } catch (error) {
      if (!isRowAtFault(error)) throw error;
      if (prepared.rows === 1) return this.#writeOnce(slice, rejectOnlyRow('the row cannot be stored'));
      const middle = this.#read(slice)[(prepared.rows >> 1) - 1]?.end as Position;
      const [first, second] = splitSlice(slice, middle);
      const state = await this.#write(first, await this.#prepare(first));
      return state === 'stopped' ? state : this.#write(second, await this.#prepare(second));
    }
  }

  async #writeOnce(slice: Slice, prepared: PreparedSlice): Promise<'continue' | 'stopped'> {
    const client = await this.#pool.connect();
    try {
      // No need to wait for the disk: a crash would lose the leads and the saved position together, and the final
      // commit waits for all the earlier ones.
      await client.query('begin; set local synchronous_commit = off');
      const verdicts = await this.#store(client, prepared);
      const { handled, rejections, stop } = this.#applyLimit(prepared, verdicts);
      // Only needed for what is unusual.
      const isUnusual = rejections.length > 0 || prepared.warnings.length > 0 || stop !== null;
      const rows = isUnusual ? this.#read(slice) : [];
      const position = stop === null ? slice.end : (rows[handled - 1]?.end ?? this.#position);
      const isRejected = new Set(rejections.map(({ row }) => row));
      const isStored = ({ row }: { readonly row: number }): boolean => row < handled && !isRejected.has(row);
      const repeated = prepared.repeated.filter((row) => row < handled).length;
      const stored = handled - rejections.length - repeated;
      const warnings = prepared.warnings.filter(isStored);
      const kept = chooseKept(writeRows(rejections, rows), this.#refusalBytesLeft);
      const keptWarnings = chooseKept(
        writeRows(warnings.slice(0, this.#warningsLeft), rows),
        this.#refusalBytesLeft - kept.bytes,
      );
      const keptBytes = kept.bytes + keptWarnings.bytes;
      const saved = await saveProgress(client, this.#job, this.#position, position, {
        read: handled,
        stored,
        rejected: rejections.length,
        repeated,
        warnings: warnings.length,
        kept: kept.rows,
        keptWarnings: keptWarnings.rows,
        keptBytes,
        hashes: findLeadRows(prepared).flatMap((row, lead) =>
          isStored({ row }) ? [prepared.hashes[lead] as string] : [],
        ),
        outcomes: prepared.outcomes.filter(isStored),
        work: prepared.work.filter(isStored),
      });
      if (saved === false) throw new TakenOver();
      if (stop !== null) {
        const line = rows[handled]?.line;
        const reason = `${stop}; the import can be resumed from line ${line}`;
        await endImport(client, this.#job, 'stopped', reason);
      }
      await client.query('commit');
      client.release();
      this.#position = position;
      this.#refusalBytesLeft = kept.rows.length < rejections.length ? 0 : this.#refusalBytesLeft - keptBytes;
      this.#warningsLeft = Math.max(0, this.#warningsLeft - warnings.length);
      this.#owner = { ...this.#owner, ...saved.limits };
      if (saved.settingsVersion !== this.#settingsVersion) {
        this.#settingsVersion = saved.settingsVersion;
        this.#settings = this.#readSettings();
      }
      if (saved.modelVersion !== this.#modelVersion) {
        this.#modelVersion = saved.modelVersion;
        this.#model = this.#readModel();
      }
      this.#onRows(stored, rejections.length);
      return stop === null ? 'continue' : 'stopped';
    } catch (error) {
      await client.query('rollback').catch(() => {});
      client.release(!isRowAtFault(error) && !(error instanceof TakenOver));
      throw error;
    }
  }

  async #store(client: pg.ClientBase, { leads }: PreparedSlice): Promise<Verdict[]> {
    if (leads.count === 0) return [];
    // Using the same limit for every row ensures that only the last rows can exceed it.
    const limits = {
      monthly: Array(leads.count).fill(this.#owner.monthlyLimit),
      storage: Array(leads.count).fill(this.#owner.storageLimit),
    };
    return writeEncodedLeads(client, leads, limits, this.#job.importId);
  }

  /** Applies the plan's limits: either rejects the rows over them, or stops the import at the first one. Returns how many
   * rows are handled, and which of them are rejected. */
  #applyLimit(
    prepared: PreparedSlice,
    verdicts: readonly Verdict[],
  ): { handled: number; rejections: readonly RowProblem[]; stop: string | null } {
    const { rows, rejections } = prepared;
    const place = verdicts.findIndex(isOverLimit);
    if (place === -1) return { handled: rows, rejections, stop: null };
    const reason =
      verdicts[place]?.kind === 'over storage'
        ? `storage limit reached: ${describeFullStorage(this.#owner.storageLimit ?? 0)}`
        : `plan limit reached: your plan includes ${this.#owner.monthlyLimit} leads a month`;
    const leadRows = findLeadRows(prepared);
    if (this.#job.whenFull === 'skip') {
      const over = leadRows
        .filter((_, index) => isOverLimit(verdicts[index] as Verdict))
        .map((row) => ({ row, reason }));
      const all = [...rejections, ...over].sort((a, b) => a.row - b.row);
      return { handled: rows, rejections: all, stop: null };
    }
    const handled = leadRows[place] as number;
    return { handled, rejections: rejections.filter(({ row }) => row < handled), stop: reason };
  }

  get #unsavedBytes(): number {
    return this.#readTo.offset - this.#position.offset;
  }

  #read(slice: Slice): Row[] {
    return readSlice(slice, this.#job.shape);
  }
}

/** Not a race with one promise for the whole import: that would keep everything it was raced with in memory. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  work.then(resolve, reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Loaded on demand, because the engine takes up memory and the worker has threads for it. */
const prepareHere = async (slice: SliceToPrepare): Promise<PreparedSlice> =>
  (await import('./prepare-slice.ts')).prepareSlice(slice);

const NOTHING: PreparedSlice = {
  rows: 0,
  rejections: [],
  repeated: [],
  warnings: [],
  hashes: [],
  leads: encodeLeads([], { outcomes: [] }),
  outcomes: [],
  work: [],
};

const blankUntil = (end: Position): Slice => ({ bytes: Buffer.alloc(0), from: end, end });

const rejectOnlyRow = (reason: string): PreparedSlice => ({
  ...NOTHING,
  rows: 1,
  rejections: [{ row: 0, reason }],
});

function splitSlice({ bytes, from, end }: Slice, at: Position): [Slice, Slice] {
  const length = at.offset - from.offset;
  return [
    { bytes: bytes.subarray(0, length), from, end: at },
    { bytes: bytes.subarray(length), from: at, end },
  ];
}

const isOverLimit = ({ kind }: Verdict): boolean => kind === 'over limit' || kind === 'over storage';

/** The row of each lead. */
function findLeadRows({ rows, rejections, repeated }: PreparedSlice): number[] {
  const others = new Set([...rejections.map(({ row }) => row), ...repeated]);
  return Array.from({ length: rows }, (_, row) => row).filter((row) => !others.has(row));
}

/** One at a time, because together they can take up much more memory than the slice. */
function* writeRows(problems: readonly RowProblem[], rows: readonly Row[]): Generator<KeptRow> {
  for (const { row: index, reason } of problems) {
    const row = rows[index] as Row;
    yield { line: row.line, reason, content: writeRowContent(row.ok ? row.fields : row.text) };
  }
}
