// Reads and scores the rows of imports on threads of their own, so that rows are prepared while others are being stored,
// and the worker's own thread stays free to do that. See docs/decisions/0025-import-turns.md.

import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { Deadline } from '../../platform/compute/deadline.ts';
import type { SliceForThread } from './import-thread.ts';
import { type PackedSlice, unpackSlice } from './packed-slice.ts';
import type { PreparedSlice, SliceToPrepare } from './prepare-slice.ts';

/** Scoring takes twice as long as storing, so a second thread pays even on two cores. */
const THREADS = Math.min(2, availableParallelism());
/** A slice of 128 KiB takes 8 MB at most, the engine's tables 20 MB. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 24 };
/** Frees the memory of the threads while there is nothing to import. */
const IDLE_MS = 30_000;
/** No slice takes more than a second of CPU time. All imports share the threads, so one that never ended would stop them
 * all. A starved machine needs more. */
const DEADLINE_MS = 60_000;

/** A thread ran out of memory or time, ended or could not start, which counts as a crash of the import. */
export class ThreadCrashed extends Error {}

export class ImportThreads {
  readonly #threads: Piscina<SliceForThread, PackedSlice>;

  readonly #deadlineMs: number;

  constructor(resourceLimits: ResourceLimits = THREAD_MEMORY, deadlineMs = DEADLINE_MS) {
    this.#deadlineMs = deadlineMs;
    this.#threads = new Piscina({
      filename: new URL('import-thread.ts', import.meta.url).href,
      name: 'prepareAndPack',
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits,
      atomics: 'disabled',
      recordTiming: false,
    });
    // Without a listener, an error of a thread that is already being replaced would end the process.
    this.#threads.on('error', () => {});
  }

  async prepare(slice: SliceToPrepare): Promise<PreparedSlice> {
    const deadline = new Deadline(this.#deadlineMs);
    try {
      // Copied, because the bytes are part of a larger buffer, all of which would be sent.
      const copy = { ...slice, bytes: new Uint8Array(slice.bytes), begun: deadline.begun };
      return unpackSlice(await this.#threads.run(copy, { signal: deadline.signal }));
    } catch (error) {
      if (deadline.isOver) throw new ThreadCrashed('a slice of an import took too long', { cause: error });
      if (!isCrash(error)) throw error;
      throw new ThreadCrashed('an import thread crashed', { cause: error });
    } finally {
      deadline.clear();
    }
  }

  close(): Promise<void> {
    return this.#threads.destroy();
  }
}

/** Rather than an error that the thread threw. */
const isCrash = (error: unknown): boolean =>
  /^ERR_WORKER_/.test((error as NodeJS.ErrnoException).code ?? '') ||
  /^(?:Terminating worker thread|Worker exited|worker exited)/.test((error as Error).message);
