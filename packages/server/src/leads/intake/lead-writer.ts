// Group commit: leads that arrive while a batch is being written go into the next one, so many leads cost one statement
// and one commit. A lead's promise never resolves before the commit. Leads are also scored when their batch starts, one
// after the other, so that the engine's tables stay in the caches.
//
// A batch waits for the locks of its accounts, which an import or a batch of leads can hold for seconds. So that other
// accounts don't wait with it, an account is only in one batch at a time, and one that turns out to be locked is written
// alone, on a connection for that purpose, until its queue is empty.

import type pg from 'pg';
import { DomainError, overloaded } from '../../platform/base/domain-error.ts';
import { isAccountElsewhere } from '../../platform/db/account-elsewhere.ts';
import { isLockTimeout } from '../../platform/db/is-lock-timeout.ts';
import { isRowAtFault } from '../../platform/db/is-row-at-fault.ts';
import { LeadQueue } from './lead-queue.ts';
import { type LeadToWrite, type Verdict, writeLeads } from './write-leads.ts';

export interface LeadWriterOptions {
  /** How many batches may run at once: one can execute while another waits for its commit. */
  readonly concurrency?: number;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerAccount?: number;
  /** For accounts that are locked. Without it, a batch waits however long its accounts are locked. The other pool needs
   * a lock timeout. */
  readonly lockedPool?: pg.Pool | null;
  /** How long a lead waits for an unreachable database before the sender is told to retry. */
  readonly timeoutMs?: number;
  readonly onBatch?: (leads: number, seconds: number) => void;
  readonly onRetry?: (error: Error) => void;
  /** Gets leads of an account that isn't in this database. It has to let another writer adopt them, or reject them. */
  readonly onElsewhere?: (leads: readonly Waiting[]) => void;
}

/** Enough to find the same request again. */
type LeadRequest = Pick<LeadToWrite, 'accountId' | 'leadId' | 'fingerprint' | 'bodyHash'>;

/** A small lead that is scored when its batch starts. */
export interface UnscoredLead extends LeadRequest {
  scoreToWrite(): LeadToWrite;
}

export interface Waiting extends PromiseWithResolvers<Verdict> {
  readonly lead: LeadToWrite | UnscoredLead;
  /** Null until its batch starts. */
  row: LeadToWrite | null;
  readonly bytes: number;
  readonly since: number;
}

/** While a batch is running, a group smaller than this waits for it to finish: a statement costs as much as ten
 * leads. */
const MIN_PARALLEL_BATCH = 32;

/** The longest such a group waits. Most batches finish sooner. */
const MAX_BATCH_DELAY_MS = 30;

/** Nobody else is answered while a batch is scored. An ordinary batch takes less. */
const MAX_SCORING_MS = 20;

const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** More than most small leads take. */
const UNSCORED_BYTES = 4 * 1024;

/** How often to expire waiting leads. */
const TIMEOUT_CHECK_MS = 250;

/** What requests need of the writer. */
export type LeadWriting = Pick<LeadWriter, 'write' | 'inFlight'>;

