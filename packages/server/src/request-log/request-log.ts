// What came in lately, for whoever connects a form. Intake hands over and goes on: a request costs it a look at a map, and
// once a second what was handed over is written down. It is a help and no record: what is too much is left out, what
// cannot be written is dropped.

import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { ErrorCode } from '@leadline/contract/errors';
import { makeId } from '../base/ids.ts';
import { enterAccount, SYSTEM } from '../db/account-scope.ts';
import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { isRowAtFault } from '../db/is-row-at-fault.ts';
import { hideKeys, removeSecrets } from './remove-secrets.ts';
import { type ReceivedToWrite, writeReceived } from './write-requests.ts';

export interface RequestToKeep {
  readonly accountId: string;
  readonly path: string;
  readonly contentType: string;
  /** Null: it was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly error: string | null;
  /** Null: it was rejected. */
  readonly leadId: string | null;
}

export interface RequestLogOptions {
  readonly everyMs?: number;
  /** Of the first failure of a writing. */
  readonly onError?: (error: Error) => void;
  readonly onDropped?: (requests: number) => void;
}

interface Waiting extends RequestToKeep {
  readonly id: string;
  readonly isCut: boolean;
}

interface Shelf {
  readonly taken: Waiting[];
  readonly refused: Waiting[];
}

/** Of an account, between two writings: of a flood, the first ones. */
const MAX_TAKEN = 20;
const MAX_REFUSED = 50;
/** Of all accounts. */
const MAX_WAITING = 2_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const MAX_BODY_LENGTH = 16_000;
/** Characters have four bytes at most, and the last one may be in pieces. */
const MAX_BODY_BYTES = 4 * MAX_BODY_LENGTH + 4;
const MAX_TYPE_LENGTH = 200;
/** At the end, so that a process that is told to stop does. */
const MAX_CLOSING_MS = 5_000;

export class RequestLog {
  readonly #db: Database;
  readonly #options: Required<RequestLogOptions>;
  #shelves = new Map<string, Shelf>();
  #requests = 0;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #until = Number.POSITIVE_INFINITY;

  constructor(db: Database, options: RequestLogOptions = {}) {
    this.#db = db;
    this.#options = { everyMs: 1_000, onError: () => {}, onDropped: () => {}, ...options };
  }

  /** To be called after the answer. */
  add(request: RequestToKeep): void {
    const { accountId, leadId, body } = request;
    let shelf = this.#shelves.get(accountId);
    if (shelf !== undefined && isFull(shelf, leadId)) return;
    if (this.#requests >= MAX_WAITING || this.#bytes >= MAX_WAITING_BYTES) {
      this.#options.onDropped(1);
      return;
    }
    if (shelf === undefined) {
      shelf = { taken: [], refused: [] };
      this.#shelves.set(accountId, shelf);
    }
    const isLong = body !== null && body.length > MAX_BODY_BYTES;
    // A copy, because a part of a buffer would keep the whole.
    const kept = isLong ? Buffer.from(body.subarray(0, MAX_BODY_BYTES)) : body;
    this.#put(shelf, { ...request, id: makeId(), body: kept, isCut: body === null || isLong });
  }

  #put(shelf: Shelf, waiting: Waiting): void {
    (waiting.leadId === null ? shelf.refused : shelf.taken).push(waiting);
    this.#requests++;
    this.#bytes += waiting.body?.length ?? 0;
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.everyMs).unref();
  }

  /** Resolves when everything that was handed over before is written down or dropped. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    this.#until = performance.now() + MAX_CLOSING_MS;
    await this.flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#requests > 0) this.#options.onDropped(this.#requests);
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const shelves = this.#shelves;
    this.#shelves = new Map();
    const failed: Error[] = [];
    let dropped = 0;
    let isOver = false;
    for (const [accountId, { taken, refused }] of shelves) {
      const waiting = [...taken, ...refused];
      this.#requests -= waiting.length;
      this.#bytes -= waiting.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
      // A database that is away is not asked again and again for each account.
      isOver ||= failed.some(isDatabaseAway) || performance.now() > this.#until;
      dropped += isOver ? waiting.length : await this.#writeOf(accountId, waiting, failed);
    }
    if (dropped > 0) this.#options.onDropped(dropped);
    if (failed[0] !== undefined) this.#options.onError(failed[0]);
  }

  /** Says how many were lost. */
  async #writeOf(accountId: string, waiting: readonly Waiting[], failed: Error[]): Promise<number> {
    try {
      const requests: ReceivedToWrite[] = [];
      for (const each of waiting) {
        requests.push(toWrite(each));
        await letOthersGo(); // a long one takes a millisecond
      }
      return (await enterAccount(this.#db, { accountId, actor: SYSTEM }, (scope) =>
        writeReceived(scope, requests),
      ))
        ? 0
        : this.#putBack(accountId, waiting);
    } catch (error) {
      failed.push(error as Error);
      if (waiting.length === 1 || !isFaultOfOne(error)) return waiting.length;
      // It is lost alone.
      let lost = 0;
      for (const each of waiting) lost += await this.#writeOf(accountId, [each], failed);
      return lost;
    }
  }

  #putBack(accountId: string, waiting: readonly Waiting[]): number {
    const shelf = this.#shelves.get(accountId) ?? { taken: [], refused: [] };
    this.#shelves.set(accountId, shelf);
    let lost = 0;
    for (const each of waiting) {
      if (isFull(shelf, each.leadId)) lost++;
      else this.#put(shelf, each);
    }
    return lost;
  }
}

/** The database refuses it, or it could not even be made ready. */
const isFaultOfOne = (error: unknown): boolean =>
  isRowAtFault(error) || !(isDatabaseAway(error) || 'code' in (error as Error));

const isFull = ({ taken, refused }: Shelf, leadId: string | null): boolean =>
  leadId === null ? refused.length >= MAX_REFUSED : taken.length >= MAX_TAKEN;

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
}: Waiting): ReceivedToWrite {
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

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const toText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function takeCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let taken = 0; taken < most && end < text.length; taken++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
