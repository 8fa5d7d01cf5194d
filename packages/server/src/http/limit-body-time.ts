// Requires request bodies to arrive within 30 seconds, so that a slow sender can't hold a connection forever. File
// uploads may take longer as long as data keeps coming.

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endWith } from './raw-http.ts';

const MAX_MS = 30_000;
const MAX_SILENCE_MS = 30_000;

export function limitBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = (request: FastifyRequest): void => clearTimeout(timers.get(request));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done();
    const giveUp = (): void => endWith(raw.socket, 'request_timeout');
    if (request.routeOptions.config.streamsBody) timers.set(request, watchSilence(raw.socket, giveUp));
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

function watchSilence(socket: Socket, giveUp: () => void): NodeJS.Timeout {
  let before = socket.bytesRead;
  return setInterval(() => {
    if (socket.bytesRead === before) giveUp();
    before = socket.bytesRead;
  }, MAX_SILENCE_MS).unref();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is streamed and may take as long as it needs. */
    streamsBody?: true;
  }
}