export class LeadWriter {
  readonly #pool: pg.Pool;
  readonly #options: Required<LeadWriterOptions>;
  readonly #queue = new LeadQueue<Waiting>();
  /** The accounts that are being written, each with its batch. */
  readonly #writing = new Map<string, readonly Waiting[]>();
  readonly #locked = new Set<string>();
  #isWritingLocked = false;
  /** Keyed by request, oldest first. */
  readonly #inFlight = new Map<string, Waiting>();
  #running = 0;
  #isStarting = false;
  #timeoutTimer: NodeJS.Timeout | null = null;
  #smallBatchTimer: NodeJS.Timeout | null = null;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(pool: pg.Pool, options: LeadWriterOptions = {}) {
    this.#pool = pool;
    this.#options = {
      concurrency: 2,
      maxBatch: 128,
      maxWaiting: 10_000,
      maxWaitingPerAccount: 2_500,
      lockedPool: null,
      timeoutMs: 5_000,
      onBatch: () => {},
      onRetry: () => {},
      onElsewhere: (leads) => {
        for (const waiting of leads) this.#reject(waiting, overloaded());
      },
      ...options,
    };
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Returns the same request if this process is already writing it. It must not be written twice in parallel. */
  inFlight(lead: LeadRequest): Waiting | null {
    return this.#inFlight.get(requestOf(lead)) ?? null;
  }

  /** Rejects with `overloaded` if the database is unreachable for too long or the queue is full, with `rate_limited` if
   * the account has too many leads in the queue or used up its CPU time, and with the database's own error if a lead
   * can't be stored. After
   * `overloaded` the lead may or may not have been stored; the sender finds out by repeating the request. */
  write(lead: LeadToWrite | UnscoredLead): Promise<Verdict> {
    const request = requestOf(lead);
    if (this.#inFlight.has(request)) throw new Error('the same request is in flight');
    const full = this.#findFull(lead.accountId);
    if (full !== null) return Promise.reject(full);
    const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
    const row = 'scoreToWrite' in lead ? null : lead;
    const bytes = row === null ? UNSCORED_BYTES : row.leadJson.length + row.scoredJson.length;
    this.adopt({ lead, row, bytes, since: performance.now(), promise, resolve, reject });
    return promise;
  }

  /** Goes on with a lead that another writer released. */
  adopt(waiting: Waiting): void {
    const { lead } = waiting;
    this.#inFlight.set(requestOf(lead), waiting);
    this.#queue.add(waiting);
    this.#timeoutTimer ??= setTimeout(() => this.#rejectTimedOut(), TIMEOUT_CHECK_MS).unref();
    if (this.#running < this.#options.concurrency || this.#locked.has(lead.accountId)) this.#startSoon();
    this.#limitBatchDelay();
  }

  /** Gives up a lead that `onElsewhere` got. Until then, it counts as in flight here. */
  release(waiting: Waiting): void {
    this.#forget(waiting);
  }

  /** The running batch may be blocked by another account, so don't wait for it too long. */
  #limitBatchDelay(): void {
    this.#smallBatchTimer ??= setTimeout(() => this.#startSmallBatch(), MAX_BATCH_DELAY_MS).unref();
  }

  /** Deferred so that requests arriving together end up in one batch. */
  #startSoon(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      // Score another batch for the other connection, but let requests be answered first.
      if (this.#startBatches() && this.#running < this.#options.concurrency) this.#startSoon();
    });
  }

  /** Resolves when every accepted lead has been written or rejected. */
  async drain(): Promise<void> {
    if (this.#isIdle()) return;
    this.#idle ??= Promise.withResolvers<void>();
    await this.#idle.promise;
  }

  #startSmallBatch(): void {
    this.#smallBatchTimer = null;
    this.#startBatches(1);
  }

  /** Null if another lead of this account can wait. When the queue is full, accounts with more than an equal share of
   * it are rejected. */
  #findFull(account: string): DomainError | null {
    const { maxWaiting, maxWaitingPerAccount } = this.#options;
    const waiting = this.#queue.sizeOf(account);
    if (
      this.#queue.size >= maxWaiting &&
      waiting >= Math.floor(maxWaiting / Math.max(1, this.#queue.accounts))
    )
      return overloaded('too many leads are waiting to be stored; please try again in a moment');
    return waiting < maxWaitingPerAccount
      ? null
      : new DomainError('rate_limited', 'too many leads of this account are waiting to be stored', {
          retryAfterSeconds: 2,
        });
  }

  #isIdle(): boolean {
    return this.#running === 0 && !this.#isWritingLocked && this.#queue.size === 0;
  }

  /** Returns whether there was enough for a batch. */
  #startBatches(minParallel = MIN_PARALLEL_BATCH): boolean {
    this.#startLocked();
    return this.#startBatch(minParallel);
  }

  #startBatch(minParallel: number): boolean {
    if (this.#running >= this.#options.concurrency) return false;
    const isEligible = (account: string): boolean =>
      !this.#writing.has(account) && !this.#locked.has(account);
    let eligible = this.#queue.size;
    for (const account of new Set([...this.#writing.keys(), ...this.#locked]))
      eligible -= this.#queue.sizeOf(account);
    if (eligible < (this.#running === 0 ? 1 : minParallel)) return false;
    this.#running++;
    const limits = { maxLeads: this.#options.maxBatch, maxBytes: MAX_BATCH_BYTES };
    this.#write(this.#queue.take(limits, isEligible), this.#pool, () => {
      this.#running--;
    });
    return true;
  }

  /** Writes the leads of one locked account. */
  #startLocked(): void {
    const { lockedPool, maxBatch } = this.#options;
    if (lockedPool === null || this.#isWritingLocked) return;
    for (const account of this.#locked) {
      const limits = { maxLeads: maxBatch, maxBytes: MAX_BATCH_BYTES };
      const batch = this.#queue.take(limits, (name) => name === account);
      this.#locked.delete(account);
      if (batch.length === 0) continue;
      this.#locked.add(account); // at the end, so that locked accounts take turns
      this.#isWritingLocked = true;
      this.#write(batch, lockedPool, () => {
        this.#isWritingLocked = false;
      });
      return;
    }
  }

  #write(batch: readonly Waiting[], pool: pg.Pool, onEnd: () => void): void {
    const ready = this.#scoreBatch(batch);
    const accounts = accountsOf(ready);
    for (const account of accounts) this.#writing.set(account, ready);
    void this.#writeBatch(ready, pool).finally(() => {
      // An account that was set apart may be in another batch by now.
      for (const account of accounts) if (this.#writing.get(account) === ready) this.#writing.delete(account);
      onEnd();
      this.#startBatches();
      if (this.#queue.size > 0) this.#limitBatchDelay();
      if (!this.#isIdle()) return;
      this.#idle?.resolve();
      this.#idle = null;
    });
  }

  /** Returns the leads that could be scored. What takes too long is left to the next batch. */
  #scoreBatch(batch: readonly Waiting[]): Waiting[] {
    const latest = performance.now() + MAX_SCORING_MS;
    const ready: Waiting[] = [];
    for (const [place, waiting] of batch.entries()) {
      if (place > 0 && performance.now() > latest) {
        this.#queue.putBack(batch.slice(place));
        break;
      }
      if (!this.#rejectIfTimedOut(waiting) && this.#score(waiting)) ready.push(waiting);
    }
    return ready;
  }

  async #writeBatch(batch: readonly Waiting[], pool: pg.Pool): Promise<void> {
    for (let pauseMs = 20; batch.length > 0; pauseMs = Math.min(pauseMs * 2, 500)) {
      try {
        const started = performance.now();
        const verdicts = await this.#writeOnce(
          batch.map(({ row }) => row as LeadToWrite),
          pool,
        );
        this.#options.onBatch(batch.length, (performance.now() - started) / 1000);
        for (const [index, waiting] of batch.entries()) {
          this.#forget(waiting);
          waiting.resolve(recognizeOwnLead(waiting.lead, verdicts[index] as Verdict));
        }
        return;
      } catch (error) {
        if (isRowAtFault(error)) return this.#writeHalves(batch, error as Error, pool);
        if (isLockTimeout(error) && this.#options.lockedPool !== null)
          return this.#setLockedApart(batch, pool);
        if (isAccountElsewhere(error)) return this.#handOverElsewhere(batch, pool);
        this.#options.onRetry(error as Error);
        batch = batch.filter((waiting) => !this.#rejectIfTimedOut(waiting));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** Keeps splitting the batch until the lead that the database rejects is on its own, so that only that lead fails. */
  async #writeHalves(batch: readonly Waiting[], error: Error, pool: pg.Pool): Promise<void> {
    if (batch.length === 1) {
      this.#reject(batch[0] as Waiting, error);
      return;
    }
    const middle = batch.length >> 1;
    await this.#writeBatch(batch.slice(0, middle), pool);
    await this.#writeBatch(batch.slice(middle), pool);
  }

  /** Tries each account on its own, so that only those that are really locked have to wait. */
  async #setLockedApart(batch: readonly Waiting[], pool: pg.Pool): Promise<void> {
    const byAccount = Map.groupBy(batch, ({ lead }) => lead.accountId);
    if (byAccount.size > 1) {
      for (const leads of byAccount.values()) await this.#writeBatch(leads, pool);
      return;
    }
    for (const account of byAccount.keys()) {
      this.#queue.putBack(batch);
      this.#locked.add(account);
      this.#writing.delete(account);
    }
    this.#startLocked();
  }

  /** Tries each account on its own, so that only those that are really elsewhere are handed over. */
  async #handOverElsewhere(batch: readonly Waiting[], pool: pg.Pool): Promise<void> {
    const byAccount = Map.groupBy(batch, ({ lead }) => lead.accountId);
    if (byAccount.size === 1) this.#options.onElsewhere(batch);
    else for (const leads of byAccount.values()) await this.#writeBatch(leads, pool);
  }

  async #writeOnce(leads: readonly LeadToWrite[], pool: pg.Pool): Promise<Verdict[]> {
    const client = await pool.connect();
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
      client.release(!isRowAtFault(error) && !isLockTimeout(error) && !isAccountElsewhere(error));
      throw error;
    }
  }

  /** Asks senders to retry if they have waited too long. A write in progress is never canceled, so a sender that
   * retries gets its result. */
  #rejectTimedOut(): void {
    for (const waiting of this.#inFlight.values()) {
      if (!this.#rejectIfTimedOut(waiting)) break;
    }
    this.#timeoutTimer =
      this.#inFlight.size === 0 ? null : setTimeout(() => this.#rejectTimedOut(), TIMEOUT_CHECK_MS).unref();
  }

  #rejectIfTimedOut(waiting: Waiting): boolean {
    const hasTimedOut = performance.now() - waiting.since > this.#options.timeoutMs;
    if (hasTimedOut) this.#reject(waiting, overloaded());
    return hasTimedOut;
  }

  /** Returns false if the lead can't be scored. Only that lead fails then. */
  #score(waiting: Waiting): boolean {
    try {
      waiting.row ??= (waiting.lead as UnscoredLead).scoreToWrite();
      return true;
    } catch (error) {
      this.#reject(waiting, error);
      return false;
    }
  }

  #reject(waiting: Waiting, error: unknown): void {
    this.#forget(waiting);
    waiting.reject(error);
  }

  /** After a timeout, the sender may have repeated the request, which is then in flight itself. */
  #forget(waiting: Waiting): void {
    const request = requestOf(waiting.lead);
    if (this.#inFlight.get(request) === waiting) this.#inFlight.delete(request);
  }
}

const accountsOf = (batch: readonly Waiting[]): Set<string> =>
  new Set(batch.map(({ lead }) => lead.accountId));

/** Identifies a request among those in flight. */
export const requestOf = ({ accountId, fingerprint }: LeadRequest): string => `${accountId} ${fingerprint}`;

/** If we don't know whether a commit succeeded, the batch is written again. A lead that was stored the first time then
 * comes back as a duplicate of itself. */
const recognizeOwnLead = (lead: LeadRequest, verdict: Verdict): Verdict =>
  verdict.kind === 'repeated' && verdict.leadId === lead.leadId ? { kind: 'stored' } : verdict;
