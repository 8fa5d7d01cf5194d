// Answers a change to the directory once the account's own database knows about it: somebody who removes a colleague or creates a key
// sees the effect in the next answer, whichever database that comes from.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Courier {
  syncPending(): Promise<unknown>;
}

/** If that database is down, the answer doesn't wait for it. */
const MAX_WAIT_MS = 1_000;

/** Call this before adding routes. */
export function waitForCourier(app: FastifyInstance, courier: Courier): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!mayChangeDirectory(request)) return done(null, payload);
    const isLate = sleep(MAX_WAIT_MS, undefined, { ref: false });
    Promise.race([courier.syncPending(), isLate])
      .catch(() => {}) // tried again soon
      .then(() => done(null, payload));
  });
}

const mayChangeDirectory = ({ method, signedIn, url }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && (signedIn !== null || url.startsWith('/api/auth/'));
