// Closes the connection of a client that reads a streamed response too slowly: until it ends, the response takes memory
// and counts as in progress.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ReadingSpeed {
  readonly bytesPerSecond: number;
  /** How far a client may fall behind. */
  readonly maxBytesBehind: number;
}

/** However steadily a client reads, the operating system may accept up to 1.6 MB from us at once and then nothing for a
 * while. A client that reads next to nothing is disconnected after two minutes. */
const MIN_SPEED: ReadingSpeed = { bytesPerSecond: 16 * 1024, maxBytesBehind: 2 * 1024 * 1024 };
const CHECK_MS = 5_000;

export function requireReadingSpeed(
  response: ServerResponse,
  { bytesPerSecond, maxBytesBehind }: ReadingSpeed = MIN_SPEED,
  checkMs = CHECK_MS,
): void {
  const { socket } = response;
  if (socket === null) return;
  let last = measure(socket);
  let bytesBehind = 0;
  const checking = setInterval(() => {
    const now = measure(socket);
    const expected = (bytesPerSecond * (now.at - last.at)) / 1000;
    bytesBehind = Math.max(0, bytesBehind + expected - (now.bytesSent - last.bytesSent));
    last = now;
    if (socket.writableLength === 0) bytesBehind = 0; // the client has read everything, so it's waiting for us
    if (bytesBehind > maxBytesBehind) socket.destroy();
  }, checkMs).unref();
  response.once('close', () => clearInterval(checking));
}

const measure = (socket: Socket): { readonly at: number; readonly bytesSent: number } => ({
  at: performance.now(),
  bytesSent: socket.bytesWritten - socket.writableLength,
});
