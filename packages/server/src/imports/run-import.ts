// Runs an import: reads rows, scores them and stores them in batches. Each batch and the place the file is read up to
// are one transaction, so that a worker may be killed at any moment and the next one goes on exactly there.

import { setImmediate as letOthersGo, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { idAt, makeId, timeOfId } from '../base/ids.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { isRowAtFault } from '../db/is-row-at-fault.ts';
import { type Owner, type PreparedLead, prepareLead } from '../leads/prepare-lead.ts';
import { type Verdict, writeLeads } from '../leads/write-leads.ts';
import { firstDayOf } from '../quota/month.ts';
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
  /** Ends it between two batches; it is gone on with later. */
  readonly signal: AbortSignal;
  readonly onRows: (stored: number, refused: number) => void;
  /** It ended for a reason that trying again would not mend. */
  readonly onFailure: (error: unknown) => void;
}

/** A row as it will be dealt with. */
interface PreparedRow {
  readonly line: number;
  readonly end: Position;
  readonly content: () => string;
  readonly prepared: (PreparedLead & { readonly outcome: ImportedLead['outcome'] }) | null;
  readonly refusal: string | null;
}

/** Leads of the same account that come in meanwhile wait for so many. */
const BATCH = 250;
const SCORED_IN_A_ROW = 10;
const AFTER_ANOTHER_MS = 1_000;
/** Batches that are ready while one is written. */
const AHEAD = 2;

/** It is not where we left it. */
class NotOurs extends Error {}

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
    // Gone on with later, by us or by another.
    if (signal.aborted || isDatabaseAway(error)) throw error;
    if (!(await isRunning(pool, job))) return; // cancelled
    if (error instanceof NotOurs) {
      // Another worker has gone on with it before we did. Should that one be gone, somebody must.
      await sleep(AFTER_ANOTHER_MS);
      return runImport(pool, accountId, importId, { signal, onRows, onFailure });
    }
    await run.end('failed', 'an internal error');
    onFailure(error);
  }
}

class ImportRun {
  readonly #pool: pg.Pool;
  readonly #job: ImportJobRow;
  readonly #onRows: RunOptions['onRows'];
  #position: Position;
  /** A plan may change meanwhile. */
  #owner: Owner;
  /** Oldest first. */
  readonly #writing: Promise<'go on' | 'stopped'>[] = [];

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

  /** While batches are written, one after the other, the next are scored. False once the import has stopped. */
  async #writeBehind(batch: readonly PreparedRow[]): Promise<boolean> {
    const before = this.#writing.at(-1) ?? Promise.resolve('go on');
    const writing = before.then((state) => (state === 'stopped' ? state : this.#write(batch)));
    // Looked at in its turn; until then it must not end the process.
    writing.catch(() => {});
    this.#writing.push(writing);
    return this.#writing.length <= AHEAD || (await this.#writing.shift()) === 'go on';
  }

  async #prepare(rows: readonly Row[]): Promise<PreparedRow[]> {
    const prepared: PreparedRow[] = [];
    const now = new Date(); // one month for all of a batch
    for (const [index, row] of rows.entries()) {
      // Batches are written meanwhile, and deliveries made.
      if (index % SCORED_IN_A_ROW === 0) await letOthersGo();
      prepared.push(this.#prepareRow(row, now));
    }
    return prepared;
  }

  #prepareRow(row: Row, now: Date): PreparedRow {
    const { mapping, shape } = this.#job;
    const { line, end } = row;
    if (!row.ok) {
      return { line, end, content: () => contentOf(row.text), prepared: null, refusal: row.error };
    }
    const content = (): string => contentOf(row.fields);
    const read = readImportedLead(row.fields, mapping, now, shape.isDayFirst);
    if (!read.ok) return { line, end, content, prepared: null, refusal: read.error };
    const { lead, receivedAt, outcome } = read.value;
    const leadId = receivedAt === null ? makeId() : idAt(receivedAt);
    const identity = { fingerprint: leadId, rememberedFrom: leadId, bodyHash: leadId };
    const prepared = prepareLead(this.#owner, leadId, lead, null, firstDayOf(now), identity, true);
    return { line, end, content, prepared: { ...prepared, outcome }, refusal: null };
  }

  /** One row that the database refuses is refused alone: halves are tried until it stands by itself. */
  async #write(rows: readonly PreparedRow[]): Promise<'go on' | 'stopped'> {
    try {
      return await this.#writeOnce(rows);
    } catch (error) {
      if (!isRowAtFault(error)) throw error;
      if (rows.length === 1) {
        const [row] = rows as [PreparedRow];
        return this.#writeOnce([{ ...row, prepared: null, refusal: 'it cannot be stored' }]);
      }
      const middle = rows.length >> 1;
      const first = await this.#write(rows.slice(0, middle));
      return first === 'stopped' ? first : this.#write(rows.slice(middle));
    }
  }

