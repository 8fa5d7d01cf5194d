// Reads messages on worker threads, so the model never blocks the process that receives leads. Every call is answered
// by its deadline, with an assessment or the reason why there isn't one.

import type { Assessment, Clause, NoAssessment } from '@leadline/engine';
import './disable-telemetry.ts';
import { type PendingLead, ReadingThread } from './reading-thread.ts';

export interface AssessorOptions {
  readonly threads: number;
  /** How long a lead may wait for its assessment. */
  readonly deadlineMs: number;
  /** Replaces the shipped embedding.onnx; must have the same checksum. */
  readonly modelFile?: string;
  /** Called when a thread fails to start or dies. */
  readonly onTrouble: (why: string) => void;
}

export interface Assessor {
  /** `now` is when the lead was received. */
  readonly assess: (clauses: readonly Clause[], now: Date) => Promise<Assessment | NoAssessment>;
  /** Why no thread is running, or null if at least one is. */
  readonly trouble: () => string | null;
  readonly close: () => Promise<void>;
}

/** Resolves once every thread is ready or has failed to start. The service runs either way. */
export async function startAssessor({
  threads: count,
  deadlineMs,
  modelFile,
  onTrouble,
}: AssessorOptions): Promise<Assessor> {
  const waiting = new Map<number, PendingLead>();
  let lastId = 0;
  const threads = Array.from({ length: count }, () => new ReadingThread(modelFile, onTrouble, dispatch));
  const trouble = (): string | null =>
    threads.some(({ isReady }) => isReady) ? null : (threads[0]?.trouble ?? 'no threads configured');

  /** Newest first, because under overload the oldest leads are about to time out anyway. */
  function dispatch(): void {
    for (const thread of threads) {
      if (waiting.size === 0) return;
      const { capacity } = thread;
      if (capacity <= 0) continue;
      const leads = [...waiting.values()].slice(-capacity).reverse();
      for (const { id } of leads) waiting.delete(id);
      thread.read(leads);
    }
  }

  await Promise.all(threads.map((thread) => thread.start()));
  return {
    trouble,
    assess: (clauses, now) => {
      if (trouble() !== null) return Promise.resolve({ missing: 'unavailable' });
      return new Promise((answer) => {
        const id = ++lastId;
        const timer = setTimeout(() => {
          waiting.delete(id);
          answer({ missing: 'busy' });
        }, deadlineMs);
        waiting.set(id, { id, clauses, now, answer, timer });
        dispatch();
      });
    },
    close: async () => {
      for (const { answer, timer } of waiting.values()) {
        clearTimeout(timer);
        answer({ missing: 'unavailable' });
      }
      waiting.clear();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
