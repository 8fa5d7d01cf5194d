// Charges the main thread's time to the caller it is spent on, and rejects callers who have used up their share before
// their body is read: accounts by their own allowance, callers without one by their network and all together, because
// anyone can have many addresses. Large bodies take turns besides.

import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Allowances } from '../../platform/base/allowances.ts';
import { clientNetwork } from '../../platform/base/client-network.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { FairQueue } from '../../platform/base/fair-queue.ts';
import { cpuAllowances } from '../../platform/compute/cpu-allowance.ts';
import { type MainThread, msSince } from '../../platform/compute/main-thread.ts';

type Payer = Pick<FastifyRequest, 'caller' | 'ip'>;

/** Reading a sign-in takes 0.05 ms. */
const OF_A_NETWORK = { burstMs: 500, msPerSecond: 50 };
const OF_ALL_STRANGERS = { burstMs: 1_000, msPerSecond: 200 };
const ALL = 'all';

/** Reading less than this takes well below a millisecond. */
const LARGE_BYTES = 16 * 1024;

/** They have no body, and a query is short. */
const READS = new Set(['GET', 'HEAD']);

export class MainThreadShares {
  readonly #mainThread: MainThread;
  readonly #networks: Allowances;
  readonly #strangers: Allowances;
  readonly #now: () => number;
  /** How many wait is limited by their bytes (limit-memory.ts). */
  readonly #largeBodies = new FairQueue({ maxRunning: 1, maxRunningPerAccount: 1, maxWaitingPerAccount: 0 });

  constructor(mainThread: MainThread, now = () => performance.now()) {
    this.#mainThread = mainThread;
    this.#now = now;
    this.#networks = cpuAllowances(OF_A_NETWORK);
    this.#strangers = cpuAllowances(OF_ALL_STRANGERS);
  }

  requireAllowance({ caller, ip }: Payer): void {
    if (caller !== null) {
      this.#mainThread.requireAllowance(caller.liveAccountId);
      return;
    }
    const seconds = Math.max(
      this.#networks.secondsUntilAllowed(clientNetwork(ip), this.#now()),
      this.#strangers.secondsUntilAllowed(ALL, this.#now()),
    );
    if (seconds > 0)
      throw new DomainError('rate_limited', 'too many requests without a key or session; try again later', {
        retryAfterSeconds: Math.ceil(seconds),
      });
  }

  /** Reads a body that has arrived. Of large ones, at most one is read in each round of the event loop, so that other
   * callers are served in between, and no more once the allowance is used up: many may have been admitted before the first
   * of them was charged. */
  async readBody<T>(payer: Payer, bytes: number, read: () => T): Promise<T> {
    if (bytes < LARGE_BYTES) return this.run(payer, read);
    const owner = payer.caller?.liveAccountId ?? clientNetwork(payer.ip);
    return this.#largeBodies.runUnbounded(owner, async () => {
      await nextRound();
      this.requireAllowance(payer);
      return this.run(payer, read);
    });
  }

  run<T>(payer: Payer, work: () => T): T {
    const stop = this.start(payer);
    try {
      return work();
    } finally {
      stop();
    }
  }

  /** For work that doesn't end where it starts. Returns a function to call at its end. */
  start({ caller, ip }: Payer): () => void {
    if (caller !== null) return this.#mainThread.start(caller.liveAccountId);
    const start = process.threadCpuUsage();
    return () => {
      const ms = msSince(start);
      this.#networks.use(clientNetwork(ip), ms, this.#now());
      this.#strangers.use(ALL, ms, this.#now());
    };
  }
}

/** Call this before adding routes, and after other hooks that run before validation. */
export function limitMainThread(app: FastifyInstance, shares: MainThreadShares): void {
  // Runs once the caller is known.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    try {
      if (!READS.has(request.method)) shares.requireAllowance(request);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
  // Fastify validates between these hooks; after an error, it skips the second.
  const validating = new WeakMap<FastifyRequest, () => void>();
  const stop = (request: FastifyRequest): void => {
    validating.get(request)?.();
    validating.delete(request);
  };
  app.addHook('preValidation', (request, _reply, done) => {
    validating.set(request, shares.start(request));
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    stop(request);
    done();
  });
  app.addHook('onError', (request, _reply, _error, done) => {
    stop(request);
    done();
  });
}
