// A body has half a minute to arrive: a sender that trickles must not hold a connection for good. Uploads of files may
// take as long as they go on.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endWith } from './raw-http.ts';

const LONGEST_MS = 30_000;
const LONGEST_SILENCE_MS = 30_000;

export function limitBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = (request: FastifyRequest): void => clearTimeout(timers.get(request));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done();
    if (request.routeOptions.config.takesFiles) {
      raw.socket.setTimeout(LONGEST_SILENCE_MS, () => endWith(raw.socket, 'request timeout'));
    } else {
      timers.set(
        request,
        setTimeout(() => endWith(raw.socket, 'request timeout'), LONGEST_MS),
      );
    }
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    clear(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clear(request);
    if (request.routeOptions.config.takesFiles) request.raw.socket.setTimeout(0);
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that is read as it comes, for as long as it comes. */
    takesFiles?: true;
  }
}
