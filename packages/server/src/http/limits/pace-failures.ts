// Answers failed requests late if an account or a network keeps sending them while this process is busy. Turning a
// request away costs about as much as a simple answer, so a client that ignores errors could keep the process busy with
// its errors alone. Clients wait for a response before they send the next request on the same connection, so a late
// response slows them down.

import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Allowances } from '../../platform/base/allowances.ts';
import { clientNetwork } from '../../platform/base/client-network.ts';

/** Answered at once, so that a form tool that retries a few times doesn't notice. */
const BURST = 100;
const PER_SECOND = 20;
/** Of everyone without an account together, because anyone can have many addresses. */
const STRANGERS = { burst: 400, perSecond: 100 };
/** Less than the silence after which a connection is closed; see limitMemory. */
const MAX_DELAY_MS = 10_000;
/** The share of time in which the event loop had something to do. */
const BUSY = 0.5;
const CHECK_BUSY_MS = 250;

/** Returns a function that counts a failed request and says for how many milliseconds to delay its response. */
export function makePace({ burst, perSecond } = { burst: BURST, perSecond: PER_SECOND }) {
  const allowances = new Allowances({ burst, perSecond, maxDebt: (MAX_DELAY_MS / 1000) * perSecond });
  return (sender: string, now = performance.now()): number => {
    allowances.use(sender, 1, now);
    return allowances.secondsInDebt(sender, now) * 1000;
  };
}

export function paceFailures(app: FastifyInstance, isBusy = watchEventLoop(app)): void {
  const delay = makePace();
  const delayStrangers = makePace(STRANGERS);
  const delayOf = (request: FastifyRequest): number => {
    const { caller, rejectedAccount, ip } = request;
    const account = caller?.liveAccountId ?? rejectedAccount;
    return account !== null ? delay(account) : Math.max(delay(clientNetwork(ip)), delayStrangers('all'));
  };
  const held = new Set<() => void>();
  let isClosing = false;
  app.addHook('onSend', (request, reply, payload, done) => {
    const delayMs = isSendersFault(reply.statusCode) ? delayOf(request) : 0;
    if (delayMs === 0 || isClosing || !isBusy()) return done(null, payload);
    const release = (): void => {
      if (!held.delete(release)) return;
      clearTimeout(timer);
      reply.raw.off('close', release);
      done(null, payload);
    };
    const timer = setTimeout(release, delayMs);
    held.add(release);
    reply.raw.once('close', release);
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const release of held) release();
    done();
  });
}

/** After an outage, clients that got a 503 should find out at once that leads are stored again. */
const isSendersFault = (status: number): boolean => status >= 400 && status < 500;

function watchEventLoop(app: FastifyInstance): () => boolean {
  let last = performance.eventLoopUtilization();
  let isBusy = false;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, last).utilization > BUSY;
    last = now;
  }, CHECK_BUSY_MS).unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
  return () => isBusy;
}
