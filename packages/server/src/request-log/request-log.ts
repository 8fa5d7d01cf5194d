// Logs recent intake requests to help people connect a form. Intake only adds a request to a queue, which costs one map
// lookup; the queue is written once a second. The log is a debugging aid, not a complete record: excess requests are
// skipped, and requests that can't be written are dropped.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ErrorCode } from '@leadline/contract/errors';
import { makeId } from '../base/ids.ts';
import { enterAccount, SYSTEM } from '../db/account-scope.ts';
import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { isRowAtFault } from '../db/is-row-at-fault.ts';
import { hideKeys, removeSecrets } from './remove-secrets.ts';
import { type RequestToWrite, writeRequests } from './write-requests.ts';

export interface RequestToLog {
  readonly accountId: string;
  readonly path: string;
  readonly contentType: string;
  /** Null if the body was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly error: string | null;
  /** Null if the request was rejected. */
  readonly leadId: string | null;
}

export interface RequestLogOptions {
  readonly intervalMs?: number;
  /** Called once per write, with the first error. */
  readonly onError?: (error: Error) => void;
  readonly onDropped?: (requests: number) => void;
}

interface QueuedRequest extends RequestToLog {
  readonly id: string;
  readonly isCut: boolean;
}

/** The queue of one account. */
interface Queue {
  readonly accepted: QueuedRequest[];
  readonly rejected: QueuedRequest[];
}

/** Per account, between two writes. In a flood of requests, only the first few are logged. */
const MAX_ACCEPTED = 20;
const MAX_REJECTED = 50;
/** Across all accounts. */
const MAX_QUEUED = 2_000;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
const MAX_BODY_LENGTH = 16_000;
/** A character takes up to four bytes, and the last one may be incomplete. */
const MAX_BODY_BYTES = 4 * MAX_BODY_LENGTH + 4;
const MAX_TYPE_LENGTH = 200;
/** Limits how long the log can delay a shutdown. */
const MAX_CLOSING_MS = 5_000;

export class RequestLog {
  readonly #db: Database;
  readonly #options: Required<RequestLogOptions>;
  #queues = new Map<string, Queue>();
  #requests = 0;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #deadline = Number.POSITIVE_INFINITY;

  constructor(db: Database, options: RequestLogOptions = {}) {
    this.#db = db;
    this.#options = { intervalMs: 1_000, onError: () => {}, onDropped: () => {}, ...options };
  }

  /** Call this after the response has been sent. */
  add(request: RequestToLog): void {
    const { accountId, leadId, body } = request;
    let queue = this.#queues.get(accountId);
    if (queue !== undefined && isFull(queue, leadId)) return;
    if (this.#requests >= MAX_QUEUED || this.#bytes >= MAX_QUEUED_BYTES) {
      this.#options.onDropped(1);
      return;
    }
    if (queue === undefined) {
      queue = { accepted: [], rejected: [] };
      this.#queues.set(accountId, queue);
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
    for (const [accountId, { accepted, rejected }] of queues) {
      const requests = [...accepted, ...rejected];
      this.#requests -= requests.length;
      this.#bytes -= requests.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
      // If the database is unreachable, don't try again for each account.
      isOver ||= errors.some(isDatabaseAway) || performance.now() > this.#deadline;
      dropped += isOver ? requests.length : await this.#writeAccount(accountId, requests, errors);
    }
    if (dropped > 0) this.#options.onDropped(dropped);
    if (errors[0] !== undefined) this.#options.onError(errors[0]);
  }

  /** Returns how many requests were dropped. */
  async #writeAccount(
    accountId: string,
    requests: readonly QueuedRequest[],
    errors: Error[],
  ): Promise<number> {
    try {
      const rows: RequestToWrite[] = [];
      for (const request of requests) {
        rows.push(toWrite(request));
        await yieldToEventLoop(); // cleaning a long body takes a millisecond
      }
      return (await enterAccount(this.#db, { accountId, actor: SYSTEM }, (scope) =>
        writeRequests(scope, rows),
      ))
        ? 0
        : this.#requeue(accountId, requests);
    } catch (error) {
      errors.push(error as Error);
      if (requests.length === 1 || !isFaultOfOneRequest(error)) return requests.length;
      // Write them one by one so that only the faulty request is dropped.
      let dropped = 0;
      for (const request of requests) dropped += await this.#writeAccount(accountId, [request], errors);
      return dropped;
    }
  }

  #requeue(accountId: string, requests: readonly QueuedRequest[]): number {
    const queue = this.#queues.get(accountId) ?? { accepted: [], rejected: [] };
    this.#queues.set(accountId, queue);
    let dropped = 0;
    for (const request of requests) {
      if (isFull(queue, request.leadId)) dropped++;
      else this.#enqueue(queue, request);
    }
    return dropped;
  }
}

/** The database rejected the row, or `toWrite` threw. */
const isFaultOfOneRequest = (error: unknown): boolean =>
  isRowAtFault(error) || !(isDatabaseAway(error) || 'code' in (error as Error));

const isFull = ({ accepted, rejected }: Queue, leadId: string | null): boolean =>
  leadId === null ? rejected.length >= MAX_REJECTED : accepted.length >= MAX_ACCEPTED;

function toWrite({
  id,
  path,
  contentType,
  body,
  isCut,
  status,
  code,
  error,
  leadId,
}: QueuedRequest): RequestToWrite {
  const clean = removeSecrets(toText(body?.toString('utf8').replace(/^\ufeff/, '') ?? ''));
  const shown = takeCharacters(clean, MAX_BODY_LENGTH);
  return {
    id,
    path,
    contentType: hideKeys(toText(contentType.slice(0, MAX_TYPE_LENGTH))),
    body: shown,
    isCut: isCut || shown.length < clean.length,
    status,
    code,
    error: error === null ? null : hideKeys(toText(error)),
    leadId,
  };
}

/** PostgreSQL cannot store NUL or unpaired surrogates. */
const toText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function takeCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
