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

/** Resolves with what it printed when the service is ready. */
async function readUntilReady(
  child: ChildProcess & { readonly stdout: NodeJS.ReadableStream },
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('ready ')) return lines;
  }
  throw new Error(`serve did not start:\n${lines.join('\n')}`);
}

/** Resolves with the URL when the service is ready. */
async function waitUntilReady(
  child: ChildProcess & { readonly stdout: NodeJS.ReadableStream },
): Promise<URL> {
  return new URL((await readUntilReady(child)).at(-1)?.slice('ready '.length) ?? '');
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

test('serve prints a link that lets the first person sign up', async () => {
  const service = spawnServe(0);
  onTestFinished(() => void service.kill('SIGTERM'));
  const printed = (await readUntilReady(service)).join('\n');
  const [, link = ''] = /^set up +(\S+)$/m.exec(printed) ?? [];
  const { origin, pathname, hash } = new URL(link);
  expect(pathname).toBe('/sign-up');
  const signUp = (setupToken: string) =>
    fetch(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ name: 'Ana', email: 'ana@example.org', password: 'correct horse', setupToken }),
    });
  expect((await signUp('a guess')).status).toBe(403);
  expect((await signUp(hash.slice('#setup='.length))).status).toBe(200);
  service.kill('SIGTERM');
  await once(service, 'exit');
});
