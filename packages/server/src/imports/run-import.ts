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
  type EndStatus,
  endImport,
  type ImportJobRow,
  isRunning,
  openImport,
  saveProgress,
} from './import-progress.ts';
import { readFile } from './read-file.ts';
import { type Row, readRows } from './read-rows.ts';

export interface RunOptions {
  /** Interrupts the import between batches, to be resumed later. */
  readonly signal: AbortSignal;
  readonly onRows: (stored: number, rejected: number) => void;
  /** Called if the import fails in a way that retrying wouldn't fix. */
  readonly onFailure: (error: unknown) => void;
}

interface PreparedRow {
  readonly line: number;
  readonly end: Position;
  readonly content: () => string;
  readonly prepared: (PreparedLead & { readonly outcome: ImportedLead['outcome'] }) | null;
  /** Why the row was rejected. */
  readonly rejection: string | null;
}

/** Kept small, because new leads for the same account have to wait while a batch is being written. */
const BATCH_SIZE = 250;
const ROWS_BETWEEN_YIELDS = 10;
const TAKEOVER_PAUSE_MS = 1_000;
/** How many batches may be queued for writing while the next one is prepared. */
const MAX_AHEAD = 2;

/** Another worker has taken over the import. */
class TakenOver extends Error {}

export async function runImport(
  pool: pg.Pool,
  accountId: string,
  importId: string,
  { signal, onRows, onFailure }: RunOptions,
): Promise<void> {
  const job = await openImport(pool, accountId, importId);
  if (job === null) return;
  const run = new ImportRun(pool, job, onRows);
  try {
    await run.readAll(signal);
  } catch (error) {
    // This worker or another will resume the import later.
    if (signal.aborted || isDatabaseAway(error)) throw error;
    if (!(await isRunning(pool, job))) return; // cancelled
    if (error instanceof TakenOver) {
      // Try again later, in case the worker that took over has died.
      await sleep(TAKEOVER_PAUSE_MS);
      return runImport(pool, accountId, importId, { signal, onRows, onFailure });
    }
    await run.end('failed', 'internal error');
    onFailure(error);
  }
}

class ImportRun {
  readonly #pool: pg.Pool;
  readonly #job: ImportJobRow;
  readonly #onRows: RunOptions['onRows'];
  #position: Position;
  /** Reloaded with each batch, because the plan can change during the import. */
  #owner: Owner;
  /** Oldest first. */
  readonly #writing: Promise<'continue' | 'stopped'>[] = [];

  constructor(pool: pg.Pool, job: ImportJobRow, onRows: RunOptions['onRows']) {
    this.#pool = pool;
    this.#job = job;
    this.#onRows = onRows;
    this.#position = job.position;
    this.#owner = job.owner;
  }

