// Reads messages on worker threads, so the model never blocks the process that receives leads. Every call is answered
// by its deadline, with an assessment or the reason why there isn't one.

import type { Assessment, Clause, NoAssessment } from '@leadline/engine';
import './disable-telemetry.ts';
import { FairWaiting } from './fair-waiting.ts';
import { loadHeads } from './heads-file.ts';
import { makePrepare, type Prepare } from './prepare-lead.ts';
import { type PendingLead, ReadingThread } from './reading-thread.ts';

export interface AssessorOptions {
  readonly threads: number;
  /** How long a lead may wait for its assessment. */
  readonly deadlineMs: number;
  /** How long a thread may be silent before it is replaced. */
  readonly maxSilenceMs?: number;
  /** Replaces the shipped embedding.onnx; must have the same checksum. */
  readonly modelFile?: string;
  /** Called when a thread fails to start or dies. */
  readonly onTrouble: (why: string) => void;
}

export interface Assessor {
  /** `now` is when the lead was received. Accounts take turns; without one, all leads share a turn. */
  readonly assess: (
    clauses: readonly Clause[],
    now: Date,
    account?: string,
  ) => Promise<Assessment | NoAssessment>;
  /** Why no thread is running, or null if at least one is. */
  readonly trouble: () => string | null;
  /** Whether the model is being loaded for the first time. Until then, leads are answered with `unavailable`. */
  readonly isLoading: () => boolean;
  readonly close: () => Promise<void>;
}

/** Resolves once every thread is ready or has failed to start. The service runs either way. */
export async function startAssessor(options: AssessorOptions): Promise<Assessor> {
  const { assessor, loaded } = loadAssessor(options);
  await loaded;
  return assessor;
}

/** Can be used at once, while the model is still being loaded. */
export function loadAssessor({
  threads: count,
  deadlineMs,
  maxSilenceMs,
  modelFile,
  onTrouble,
}: AssessorOptions): {
  readonly assessor: Assessor;
  /** Resolves once every thread is ready or has failed to start. */
  readonly loaded: Promise<void>;
} {
  const waiting = new FairWaiting<PendingLead>();
  let lastId = 0;
  let prepare: Prepare | null = null;
  const threads = Array.from(
    { length: count },
    () =>
      new ReadingThread({
        modelFile,
        maxSilenceMs,
        prepare: () => prepare,
        onTrouble,
        onReady: loadPrepare,
        onCapacity: dispatch,
      }),
  );
  const trouble = (): string | null =>
    threads.some(({ isReady }) => isReady) ? null : (threads[0]?.trouble ?? 'no threads configured');

  function loadPrepare(): void {
    try {
      prepare ??= makePrepare(loadHeads().commonWords);
    } catch {
      // Then the threads prepare leads themselves.
    }
  }

  function dispatch(): void {
    for (const thread of threads) {
      if (waiting.isEmpty) return;
      if (thread.capacity > 0) thread.read(waiting.take(thread.capacity));
    }
  }

  let isLoading = true;
  const loaded = Promise.all(threads.map((thread) => thread.start())).then(() => {
    isLoading = false;
  });
  const assessor: Assessor = {
    trouble,
    isLoading: () => isLoading && trouble() !== null,
    assess: (clauses, now, account = '') => {
      if (trouble() !== null) return Promise.resolve({ missing: 'unavailable' });
      return new Promise((answer) => {
        const id = ++lastId;
        const timer = setTimeout(() => {
          waiting.delete({ id, account });
          answer({ missing: 'busy' });
        }, deadlineMs);
        waiting.add({ id, account, clauses, now, answer, timer });
        dispatch();
      });
    },
    close: async () => {
      for (const { answer, timer } of waiting.clear()) {
        clearTimeout(timer);
        answer({ missing: 'unavailable' });
      }
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
  return { assessor, loaded };
}
