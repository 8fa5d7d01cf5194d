// Runs an import: reads rows, scores them and stores them in batches. Each batch is committed together with the
// position it reached, so a worker can be killed at any moment and the next one resumes exactly where it stopped.

import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import type pg from 'pg';
import { idAt, makeId, timeOfId } from '../base/ids.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { isRowAtFault } from '../db/is-row-at-fault.ts';
import { type Owner, type PreparedLead, prepareLead } from '../leads/prepare-lead.ts';
import { type Verdict, writeLeads } from '../leads/write-leads.ts';
import { firstDayOf } from '../quota/month.ts';
import { describeFullStorage } from '../quota/storage.ts';
import { type ImportedLead, readImportedLead } from './columns.ts';
import type { Position } from './file-shape.ts';
import {
  closeAttempt,
  endImport,
  endImportNow,
  type ImportJobRow,
  isRunning,
  openImport,
  saveProgress,
} from './import-progress.ts';
import { chooseKept, type Rejection } from './keep-rejected-rows.ts';
import { readFile } from './read-file.ts';
import { type Row, type RowBatch, readRows } from './read-rows.ts';
import { writeRowContent } from './row-content.ts';

export interface RunOptions {
  /** Interrupts the import between batches, to be resumed later. */
  readonly signal: AbortSignal;
  /** Asked between batches. The import then saves its position and leaves its place to others. */
  readonly isTurnOver?: () => boolean;
  readonly onRows: (stored: number, rejected: number) => void;
  /** Called if the import fails in a way that retrying wouldn't fix. */
  readonly onFailure: (error: unknown) => void;
}

/** `paused`: the import has to be resumed. `given up`: it crashed too often. */
export type RunResult = 'paused' | 'ended' | 'given up';

interface PreparedRow {
  readonly line: number;
  readonly end: Position;
  readonly content: () => string;
  readonly prepared: (PreparedLead & { readonly outcome: ImportedLead['outcome'] }) | null;
  /** Why the row was rejected. */
  readonly rejection: string | null;
}

/** Rows to be written together. */
interface Batch {
  readonly rows: PreparedRow[];
  /** What the rows take up in memory, roughly. */
  bytes: number;
  readonly start: number;
  end: Position;
}

/** Kept small, because new leads for the same account have to wait while a batch is being written. */
const MAX_BATCH_ROWS = 250;
/** Four batches of two imports have to fit into the worker's 256 MB, and parsed rows take up to 16 times as much. */
const MAX_BATCH_BYTES = 512 * 1024;
/** Blank lines are not held in memory, but the position has to be saved behind them. */
const MAX_BLANK_BYTES = 16 * 1024 * 1024;
const ROWS_BETWEEN_YIELDS = 10;
const BYTES_BETWEEN_YIELDS = 64 * 1024;
const TAKEOVER_PAUSE_MS = 1_000;
/** How many batches may be queued for writing while the next one is prepared. */
const MAX_AHEAD = 2;

/** Another worker has taken over the import. */
class TakenOver extends Error {}

