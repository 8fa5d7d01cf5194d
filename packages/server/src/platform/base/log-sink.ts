// Writes lines to standard output and never waits for it. A disk may be full, a reader may be gone, or alive and not reading:
// lines then wait up to a limit, and what exceeds it is dropped and counted.

import { close, constants, fstatSync, openSync, readFileSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isMainThread } from 'node:worker_threads';

/** Pipes take this much in one piece or not at all, so that lines of several threads never mix. */
const CHUNK_BYTES = 4_096;
/** About 4,000 lines. */
const MAX_WAITING_BYTES = 1_048_576;
/** Writing each line separately would cost more than scoring a lead. */
const MAX_AGE_MS = 1_000;
const FIRST_RETRY_MS = 10;
const MAX_RETRY_MS = 1_000;
/** At the end, a reader that goes on reading gets everything that it can read in this time… */
const MAX_CLOSING_MS = 1_000;
/** … and one that doesn't is given up sooner. */
const MAX_STALL_MS = 300;

interface Chunk {
  text: string;
  bytes: number;
}

export class LogSink {
  readonly #output = openStandardOutput();
  readonly #describeDropped: (lines: number) => string;
  readonly #chunks: Chunk[] = [];
  /** What is being written, or is to be written first: the file system can take a part. */
  #current: Buffer | null = null;
  #waitingBytes = 0;
  #isWriting = false;
  /** Whether what waits is to be written even if it is less than a chunk. */
  #isDue = false;
  #isDropping = false;
  #unreported = 0;
  #dropped = 0;
  #retryMs = FIRST_RETRY_MS;
  #timer: NodeJS.Timeout | null = null;
  /** Whether the timer is that of a write that failed. */
  #isResting = false;
  #closing: { readonly end: () => void; progressAt: number } | null = null;
  #isClosed = false;

  /** `describeDropped` returns a line that says how many were dropped. */
  constructor(describeDropped: (lines: number) => string) {
    this.#describeDropped = describeDropped;
    process.on('exit', this.#writeRest);
  }

  /** Lines dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    this.#isDropping ||= this.#waitingBytes + bytes > MAX_WAITING_BYTES;
    if (this.#isClosed || this.#isDropping) {
      this.#unreported++;
      this.#dropped++;
    } else this.#add(line, bytes);
    if (this.#isClosed) return;
    if (this.#waitingBytes >= CHUNK_BYTES) this.#pump();
    else this.#schedule(MAX_AGE_MS);
  }

  /** Writes what waits, as far as the reader takes it in time. Lines that come later are dropped. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isDue = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closing = { end: resolve, progressAt: performance.now() };
    const deadline = setTimeout(resolve, MAX_CLOSING_MS);
    this.#clearTimer();
    this.#retryMs = FIRST_RETRY_MS;
    this.#pump();
    await promise;
    clearTimeout(deadline);
    this.#clearTimer();
    this.#closing = null;
    process.off('exit', this.#writeRest);
    if (this.#output.fd > 2 && !this.#isWriting) close(this.#output.fd, () => {});
  }

  #add(line: string, bytes = Buffer.byteLength(line)): void {
    const last = this.#chunks.at(-1);
    if (last === undefined || last.bytes + bytes > CHUNK_BYTES) this.#chunks.push({ text: line, bytes });
    else {
      last.text += line;
      last.bytes += bytes;
    }
    this.#waitingBytes += bytes;
  }

  #schedule(ms: number): void {
    if (this.#timer !== null || this.#isWriting) return;
    this.#timer = setTimeout(() => {
      this.#clearTimer();
      this.#isDue = true;
      this.#pump();
    }, ms).unref();
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isResting = false;
  }

  #pump(): void {
    if (this.#isWriting || this.#isResting) return;
    this.#clearTimer();
    if (this.#isDropping && this.#waitingBytes <= MAX_WAITING_BYTES / 2) this.#reportDropped();
    this.#current ??= this.#takeChunk();
    if (this.#current === null) {
      this.#isDue = false;
      this.#closing?.end();
      return;
    }
    if (this.#output.neverBlocks) this.#writeAtOnce(this.#current);
    else this.#writeInThread(this.#current);
  }

  #writeAtOnce(chunk: Buffer): void {
    let written: number;
    try {
      written = writeSync(this.#output.fd, chunk);
    } catch {
      this.#retry();
      return;
    }
    this.#advance(written);
  }

  /** A disk can stall. If the process ends before a thread got to it, the chunk is lost. */
  #writeInThread(chunk: Buffer): void {
    this.#isWriting = true;
    write(this.#output.fd, chunk, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#advance(written);
      else this.#retry();
    });
  }

  #takeChunk(): Buffer | null {
    const chunk = this.#chunks.shift();
    return chunk === undefined ? null : Buffer.from(chunk.text);
  }

  #advance(written: number): void {
    const { length } = this.#current as Buffer;
    this.#current = written < length ? (this.#current as Buffer).subarray(written) : null;
    this.#waitingBytes -= written;
    this.#retryMs = FIRST_RETRY_MS;
    if (this.#closing !== null) this.#closing.progressAt = performance.now();
    if (this.#isDue || this.#waitingBytes >= CHUNK_BYTES) this.#pump();
    else if (this.#waitingBytes > 0 || this.#isDropping) this.#schedule(MAX_AGE_MS);
  }

  /** Nobody reads (EAGAIN), the disk is full, the reader is gone: each of them can pass, and none is worth an error. */
  #retry(): void {
    if (this.#closing !== null && performance.now() - this.#closing.progressAt > MAX_STALL_MS) {
      this.#closing.end();
      return;
    }
    const ms = this.#retryMs;
    this.#retryMs = this.#isClosed ? ms : Math.min(MAX_RETRY_MS, 2 * ms);
    this.#schedule(ms);
    this.#isResting = true;
  }

  #reportDropped(): void {
    this.#isDropping = false;
    this.#add(this.#describeDropped(this.#unreported));
    this.#unreported = 0;
  }

  /** For a process that ends without closing its log, for example after an error at its start. */
  readonly #writeRest = (): void => {
    try {
      if (this.#isWriting) this.#current = null; // by another thread
      for (let next = this.#current ?? this.#takeChunk(); next !== null; next = this.#takeChunk())
        while (next.length > 0) next = next.subarray(writeSync(this.#output.fd, next));
    } catch {
      // There is nobody left to tell.
    }
  };
}

/** A write that blocks would also keep the process from ending, because Node waits for its threads. Node makes pipes and
 * sockets non-blocking, but a program that shares them, such as npm, can undo that. So we open a pipe or terminal again
 * for ourselves, where the system lets us. */
function openStandardOutput(): { fd: number; neverBlocks: boolean } {
  if (isMainThread) void process.stdout; // Node makes it non-blocking when it is first used, for all threads
  try {
    if (isatty(1) || fstatSync(1).isFIFO()) {
      const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
      return { fd: openSync('/proc/self/fd/1', flags), neverBlocks: true };
    }
    return { fd: 1, neverBlocks: fstatSync(1).isSocket() && isNonBlocking(1) };
  } catch {
    // Not Linux, no access, or a pipe without a reader.
    return { fd: 1, neverBlocks: false };
  }
}

function isNonBlocking(fd: number): boolean {
  const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
  return (Number.parseInt(flags ?? '0', 8) & constants.O_NONBLOCK) !== 0;
}
