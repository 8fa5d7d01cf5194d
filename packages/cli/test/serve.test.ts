// `leadline serve` on a port that is in use: it says so in one line and leaves other processes alone.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const spawnServe = (port: number) =>
  spawn(process.execPath, [MAIN, 'serve', '--data', join(folder, 'data'), '--port', String(port)], {
    env: { PATH: process.env.PATH, AI: 'off', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function runServe(port: number) {
  const child = spawnServe(port);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, stdout, stderr };
}

/** Resolves with the URL when the service is ready. */
async function waitUntilReady(
  child: ChildProcess & { readonly stdout: NodeJS.ReadableStream },
): Promise<URL> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return new URL(line.slice('ready '.length));
  }
  throw new Error('serve did not start');
}

const inUseError = (port: number) => ({
  status: 1,
  stdout: expect.not.stringMatching(/^ready /m),
  stderr: `leadline: port ${port} on 127.0.0.1 is already in use; choose another one with --port or PORT\n`,
});

const isPostgresRunning = (): boolean => existsSync(join(folder, 'data/postgres/postmaster.pid'));

test('a port used by another program is reported, and the local PostgreSQL is stopped again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await runServe(port)).toEqual(inUseError(port));
  expect(isPostgresRunning()).toBe(false);
  other.close();
});

test('a second serve on the same folder and port fails without stopping the database of the first', async () => {
  const first = spawnServe(0);
  onTestFinished(() => void first.kill('SIGTERM'));
  const { href, port } = await waitUntilReady(first);
  expect(await runServe(Number(port))).toEqual(inUseError(Number(port)));
  expect((await fetch(`${href}readyz`)).status).toBe(200);
  first.kill('SIGTERM');
  await once(first, 'exit');
  expect(isPostgresRunning()).toBe(false);
});
