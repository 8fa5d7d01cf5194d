// Has messages read on threads of their own, so that the process that takes leads in never waits for a model. Every
// question is answered within its time: by the model, or by saying why not.

import type { Assessment, Clause, NoAssessment } from '@leadline/engine';
import './disable-telemetry.ts';
import { type Question, ReadingThread } from './reading-thread.ts';

export interface AssessorOptions {
  readonly threads: number;
  /** How long a lead may be kept waiting. */
  readonly deadlineMs: number;
  /** In place of the packaged weights; the same model all the same. */
  readonly modelFile?: string;
  /** Hears of threads that failed to start or died. */
  readonly onTrouble: (why: string) => void;
}

export interface Assessor {
  /** `now` is when the lead came in. */
  readonly assess: (clauses: readonly Clause[], now: Date) => Promise<Assessment | NoAssessment>;
  /** Null: at least one thread reads. Otherwise why none does. */
  readonly trouble: () => string | null;
  readonly close: () => Promise<void>;
}

/** Resolves when every thread reads or has failed to start: the service goes on either way. */
export async function startAssessor({
  threads: count,
  deadlineMs,
  modelFile,
  onTrouble,
}: AssessorOptions): Promise<Assessor> {
  const waiting = new Map<number, Question>();
  let lastId = 0;
  const threads = Array.from({ length: count }, () => new ReadingThread(modelFile, onTrouble, handOver));
  const trouble = (): string | null =>
    threads.some(({ isReady }) => isReady) ? null : (threads[0]?.trouble ?? 'there is no thread');

  /** The newest first: under overload the oldest are those whose time is up anyway. */
  function handOver(): void {
    for (const thread of threads) {
      if (waiting.size === 0) return;
      const { room } = thread;
      if (room <= 0) continue;
      const questions = [...waiting.values()].slice(-room).reverse();
      for (const { id } of questions) waiting.delete(id);
      thread.ask(questions);
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
        handOver();
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
