// Logs recent intake requests to help people connect a form. Intake only adds a request to a queue, which costs one map
// lookup; the queue is written once a second. The log is a debugging aid, not a complete record: of an account that sends
// many leads, one now and then is enough, and requests that can't be written are dropped.

import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ErrorCode } from '@leadline/contract/errors';
import { type AllowanceOptions, Allowances } from '../../platform/base/allowances.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId } from '../../platform/base/ids.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseDown } from '../../platform/db/is-database-down.ts';
import { isRowAtFault } from '../../platform/db/is-row-at-fault.ts';
import { type CleanBody, cleanBody, MAX_BODY_BYTES, toText } from './clean-body.ts';
import { CLEAN_BODIES } from './compute-tasks.ts';
import { hideKeys } from './remove-secrets.ts';
import { type RequestToWrite, writeRequests } from './write-requests.ts';

export interface RequestToLog {
  readonly accountId: string;
  /** The account whose computing time is used to clean the body. */
  readonly liveAccountId: string;
  readonly path: string;
  readonly contentType: string;
  /** Null if the body was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly error: string | null;
  /** Null if the request was rejected. */
  readonly leadId: string | null;
  /** Null for requests from the dashboard. */
  readonly keyId: string | null;
  /** The form tool whose payload it is; see unwrap in the engine. */
  readonly tool: string | null;
}

export interface RequestLogOptions {
  readonly intervalMs?: number;
  /** How long a write waits for large bodies to be cleaned. */
  readonly maxCleaningMs?: number;
  /** Called once per write, with the first error. */
  readonly onError?: (error: Error) => void;
  readonly onDropped?: (requests: number) => void;
  /** Gets requests that can't be written yet, or not in this database. Queues them again by default. */
  readonly postpone?: (requests: readonly QueuedRequest[]) => void;
}

export interface QueuedRequest extends RequestToLog {
  readonly id: string;
  readonly isCut: boolean;
}

/** The queue of one account. */
interface Queue {
  readonly accepted: QueuedRequest[];
  readonly rejected: QueuedRequest[];
}

type CleanBodies = ReadonlyMap<QueuedRequest, CleanBody>;

/** Per account, between two writes. In a flood of requests, only the first few are logged. */
const MAX_ACCEPTED = 20;
const MAX_REJECTED = 50;
/** Rows in one statement. */
const MAX_WRITTEN = 200;
/** Across all accounts. */
const MAX_QUEUED = 2_000;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** In bytes. Cleaning a body of this size takes less than a millisecond; larger ones are cleaned on a compute thread. */
const MAX_SMALL_BODY = 2_000;
/** How many bodies a compute thread cleans before other accounts get a turn. */
const CLEANED_AT_ONCE = 10;
/** An account that has many tasks waiting gets its turn too late; its large bodies are dropped then. */
const MAX_CLEANING_MS = 5_000;
const MAX_TYPE_LENGTH = 200;
/** Limits how long the log can delay a shutdown. */
const MAX_CLOSING_MS = 5_000;

/** Of accepted requests. The first ones show how an account's leads look; of a stream of them, one now and then is enough to see
 * that they still come. */
export const LOGGED_SUCCESSES: AllowanceOptions = { burst: 20, perSecond: 1 / 10 };

export class RequestLog {
  readonly #db: Database;
  readonly #compute: ComputePool;
  readonly #options: Required<RequestLogOptions>;
  #queues = new Map<string, Queue>();
  #requests = 0;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #deadline = Number.POSITIVE_INFINITY;
  readonly #pace = new Allowances(LOGGED_SUCCESSES);
  /** Accounts whose large bodies are being cleaned, perhaps since an earlier write. */
  readonly #cleaning = new Set<string>();