  async #writeOnce(rows: readonly PreparedRow[]): Promise<'go on' | 'stopped'> {
    const client = await this.#pool.connect();
    try {
      // Not waiting for the disk: the place reached is lost with the leads, if at all, and the end of the import waits
      // for everything before it.
      await client.query('begin; set local synchronous_commit = off');
      const verdicts = await this.#store(client, rows);
      const { taken, stopsAt } = this.#judge(rows, verdicts);
      const refused = taken.filter(({ refusal }) => refusal !== null);
      const stored = taken.filter(({ refusal }) => refusal === null);
      const position = taken.at(-1)?.end ?? this.#position;
      const saved = await saveProgress(client, this.#job, this.#position, position, {
        read: taken.length,
        stored: stored.length,
        refusals: refused.map(({ line, refusal, content }) => ({
          line,
          reason: refusal as string,
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
      if (saved === false) throw new NotOurs();
      if (stopsAt !== null) await endImport(client, this.#job, 'stopped', stopsAt);
      await client.query('commit');
      client.release();
      this.#position = position;
      this.#owner = { ...this.#owner, ...saved };
      this.#onRows(stored.length, refused.length);
      return stopsAt === null ? 'go on' : 'stopped';
    } catch (error) {
      await client.query('rollback').catch(() => {});
      client.release(!isRowAtFault(error) && !(error instanceof NotOurs));
      throw error;
    }
  }

  async #store(client: pg.ClientBase, rows: readonly PreparedRow[]): Promise<Map<PreparedRow, Verdict>> {
    const toStore = rows.filter(({ prepared }) => prepared !== null);
    // What the plan allows by now: batches are prepared ahead. The same for all of them, so that the rows which do not fit
    // are the last ones.
    const { monthlyLimit } = this.#owner;
    const leads = toStore.map(({ prepared }) => ({ ...(prepared as PreparedLead).toWrite, monthlyLimit }));
    const outcomes = toStore.map(({ prepared }) => prepared?.outcome?.outcome ?? 'open');
    const verdicts = leads.length === 0 ? [] : await writeLeads(client, leads, { outcomes });
    return new Map(toStore.map((row, index) => [row, verdicts[index] as Verdict]));
  }

  /** The rows that are dealt with: all, or those before the one at which the allowance ran out. */
  #judge(
    rows: readonly PreparedRow[],
    verdicts: ReadonlyMap<PreparedRow, Verdict>,
  ): { taken: PreparedRow[]; stopsAt: string | null } {
    const isOver = (row: PreparedRow): boolean => verdicts.get(row)?.kind === 'over limit';
    const first = rows.findIndex(isOver);
    if (first === -1) return { taken: [...rows], stopsAt: null };
    const reason = `plan limit reached: the plan holds ${this.#owner.monthlyLimit} leads a month`;
    if (this.#job.whenFull === 'skip') {
      return {
        taken: rows.map((row) => (isOver(row) ? { ...row, prepared: null, refusal: reason } : row)),
        stopsAt: null,
      };
    }
    return {
      taken: rows.slice(0, first),
      stopsAt: `${reason}; it can be started again from line ${rows[first]?.line}`,
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

async function* inBatches(lots: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let waiting: Row[] = [];
  for await (const lot of lots) {
    waiting.push(...lot);
    let at = 0;
    for (; waiting.length - at >= BATCH; at += BATCH) yield waiting.slice(at, at + BATCH);
    waiting = waiting.slice(at);
  }
  if (waiting.length > 0) yield waiting;
}

/** A row of more is kept with its values cut, so that nobody can fill the memory of whoever reads them again. */
const MAX_CONTENT = 65_536;
const MAX_CUT_VALUE_LENGTH = 100;

function contentOf(row: unknown): string {
  const whole = toJson(row, Number.POSITIVE_INFINITY);
  return whole.length <= MAX_CONTENT ? whole : toJson(row, MAX_CUT_VALUE_LENGTH);
}

/** PostgreSQL stores every character but NUL; half a surrogate pair is none. */
const toJson = (row: unknown, longest: number): string =>
  JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, longest).toWellFormed() : value,
  );
