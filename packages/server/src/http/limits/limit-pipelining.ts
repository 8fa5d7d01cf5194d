// Closes connections that send many requests without waiting for the responses. Node starts all of them at once, before it
// looks at any other connection.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Clients that pipeline at all send a few requests ahead. */
const MAX_PENDING = 20;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Before Fastify sees the requests, because a closed connection can still have hundreds in its buffer. */
export function limitPipelining(server: Server): void {
  const listeners = server.listeners('request') as Listener[];
  const pending = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (pending.get(socket) ?? 0) + 1;
    pending.set(socket, count);
    if (count > MAX_PENDING) {
      socket.destroy();
      return;
    }
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