  constructor(db: Database, compute: ComputePool, options: RequestLogOptions = {}) {
    this.#db = db;
    this.#compute = compute;
    this.#options = {
      intervalMs: 1_000,
      maxCleaningMs: MAX_CLEANING_MS,
      onError: () => {},
      onDropped: () => {},
      postpone: (requests) => this.takeBack(requests),
      ...options,
    };
  }

  /** Call this after the response has been sent. */
  add(request: RequestToLog): void {
    const { accountId, leadId, body } = request;
    if (leadId !== null && !this.#pace.take(accountId)) return;
    const queue = this.#queueOf(accountId);
    if (isFull(queue, leadId)) return;
    if (this.#requests >= MAX_QUEUED || this.#bytes >= MAX_QUEUED_BYTES) {
      this.#options.onDropped(1);
      return;
    }
    const isLong = body !== null && body.length > MAX_BODY_BYTES;
    // Copied, because a slice would keep the whole buffer in memory.
    const kept = isLong ? Buffer.from(body.subarray(0, MAX_BODY_BYTES)) : body;
    this.#enqueue(queue, { ...request, id: makeId(), body: kept, isCut: body === null || isLong });
  }

  #enqueue(queue: Queue, request: QueuedRequest): void {
    (request.leadId === null ? queue.rejected : queue.accepted).push(request);
    this.#requests++;
    this.#bytes += request.body?.length ?? 0;
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.intervalMs).unref();
  }

  /** Resolves when everything queued so far has been written or dropped. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    this.#deadline = performance.now() + MAX_CLOSING_MS;
    await this.flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#requests > 0) this.#options.onDropped(this.#requests);
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const queues = this.#queues;
    this.#queues = new Map();
    const errors: Error[] = [];
    let dropped = 0;
    let isOver = false;
    const accounts = [...queues].map(([accountId, { accepted, rejected }]) => {
      const requests = [...accepted, ...rejected];
      return { accountId, requests, large: requests.filter(isLarge) };
    });
    // All accounts at once, so that none waits for another's turn on the compute threads.
    const until = Math.min(performance.now() + this.#options.maxCleaningMs, this.#deadline);
    const cleaned = new Map(
      accounts
        .filter(({ large }) => large.length > 0)
        .map(({ accountId, large }) => [accountId, this.#cleanLarge(accountId, large, until, errors)]),
    );
    const write = async (requests: readonly QueuedRequest[], large: CleanBodies): Promise<void> => {
      this.#requests -= requests.length;
      this.#bytes -= requests.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
      // If the database is unreachable, don't try again for the others.
      isOver ||= errors.some(isDatabaseDown) || performance.now() > this.#deadline;
      dropped += isOver ? requests.length : await this.#writeTogether(requests, large, errors);
    };
    const small = accounts.filter(({ large }) => large.length === 0).flatMap(({ requests }) => requests);
    for (let from = 0; from < small.length; from += MAX_WRITTEN)
      await write(small.slice(from, from + MAX_WRITTEN), NOTHING_CLEANED);
    for (const { accountId, requests } of accounts) {
      const large = await cleaned.get(accountId);
      if (large !== undefined) await write(requests, large);
    }
    if (dropped > 0) this.#options.onDropped(dropped);
    if (errors[0] !== undefined) this.#options.onError(errors[0]);
  }

  /** Returns how many requests were dropped. */
  async #writeTogether(
    requests: readonly QueuedRequest[],
    large: CleanBodies,
    errors: Error[],
  ): Promise<number> {
    try {
      const bodies = await addSmallBodies(requests, large);
      const kept = requests.filter((request) => bodies.has(request));
      const rows = kept.map((request) => toWrite(request, bodies.get(request) as CleanBody));
      const dropped = requests.length - kept.length;
      if (rows.length === 0) return dropped;
      const postponed = await writeRequests(this.#db, rows);
      this.#options.postpone(kept.filter(({ accountId }) => postponed.has(accountId)));
      return dropped;
    } catch (error) {
      errors.push(error as Error);
      if (requests.length === 1 || !isFaultOfOneRequest(error)) return requests.length;
      // Keep splitting, so that only the faulty request is dropped.
      const middle = requests.length >> 1;
      const first = await this.#writeTogether(requests.slice(0, middle), large, errors);
      return first + (await this.#writeTogether(requests.slice(middle), large, errors));
    }
  }

  /** Leaves out requests that the account has no computing time left for, and those that aren't clean in time. */
  async #cleanLarge(
    accountId: string,
    requests: readonly QueuedRequest[],
    until: number,
    errors: Error[],
  ): Promise<CleanBodies> {
    const clean = new Map<QueuedRequest, CleanBody>();
    // A task can't be taken back, so an account that is behind doesn't get more of them.
    if (this.#cleaning.has(accountId)) return clean;
    this.#cleaning.add(accountId);
    const cleaning = this.#cleanInParts(requests, clean, until)
      .catch((error: Error) => void errors.push(error))
      .finally(() => this.#cleaning.delete(accountId));
    const timeout = new AbortController();
    const late = sleep(Math.max(0, until - performance.now()), undefined, { signal: timeout.signal });
    await Promise.race([cleaning, late.catch(() => {})]);
    timeout.abort();
    return new Map(clean); // what is cleaned later is not written
  }

  async #cleanInParts(
    requests: readonly QueuedRequest[],
    clean: Map<QueuedRequest, CleanBody>,
    until: number,
  ): Promise<void> {
    for (let from = 0; from < requests.length && performance.now() < until; from += CLEANED_AT_ONCE) {
      const part = requests.slice(from, from + CLEANED_AT_ONCE);
      const input = part.map(({ body, isCut }) => ({ bytes: new Uint8Array(body ?? NO_BODY), isCut }));
      const account = (part[0] as QueuedRequest).liveAccountId;
      const bodies = await this.#compute.run(account, CLEAN_BODIES, input).catch(dropIfBusy);
      for (const [index, request] of part.entries())
        if (bodies[index] !== undefined) clean.set(request, bodies[index]);
    }
  }

  /** Queues requests again that couldn't be written yet. */
  takeBack(requests: readonly QueuedRequest[]): void {
    for (const request of requests) {
      const queue = this.#queueOf(request.accountId);
      if (isFull(queue, request.leadId)) this.#options.onDropped(1);
      else this.#enqueue(queue, request);
    }
  }

  #queueOf(accountId: string): Queue {
    const queue = this.#queues.get(accountId) ?? { accepted: [], rejected: [] };
    this.#queues.set(accountId, queue);
    return queue;
  }
}

