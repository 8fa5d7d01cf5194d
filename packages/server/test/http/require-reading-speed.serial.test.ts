// A client has to read a streamed response at a minimum speed, unless the service is the slower one.

import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { requireReadingSpeed } from '../../src/http/framework/require-reading-speed.ts';

const KIB = 1024;
const CHECK_MS = 100;
const CHUNKS = 500;

let app: FastifyInstance;
let closed: string[];
beforeEach(async () => {
  closed = [];
  app = fastify({ forceCloseConnections: true });
  const serve = (path: string, chunks: () => AsyncGenerator<Buffer>): void => {
    app.get(path, (_request, reply) => {
      requireReadingSpeed(reply.raw, { bytesPerSecond: 512 * KIB, maxBytesBehind: 2 * KIB * KIB }, CHECK_MS);
      return reply.send(
        Readable.from(chunks(), { objectMode: false }).once('close', () => closed.push(path)),
      );
    });
  };
  serve('/large', async function* () {
    for (let count = 0; count < CHUNKS; count++) yield Buffer.alloc(64 * KIB);
  });
  serve('/slow', async function* () {
    for (let count = 0; count < 10; count++) {
      await sleep(5 * CHECK_MS);
      yield Buffer.from('a few bytes');
    }
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

function request(path: string): Socket {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

test('a client that reads a stream too slowly is disconnected, and the stream ends', async () => {
  const socket = request('/large');
  let bytes = 0;
  const reading = setInterval(() => {
    bytes += (socket.read(1_000) as Buffer | null)?.length ?? 0;
  }, 20);
  onTestFinished(() => clearInterval(reading));
  await expect.poll(() => closed, { timeout: 10_000 }).toEqual(['/large']);
  expect(bytes).toBeGreaterThan(0);
});

test('a client that reads a stream fast enough gets all of it', async () => {
  let bytes = 0;
  const socket = request('/large');
  // A few megabytes per second, so that it takes several bursts.
  const reading = setInterval(() => {
    bytes += (socket.read() as Buffer | null)?.length ?? 0;
  }, 10);
  onTestFinished(() => clearInterval(reading));
  await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(CHUNKS * 64 * KIB);
});

test('a client that waits for a slow stream stays connected', async () => {
  let text = '';
  request('/slow')
    .resume()
    .on('data', (chunk) => {
      text += String(chunk);
    });
  await expect.poll(() => text.split('a few bytes').length, { timeout: 20_000 }).toBe(11);
  expect(text).toContain('\r\n0\r\n\r\n');
});
