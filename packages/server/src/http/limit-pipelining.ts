// Closes connections that send many requests without waiting for the responses. Node would start all of them at once,
// before it looks at any other connection.

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Clients that pipeline at all send a few requests ahead. */
const MAX_PENDING = 20;

export function limitPipelining(app: FastifyInstance): void {
  const pending = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (pending.get(socket) ?? 0) + 1;
    pending.set(socket, count);
    if (socket.destroyed || count > MAX_PENDING) {
      socket.destroy();
      reply.hijack();
      return;
    }
    reply.raw.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
    done();
  });
}