/** The database rejected the row, or `toWrite` threw. */
const isFaultOfOneRequest = (error: unknown): boolean =>
  isRowAtFault(error) || !(isDatabaseDown(error) || 'code' in (error as Error));

const isFull = ({ accepted, rejected }: Queue, leadId: string | null): boolean =>
  leadId === null ? rejected.length >= MAX_REJECTED : accepted.length >= MAX_ACCEPTED;

const NO_BODY = Buffer.alloc(0);
const NOTHING_CLEANED: CleanBodies = new Map();

const isLarge = ({ body }: QueuedRequest): boolean => body !== null && body.length > MAX_SMALL_BODY;

async function addSmallBodies(requests: readonly QueuedRequest[], large: CleanBodies): Promise<CleanBodies> {
  const clean = new Map(large);
  for (const request of requests) {
    if (isLarge(request)) continue;
    clean.set(request, cleanBody({ bytes: request.body ?? NO_BODY, isCut: request.isCut }));
    await yieldToEventLoop();
  }
  return clean;
}

/** Out of computing time, or shutting down. */
function dropIfBusy(error: unknown): CleanBody[] {
  if (error instanceof DomainError) return [];
  throw error;
}

function toWrite(
  { accountId, id, path, contentType, status, code, error, leadId, keyId, tool }: QueuedRequest,
  { body, isCut }: CleanBody,
): RequestToWrite {
  return {
    accountId,
    id,
    path,
    contentType: hideKeys(toText(contentType.slice(0, MAX_TYPE_LENGTH))),
    body,
    isCut,
    status,
    code,
    error: error === null ? null : hideKeys(toText(error)),
    leadId,
    keyId,
    tool,
  };
}