  async readAll(signal: AbortSignal): Promise<void> {
    const { shape } = this.#job;
    const file = readFile(this.#pool, this.#job, this.#position.offset);
    try {
      for await (const rows of inBatches(readRows(file, shape, this.#position))) {
        signal.throwIfAborted();
        if (!(await this.#writeBehind(await this.#prepare(rows)))) return;
      }
      if ((await this.#writing.at(-1)) !== 'stopped') await this.end('finished', null);
    } finally {
      await Promise.allSettled(this.#writing);
    }
  }

  /** Writes batches in order while the next ones are being scored. Returns false once the import has stopped. */
  async #writeBehind(batch: readonly PreparedRow[]): Promise<boolean> {
    const before = this.#writing.at(-1) ?? Promise.resolve('continue');
    const writing = before.then((state) => (state === 'stopped' ? state : this.#write(batch)));
    // Awaited later; until then a failure must not crash the process.
    writing.catch(() => {});
    this.#writing.push(writing);
    return this.#writing.length <= MAX_AHEAD || (await this.#writing.shift()) === 'continue';
  }

  async #prepare(rows: readonly Row[]): Promise<PreparedRow[]> {
    const prepared: PreparedRow[] = [];
    const now = new Date(); // the whole batch counts toward the same month
    for (const [index, row] of rows.entries()) {
      // Gives database writes and webhook deliveries a chance to run.
      if (index % ROWS_BETWEEN_YIELDS === 0) await yieldToOthers();
      prepared.push(this.#prepareRow(row, now));
    }
    return prepared;
  }

  #prepareRow(row: Row, now: Date): PreparedRow {
    const { mapping, shape } = this.#job;
    const { line, end } = row;
    if (!row.ok) {
      return { line, end, content: () => contentOf(row.text), prepared: null, rejection: row.error };
    }
    const content = (): string => contentOf(row.fields);
    const read = readImportedLead(row.fields, mapping, now, shape.isDayFirst);
    if (!read.ok) return { line, end, content, prepared: null, rejection: read.error };
    const { lead, receivedAt, outcome } = read.value;
    const leadId = receivedAt === null ? makeId() : idAt(receivedAt);
    const identity = { fingerprint: leadId, rememberedFrom: leadId, bodyHash: leadId };
    const prepared = prepareLead(this.#owner, leadId, lead, null, firstDayOf(now), identity, true);
    return { line, end, content, prepared: { ...prepared, outcome }, rejection: null };
  }

  /** If the database rejects a batch, splits it in half repeatedly until only the offending row is rejected. */
  async #write(rows: readonly PreparedRow[]): Promise<'continue' | 'stopped'> {
    try {
      return await this.#writeOnce(rows);
    } catch (error) {
      if (!isRowAtFault(error)) throw error;
      if (rows.length === 1) {
        const [row] = rows as [PreparedRow];
        return this.#writeOnce([{ ...row, prepared: null, rejection: 'the row cannot be stored' }]);
      }
      const middle = rows.length >> 1;
      const first = await this.#write(rows.slice(0, middle));
      return first === 'stopped' ? first : this.#write(rows.slice(middle));
    }
  }

  async #writeOnce(rows: readonly PreparedRow[]): Promise<'continue' | 'stopped'> {
    const client = await this.#pool.connect();
    try {
      // No need to wait for the disk: a crash would lose the leads and the saved position together, and the final
      // commit waits for all the earlier ones.
      await client.query('begin; set local synchronous_commit = off');
      const verdicts = await this.#store(client, rows);
      const { handled, stopsAt } = this.#applyLimit(rows, verdicts);
      const rejected = handled.filter(({ rejection }) => rejection !== null);
      const stored = handled.filter(({ rejection }) => rejection === null);
      const position = handled.at(-1)?.end ?? this.#position;
      const saved = await saveProgress(client, this.#job, this.#position, position, {
        read: handled.length,
        stored: stored.length,
        rejections: rejected.map(({ line, rejection, content }) => ({
          line,
          reason: rejection as string,
          content: content(),
        })),
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

  async end(status: EndStatus, error: string | null): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await endImport(client, this.#job, status, error);
      await client.query('commit');
      client.release();
    } catch (failure) {
      client.release(true);
      throw failure;
    }
  }
}

async function* inBatches(chunks: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let waiting: Row[] = [];
  for await (const chunk of chunks) {
    waiting.push(...chunk);
    let at = 0;
    for (; waiting.length - at >= BATCH_SIZE; at += BATCH_SIZE) yield waiting.slice(at, at + BATCH_SIZE);
    waiting = waiting.slice(at);
  }
  if (waiting.length > 0) yield waiting;
}

/** Values in longer rows are shortened before storing, so that reading the rows back can't exhaust memory. */
const MAX_CONTENT_LENGTH = 65_536;
const MAX_CUT_VALUE_LENGTH = 100;

function contentOf(row: unknown): string {
  const whole = toJson(row, Number.POSITIVE_INFINITY);
  return whole.length <= MAX_CONTENT_LENGTH ? whole : toJson(row, MAX_CUT_VALUE_LENGTH);
}

/** Drops what PostgreSQL can't store: NUL and unpaired surrogates. */
const toJson = (row: unknown, maxLength: number): string =>
  JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, maxLength).toWellFormed() : value,
  );
