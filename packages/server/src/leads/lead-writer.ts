// Group commit: leads that arrive while a batch is being written share the next one, so that many leads cost
// one statement and one commit. A lead's promise resolves after the commit, never before.

import type pg from 'pg';
import { overloaded } from '../base/domain-error.ts';
import { isRowAtFault } from '../db/is-row-at-fault.ts';
import { type LeadToWrite, type Verdict, writeLeads } from './write-leads.ts';

export interface LeadWriterOptions {
  /** Batches under way at once: one is prepared and executed while another waits for its commit. */
  readonly concurrency?: number;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
  /** How long a lead waits for a database that is away before its sender is asked to come again. */
  readonly patienceMs?: number;
  readonly onBatch?: (leads: number, seconds: number) => void;
  readonly onRetry?: (error: Error) => void;
}

export interface Waiting extends PromiseWithResolvers<Verdict> {
  readonly lead: LeadToWrite;
  readonly since: number;
}

/** Beside a running batch, fewer leads than this wait for it to end: a statement costs as much as ten leads. */
const WORTH_A_BATCH = 32;

/** … unless that takes longer than most batches do. */
const MAX_WAIT_MS = 30;

/** How often it is looked whose patience has run out. */
const PATIENCE_CHECK_MS = 250;

export class LeadWriter {
  readonly #pool: pg.Pool;
  readonly #options: Required<LeadWriterOptions>;
  readonly #waiting: Waiting[] = [];
  /** By request, the longest waiting first. */
  readonly #inFlight = new Map<string, Waiting>();
  #running = 0;
  #patienceTimer: NodeJS.Timeout | null = null;
  #hurryTimer: NodeJS.Timeout | null = null;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(pool: pg.Pool, options: LeadWriterOptions = {}) {
    this.#pool = pool;
    this.#options = {
      concurrency: 2,
      maxBatch: 128,
      maxWaiting: 10_000,
      patienceMs: 5_000,
      onBatch: () => {},
      onRetry: () => {},
      ...options,
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The same request, if this process is writing it right now; it must not be written beside it. */
  inFlight(lead: LeadToWrite): Waiting | null {
    return this.#inFlight.get(requestOf(lead)) ?? null;
  }

  /** Rejects with `overloaded` when the database is unreachable for too long or the queue is full, and with the
   * database's own error for a lead that cannot be stored. After `overloaded` the lead may or may not be stored; sending
   * the same request again settles it. */
  write(lead: LeadToWrite): Promise<Verdict> {
    const request = requestOf(lead);
    if (this.#inFlight.has(request)) throw new Error('the same request is in flight');
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(
        overloaded('too many leads are waiting to be stored; please try again in a moment'),
      );
    }
    const waiting = { lead, since: performance.now(), ...Promise.withResolvers<Verdict>() };
    const forget = (): void => {
      this.#inFlight.delete(request);
    };
    this.#inFlight.set(request, waiting);
    waiting.promise.then(forget, forget);
    this.#waiting.push(waiting);
    this.#patienceTimer ??= setTimeout(() => this.#rejectImpatient(), PATIENCE_CHECK_MS).unref();
    // Not at once: requests that were read from their sockets together are written together.
    if (this.#running < this.#options.concurrency) setImmediate(() => this.#startBatch());
    // Nor for long behind a batch that is held up by another account.
    this.#hurryTimer ??= setTimeout(() => this.#hurry(), MAX_WAIT_MS).unref();
    return waiting.promise;
  }

  /** Resolves when everything that was taken on is written or refused. */
  async drain(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    this.#idle ??= Promise.withResolvers<void>();
    await this.#idle.promise;
  }

  #hurry(): void {
    this.#hurryTimer = null;
    this.#startBatch(1);
  }

  #startBatch(fewest = WORTH_A_BATCH): void {
    const isWorthwhile = this.#waiting.length >= (this.#running === 0 ? 1 : fewest);
    if (!isWorthwhile || this.#running >= this.#options.concurrency) return;
    this.#running++;
    const batch = this.#waiting
      .splice(0, this.#options.maxBatch)
      .filter((waiting) => !this.#isImpatient(waiting));
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
          resolve(ownedVerdict(lead, verdicts[index] as Verdict));
        }
        return;
      } catch (error) {
        if (isRowAtFault(error)) return this.#writeApart(batch, error as Error);
        this.#options.onRetry(error as Error);
        batch = batch.filter((waiting) => !this.#isImpatient(waiting));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** One lead the database refuses fails alone: halves are tried until it stands by itself. */
  async #writeApart(batch: readonly Waiting[], error: Error): Promise<void> {
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
      // A wait for the standby that was cancelled ends in success with a warning: that is no acknowledgement. By its
      // code, because its severity comes in the server's language.
      if (code !== '00000') warning = overloaded();
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

  /** Whoever has waited too long is asked to come again. A write that is under way is left to end: it is never
   * cancelled, and the same request again finds out how it ended. */
  #rejectImpatient(): void {
    for (const waiting of this.#inFlight.values()) {
      if (!this.#isImpatient(waiting)) break;
      waiting.reject(overloaded());
    }
    this.#patienceTimer =
      this.#inFlight.size === 0 ? null : setTimeout(() => this.#rejectImpatient(), PATIENCE_CHECK_MS).unref();
  }

  #isImpatient({ since }: Waiting): boolean {
    return performance.now() - since > this.#options.patienceMs;
  }
}

const requestOf = ({ accountId, fingerprint }: LeadToWrite): string => `${accountId} ${fingerprint}`;

/** A batch whose commit was in doubt is written again; what it had stored then meets itself. */
const ownedVerdict = (lead: LeadToWrite, verdict: Verdict): Verdict =>
  verdict.kind === 'repeated' && verdict.leadId === lead.leadId ? { kind: 'stored' } : verdict;