export async function runImport(
  pool: pg.Pool,
  accountId: string,
  importId: string,
  options: RunOptions,
): Promise<RunResult> {
  const { signal, isTurnOver = () => false, onRows, onFailure } = options;
  const job = await openImport(pool, accountId, importId);
  if (job === null) return 'ended';
  if (job === 'crashed too often') {
    onFailure(new Error('the import crashed the worker too often'));
    return 'given up';
  }
  const run = new ImportRun(pool, job, onRows);
  try {
    const result = await run.readAll(signal, isTurnOver);
    if (result === 'paused') await closeAttempt(pool, job);
    return result;
  } catch (error) {
    // This worker or another will resume the import later.
    if (signal.aborted || isDatabaseAway(error)) {
      await closeAttempt(pool, job).catch(() => {}); // at worst, it counts as a crash
      throw error;
    }
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
  readonly #onRows: RunOptions['onRows'];
  /** Up to where everything is committed. */
  #position: Position;
  /** Reloaded with each batch, because the plan can change during the import. */
  #owner: Owner;
  #refusalBytesLeft: number;
  /** Oldest first. */
  readonly #writing: Promise<'continue' | 'stopped'>[] = [];

  constructor(pool: pg.Pool, job: ImportJobRow, onRows: RunOptions['onRows']) {
    this.#pool = pool;
    this.#job = job;
    this.#onRows = onRows;
    this.#position = job.position;
    this.#owner = job.owner;
    this.#refusalBytesLeft = job.refusalBytesLeft;
  }

  async readAll(signal: AbortSignal, isTurnOver: () => boolean): Promise<RunResult> {
    const file = readFile(this.#pool, this.#job, this.#position.offset);
    try {
      for await (const batch of this.#prepare(readRows(file, this.#job.shape, this.#position), isTurnOver)) {
        signal.throwIfAborted();
        if (!(await this.#writeBehind(batch))) return 'ended';
      }
      if ((await this.#writing.at(-1)) === 'stopped') return 'ended';
      if (this.#position.offset < this.#job.fileBytes) return 'paused';
      await endImportNow(this.#pool, this.#job, 'finished', null);
      return 'ended';
    } finally {
      await Promise.allSettled(this.#writing);
    }
  }

  /** Writes batches in order while the next ones are being scored. Returns false once the import has stopped. */
  async #writeBehind({ rows, end }: Batch): Promise<boolean> {
    const before = this.#writing.at(-1) ?? Promise.resolve('continue');
    const writing = before.then((state) => (state === 'stopped' ? state : this.#write(rows, end)));
    // Awaited later; until then a failure must not crash the process.
    writing.catch(() => {});
    this.#writing.push(writing);
    return this.#writing.length <= MAX_AHEAD || (await this.#writing.shift()) === 'continue';
  }

  /** Scores rows and gathers them into batches, by their number and by the memory they take up. Ends with the file or
   * the turn. */
  async *#prepare(read: AsyncIterable<RowBatch>, isTurnOver: () => boolean): AsyncGenerator<Batch> {
    let batch = startBatch(this.#position);
    let rowsSinceYield = 0;
    let bytesSinceYield = 0;
    for await (const { rows, end } of read) {
      let now = new Date(); // a whole batch counts toward the same month
      for (const row of rows) {
        const bytes = row.end.offset - batch.end.offset;
        // Gives database writes and webhook deliveries a chance to run.
        rowsSinceYield++;
        bytesSinceYield += bytes;
        if (rowsSinceYield > ROWS_BETWEEN_YIELDS || bytesSinceYield > BYTES_BETWEEN_YIELDS) {
          await yieldToOthers();
          rowsSinceYield = 0;
          bytesSinceYield = 0;
        }
        const prepared = this.#prepareRow(row, now);
        batch.rows.push(prepared);
        batch.bytes += bytes + sizeOf(prepared);
        batch.end = row.end;
        if (batch.rows.length < MAX_BATCH_ROWS && batch.bytes < MAX_BATCH_BYTES) continue;
        yield batch;
        if (isTurnOver()) return;
        batch = startBatch(row.end);
        now = new Date();
      }
      batch.end = end;
      if (isTurnOver()) break;
      if (end.offset - batch.start < MAX_BLANK_BYTES) continue;
      yield batch;
      batch = startBatch(end);
    }
    if (batch.end.offset > batch.start) yield batch;
  }

  #prepareRow(row: Row, now: Date): PreparedRow {
    const { mapping, shape } = this.#job;
    const { line, end } = row;
    if (!row.ok) {
      return { line, end, content: () => writeRowContent(row.text), prepared: null, rejection: row.error };
    }
    const content = (): string => writeRowContent(row.fields);
    const read = readImportedLead(row.fields, mapping, now, shape.isDayFirst);
    if (!read.ok) return { line, end, content, prepared: null, rejection: read.error };
    const { lead, receivedAt, outcome } = read.value;
    const leadId = receivedAt === null ? makeId() : idAt(receivedAt);
    const identity = { fingerprint: leadId, rememberedFrom: leadId, bodyHash: leadId };
    const prepared = prepareLead(this.#owner, leadId, lead, null, firstDayOf(now), identity, true);
    return { line, end, content, prepared: { ...prepared, outcome }, rejection: null };
  }

  /** If the database rejects a batch, splits it in half repeatedly until only the offending row is rejected. */
  async #write(rows: readonly PreparedRow[], end: Position): Promise<'continue' | 'stopped'> {
    try {
      return await this.#writeOnce(rows, end);
    } catch (error) {
      if (!isRowAtFault(error)) throw error;
      if (rows.length === 1) {
        const [row] = rows as [PreparedRow];
        return this.#writeOnce([{ ...row, prepared: null, rejection: 'the row cannot be stored' }], end);
      }
      const middle = rows.length >> 1;
      const first = await this.#write(rows.slice(0, middle), (rows[middle - 1] as PreparedRow).end);
      return first === 'stopped' ? first : this.#write(rows.slice(middle), end);
    }
  }

  async #writeOnce(rows: readonly PreparedRow[], end: Position): Promise<'continue' | 'stopped'> {
    const client = await this.#pool.connect();
    try {
      // No need to wait for the disk: a crash would lose the leads and the saved position together, and the final
      // commit waits for all the earlier ones.
      await client.query('begin; set local synchronous_commit = off');
      const verdicts = await this.#store(client, rows);
      const { handled, stopsAt } = this.#applyLimit(rows, verdicts);
      const rejected = handled.filter(({ rejection }) => rejection !== null);
      const stored = handled.filter(({ rejection }) => rejection === null);
      const position = stopsAt === null ? end : (handled.at(-1)?.end ?? this.#position);
      const { kept, bytes: keptBytes } = chooseKept(writeRejections(rejected), this.#refusalBytesLeft);
      const saved = await saveProgress(client, this.#job, this.#position, position, {
        read: handled.length,
        stored: stored.length,
        rejected: rejected.length,
        kept,
        keptBytes,
        outcomes: stored.flatMap(({ prepared }) =>
          prepared === null || prepared.outcome === null
            ? []
            : [
                {
                  leadId: prepared.toWrite.leadId,
                  ...prepared.outcome,
                  at: prepared.outcome.at ?? timeOfId(prepared.toWrite.leadId),
                },
              ],
        ),
      });
      if (saved === false) throw new TakenOver();
      if (stopsAt !== null) await endImport(client, this.#job, 'stopped', stopsAt);
      await client.query('commit');
      client.release();
      this.#position = position;
      this.#refusalBytesLeft = kept.length < rejected.length ? 0 : this.#refusalBytesLeft - keptBytes;
      this.#owner = { ...this.#owner, ...saved };
      this.#onRows(stored.length, rejected.length);
      return stopsAt === null ? 'continue' : 'stopped';
    } catch (error) {
      await client.query('rollback').catch(() => {});
      client.release(!isRowAtFault(error) && !(error instanceof TakenOver));
      throw error;
    }
  }

  async #store(client: pg.ClientBase, rows: readonly PreparedRow[]): Promise<Map<PreparedRow, Verdict>> {
    const toStore = rows.filter(({ prepared }) => prepared !== null);
    // The limit may have changed since this batch was prepared. Using the same limit for every row ensures that only
    // the last rows can exceed it.
    const { monthlyLimit, storageLimit } = this.#owner;
    const leads = toStore.map(({ prepared }) => ({
      ...(prepared as PreparedLead).toWrite,
      monthlyLimit,
      storageLimit,
    }));
    const outcomes = toStore.map(({ prepared }) => prepared?.outcome?.outcome ?? 'open');
    const verdicts = leads.length === 0 ? [] : await writeLeads(client, leads, { outcomes });
    return new Map(toStore.map((row, index) => [row, verdicts[index] as Verdict]));
  }

  /** Applies the plan's limits: either rejects the rows over them, or stops the import at the first one. */
  #applyLimit(
    rows: readonly PreparedRow[],
    verdicts: ReadonlyMap<PreparedRow, Verdict>,
  ): { handled: PreparedRow[]; stopsAt: string | null } {
    const isOver = (row: PreparedRow): boolean => {
      const kind = verdicts.get(row)?.kind;
      return kind === 'over limit' || kind === 'over storage';
    };
    const first = rows.findIndex(isOver);
    if (first === -1) return { handled: [...rows], stopsAt: null };
    const reason =
      verdicts.get(rows[first] as PreparedRow)?.kind === 'over storage'
        ? `storage limit reached: ${describeFullStorage(this.#owner.storageLimit ?? 0)}`
        : `plan limit reached: your plan includes ${this.#owner.monthlyLimit} leads a month`;
    if (this.#job.whenFull === 'skip') {
      return {
        handled: rows.map((row) => (isOver(row) ? { ...row, prepared: null, rejection: reason } : row)),
        stopsAt: null,
      };
    }
    return {
      handled: rows.slice(0, first),
      stopsAt: `${reason}; the import can be resumed from line ${rows[first]?.line}`,
    };
  }
}

const startBatch = (from: Position): Batch => ({ rows: [], bytes: 0, start: from.offset, end: from });

const sizeOf = ({ prepared }: PreparedRow): number =>
  prepared === null ? 0 : prepared.toWrite.leadJson.length + prepared.toWrite.scoredJson.length;

/** One at a time, because together they can take up much more memory than the batch. */
function* writeRejections(rows: readonly PreparedRow[]): Generator<Rejection> {
  for (const { line, rejection, content } of rows) {
    yield { line, reason: rejection as string, content: content() };
  }
}
