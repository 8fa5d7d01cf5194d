// Rejects requests of accounts that have used up their time on the main thread, before their body is read.

import type { FastifyInstance } from 'fastify';
import type { MainThread } from '../compute/main-thread.ts';

/** They have no body, and what they cost doesn't depend on what the caller sends. */
const READS = new Set(['GET', 'HEAD']);

/** Call this before adding routes. */
export function limitMainThread(app: FastifyInstance, mainThread: MainThread): void {
  // Runs once the caller is known.
  app.addHook('preParsing', ({ caller, method }, _reply, payload, done) => {
    try {
      if (caller !== null && !READS.has(method)) mainThread.requireAllowance(caller.liveAccountId);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}
