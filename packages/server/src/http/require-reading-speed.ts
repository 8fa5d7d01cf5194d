// Closes the connection of a client that reads a streamed response too slowly: until it ends, the response takes memory
// and counts as in progress.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ReadingSpeed {
  readonly bytesPerSecond: number;
  /** The speed is averaged over this time. */
  readonly windowMs: number;
}

/** The operating system takes up to 1.6 MB from us at once, however steadily the client reads, so that much must fit into
 * one window. */
const MIN_SPEED: ReadingSpeed = { bytesPerSecond: 16 * 1024, windowMs: 120_000 };
const CHECKS_PER_WINDOW = 12;

/** The response must be sent in chunks that are much smaller than what a client reads in one window. */
export function requireReadingSpeed(
  response: ServerResponse,
  { bytesPerSecond, windowMs }: ReadingSpeed = MIN_SPEED,
): void {
  const { socket } = response;
  if (socket === null) return;
  let start = measure(socket);
  const checking = setInterval(() => {
    const now = measure(socket);
    const elapsedMs = now.at - start.at;
    if (socket.writableLength === 0) {
      start = now; // the client has read everything, so it's waiting for us
    } else if (elapsedMs >= windowMs) {
      if (now.bytesRead - start.bytesRead < (bytesPerSecond * elapsedMs) / 1000) socket.destroy();
      start = now;
    }
  }, windowMs / CHECKS_PER_WINDOW).unref();
  response.once('close', () => clearInterval(checking));
}

const measure = (socket: Socket): { readonly at: number; readonly bytesRead: number } => ({
  at: performance.now(),
  bytesRead: socket.bytesWritten - socket.writableLength,
});
