// Group commit: leads that arrive while a batch is being written go into the next one, so many leads cost one statement
// and one commit. A lead's promise never resolves before the commit.

import type pg from 'pg';
import { overloaded } from '../base/domain-error.ts';
import { isRowAtFault } from '../db/is-row-at-fault.ts';
import { type LeadToWrite, type Verdict, writeLeads } from './write-leads.ts';

export interface LeadWriterOptions {
  /** How many batches may run at once: one can execute while another waits for its commit. */
  readonly concurrency?: number;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
  /** How long a lead waits for an unreachable database before the sender is told to retry. */
  readonly timeoutMs?: number;
  readonly onBatch?: (leads: number, seconds: number) => void;
  readonly onRetry?: (error: Error) => void;
}

export interface Waiting extends PromiseWithResolvers<Verdict> {
  readonly lead: LeadToWrite;
  readonly since: number;
}

/** While a batch is running, a group smaller than this waits for it to finish: a statement costs as much as ten
 * leads. */
const MIN_PARALLEL_BATCH = 32;

/** The longest such a group waits. Most batches finish sooner. */
const MAX_BATCH_DELAY_MS = 30;

/** How often to expire waiting leads. */
const TIMEOUT_CHECK_MS = 250;

export class LeadWriter {
  readonly #pool: pg.Pool;
  readonly #options: Required<LeadWriterOptions>;
  readonly #waiting: Waiting[] = [];
  /** Keyed by request, oldest first. */
  readonly #inFlight = new Map<string, Waiting>();
  #running = 0;
  #timeoutTimer: NodeJS.Timeout | null = null;
  #smallBatchTimer: NodeJS.Timeout | null = null;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(pool: pg.Pool, options: LeadWriterOptions = {}) {
    this.#pool = pool;
    this.#options = {
      concurrency: 2,
      maxBatch: 128,
      maxWaiting: 10_000,
      timeoutMs: 5_000,
      onBatch: () => {},
      onRetry: () => {},
      ...options,
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Returns the same request if this process is already writing it. It must not be written twice in parallel. */
  inFlight(lead: LeadToWrite): Waiting | null {
    return this.#inFlight.get(requestOf(lead)) ?? null;
  }

  /** Rejects with `overloaded` if the database is unreachable for too long or the queue is full, and with the
   * database's own error if a lead can't be stored. After `overloaded` the lead may or may not have been stored;
   * the sender finds out by repeating the request. */
  write(lead: LeadToWrite): Promise<Verdict> {
    const request = requestOf(lead);
    if (this.#inFlight.has(request)) throw new Error('the same request is in flight');
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(
        overloaded('too many leads are waiting to be stored; please try again in a moment'),
      );
    }
    const waiting = { lead, since: performance.now(), ...Promise.withResolvers<Verdict>() };
    const remove = (): void => {
      this.#inFlight.delete(request);
    };
    this.#inFlight.set(request, waiting);
    waiting.promise.then(remove, remove);
    this.#waiting.push(waiting);
    this.#timeoutTimer ??= setTimeout(() => this.#rejectTimedOut(), TIMEOUT_CHECK_MS).unref();
    // Deferred so that requests arriving together end up in one batch.
    if (this.#running < this.#options.concurrency) setImmediate(() => this.#startBatch());
    // The running batch may be blocked by another account, so don't wait for it too long.
    this.#smallBatchTimer ??= setTimeout(() => this.#startSmallBatch(), MAX_BATCH_DELAY_MS).unref();
    return waiting.promise;
  }

  /** Resolves when every accepted lead has been written or rejected. */
  async drain(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    this.#idle ??= Promise.withResolvers<void>();
    await this.#idle.promise;
  }

  #startSmallBatch(): void {
    this.#smallBatchTimer = null;
    this.#startBatch(1);
  }

  #startBatch(minParallel = MIN_PARALLEL_BATCH): void {
    const isWorthwhile = this.#waiting.length >= (this.#running === 0 ? 1 : minParallel);
    if (!isWorthwhile || this.#running >= this.#options.concurrency) return;
    this.#running++;
    const batch = this.#waiting
      .splice(0, this.#options.maxBatch)
      .filter((waiting) => !this.#hasTimedOut(waiting));
    void this.#writeBatch(batch).finally(() => {
      this.#running--;
      this.#startBatch();
      if (this.#running === 0 && this.#waiting.length === 0) {
        this.#idle?.resolve();
        this.#idle = null;
      }
    });
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    for (let pauseMs = 20; batch.length > 0; pauseMs = Math.min(pauseMs * 2, 500)) {
      try {
        const started = performance.now();
        const verdicts = await this.#writeOnce(batch.map(({ lead }) => lead));
        this.#options.onBatch(batch.length, (performance.now() - started) / 1000);
        for (const [index, { lead, resolve }] of batch.entries()) {
          resolve(recognizeOwnLead(lead, verdicts[index] as Verdict));
        }
        return;
      } catch (error) {
        if (isRowAtFault(error)) return this.#writeHalves(batch, error as Error);
        this.#options.onRetry(error as Error);
        batch = batch.filter((waiting) => !this.#hasTimedOut(waiting));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** Keeps splitting the batch until the lead that the database rejects is on its own, so that only that lead fails. */
  async #writeHalves(batch: readonly Waiting[], error: Error): Promise<void> {
    if (batch.length === 1) {
      batch[0]?.reject(error);
      return;
    }
    const middle = batch.length >> 1;
    await this.#writeBatch(batch.slice(0, middle));
    await this.#writeBatch(batch.slice(middle));
  }

  async #writeOnce(leads: readonly LeadToWrite[]): Promise<Verdict[]> {
    const client = await this.#pool.connect();
    let warning: Error | null = null;
    const onNotice = ({ code }: { code?: string | undefined }): void => {
      // If the wait for the standby is canceled, the commit succeeds with a warning, but the standby may not have the
      // leads. We check the code because the severity is localized by the server.
      if (code !== '00000') warning = new Error(`commit not acknowledged by the standby: ${code}`);
    };
    client.on('notice', onNotice);
    try {
      const verdicts = await writeLeads(client, leads);
      if (warning !== null) throw warning;
      client.off('notice', onNotice);
      client.release();
      return verdicts;
    } catch (error) {
      client.off('notice', onNotice);
      client.release(!isRowAtFault(error));
      throw error;
    }
  }

  /** Asks senders to retry if they have waited too long. A write in progress is never canceled, so a sender that
   * retries gets its result. */
  #rejectTimedOut(): void {
    for (const waiting of this.#inFlight.values()) {
      if (!this.#hasTimedOut(waiting)) break;
      waiting.reject(overloaded());
    }
    this.#timeoutTimer =
      this.#inFlight.size === 0 ? null : setTimeout(() => this.#rejectTimedOut(), TIMEOUT_CHECK_MS).unref();
  }

  #hasTimedOut({ since }: Waiting): boolean {
    return performance.now() - since > this.#options.timeoutMs;
  }
}

const requestOf = ({ accountId, fingerprint }: LeadToWrite): string => `${accountId} ${fingerprint}`;

/** If we don't know whether a commit succeeded, the batch is written again. A lead that was stored the first time then
 * comes back as a duplicate of itself. */
const recognizeOwnLead = (lead: LeadToWrite, verdict: Verdict): Verdict =>
  verdict.kind === 'repeated' && verdict.leadId === lead.leadId ? { kind: 'stored' } : verdict;
