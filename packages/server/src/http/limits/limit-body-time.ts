// Requires request bodies to arrive within 30 seconds, so that a slow sender can't hold a connection forever. File
// uploads may take longer as long as data keeps coming at a reasonable rate.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endWith } from '../framework/raw-http.ts';

const MAX_MS = 30_000;
const CHECK_MS = 30_000;
/** 4 KiB a second, which any line can manage. */
const MIN_BYTES_BETWEEN_CHECKS = 120 * 1024;

export function limitBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = (request: FastifyRequest): void => clearTimeout(timers.get(request));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done();
    const giveUp = (): void => endWith(raw.socket, 'request_timeout');
    if (request.routeOptions.config.streamsBody) timers.set(request, watchRate(raw, giveUp));
    else timers.set(request, setTimeout(giveUp, MAX_MS));
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config.streamsBody) clear(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clear(request);
    done();
  });
}

function watchRate(request: IncomingMessage, giveUp: () => void): NodeJS.Timeout {
  const { socket } = request;
  let before = socket.bytesRead;
  return setInterval(() => {
    // Once everything has arrived, the sender waits for us.
    if (!request.complete && socket.bytesRead - before < MIN_BYTES_BETWEEN_CHECKS) giveUp();
    before = socket.bytesRead;
  }, CHECK_MS).unref();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is streamed and may take as long as it needs. */
    streamsBody?: true;
  }
}
