// Connections whose client doesn't read its answers are closed, and answers in memory are limited by account.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../src/accounts/profile/caller.ts';
import { limitMemory } from '../../src/http/limits/limit-memory.ts';

const MIB = 1024 * 1024;

describe('callers without an account', () => {
  const KIB = 1024;

  /** Requests to /held wait until the test ends. */
  function start(): FastifyInstance {
    const app = fastify();
    app.decorateRequest('caller', null);
    app.addHook('onRequest', async (request) => {
      const { account } = request.headers;
      if (typeof account === 'string') request.caller = { liveAccountId: account } as Caller;
    });
    const accounts = { perAccount: 100 * KIB, total: 100 * KIB };
    limitMemory(app, accounts, 60_000, { perAccount: 100 * KIB, total: 400 * KIB });
    const held = Promise.withResolvers<string>();
    app.get('/held', () => held.promise);
    app.get('/', () => 'done');
    onTestFinished(async () => {
      held.resolve('done');
      await app.close();
    });
    return app;
  }
  const hold = (app: FastifyInstance, remoteAddress: string): void =>
    void app.inject({ url: '/held', remoteAddress }).then(() => {});
  const ask = async (app: FastifyInstance, remoteAddress: string, account?: string): Promise<string> =>
    (await app.inject({ url: '/', remoteAddress, headers: account === undefined ? {} : { account } })).body;

  test('share an allowance with their whole network', async () => {
    const app = start();
    for (let i = 1; i <= 6; i++) hold(app, `2001:db8::${i}`);
    await sleep(50);
    expect(await ask(app, '2001:db8::ffff')).toContain('too much data in progress');
    expect(await ask(app, '2001:db8:0:1::1')).toBe('done');
  });

  test('do not shrink the share of accounts, however many they are', async () => {
    const app = start();
    for (let i = 1; i <= 40; i++) hold(app, `2001:db8:0:${i}::1`);
    for (let i = 1; i <= 4; i++) void app.inject({ url: '/held', headers: { account: 'a' } }).then(() => {});
    await sleep(50);
    expect(await ask(app, '2001:db8:0:1::2')).toContain('too much data in progress');
    expect(await ask(app, '2001:db8:0:1::2', 'a')).toBe('done');
  });
});

describe('a connection', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  async function start(connectionTimeout: number, maxReadingMs = 60_000): Promise<Socket> {
    app = fastify({ connectionTimeout, forceCloseConnections: true, keepAliveTimeout: 60_000 });
    app.decorateRequest('caller', null);
    limitMemory(app, { perAccount: 64 * MIB, total: 64 * MIB }, maxReadingMs);
    app.get('/large', () => Buffer.alloc(16 * MIB));
    app.get('/slow', async () => {
      await sleep(3 * connectionTimeout);
      return 'done';
    });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    return socket;
  }

  const countConnections = (): Promise<number> =>
    new Promise((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );

  test('is closed if its client does not read the answer', async () => {
    const socket = await start(300);
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections, { timeout: 5_000 }).toBe(0);
  });

  test('is closed if its client reads the answer far too slowly', async () => {
    const socket = await start(60_000, 500);
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    const reading = setInterval(() => socket.read(1_000), 20);
    onTestFinished(() => clearInterval(reading));
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections, { timeout: 5_000 }).toBe(0);
  });

  test('stays open while its client waits for an answer that takes long', async () => {
    const socket = await start(200);
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const received: string[] = [];
    socket.on('data', (chunk) => received.push(String(chunk))).resume();
    await expect.poll(() => received.join(''), { timeout: 5_000 }).toContain('done');
  });
});
