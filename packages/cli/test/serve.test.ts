// `leadline serve` on a port that is in use says so in one line and leaves other processes alone. Where it shows secrets.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hasTerminals, runOnTerminal } from './support/terminal.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const spawnServe = (port: number, data = join(folder, 'data')) =>
  spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', String(port)], {
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

const post = (url: URL, path: string, body: unknown) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url.origin },
    body: JSON.stringify(body),
  });

const EMAIL = 'ana@example.org';

test('serve without a terminal keeps secrets out of its output, in files that only their owner can read', {
  timeout: 240_000,
}, async () => {
  const data = join(folder, 'new-data');
  const fileOf = (name: string) => join(data, name);
  const run = async (use: (url: URL, output: () => string) => Promise<void>): Promise<string> => {
    const service = spawnServe(0, data);
    onTestFinished(() => void service.kill('SIGKILL'));
    let output = '';
    for (const stream of [service.stdout, service.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        output += more;
      });
    await expect.poll(() => output, { timeout: 120_000 }).toMatch(/^ready .+\n/m);
    await use(new URL(/^ready (.+)$/m.exec(output)?.[1] ?? ''), () => output);
    service.kill('SIGTERM');
    await once(service, 'close');
    return output;
  };
  const first = await run(async (url, output) => {
    expect(output()).toContain(
      `keys      in ${fileOf('api-keys')}; for another one: leadline key create --account acct_`,
    );
    expect(output()).toContain(`set up    link  in ${fileOf('setup-link')}; it works once, `);
    const keys = await readFile(fileOf('api-keys'), 'utf8');
    const [key = ''] = /ll_live_\w+/.exec(keys) ?? [];
    expect((await fetch(new URL('/api/usage', url), { headers: { 'x-api-key': key } })).status).toBe(200);
    const [link = ''] = /http\S+/.exec(await readFile(fileOf('setup-link'), 'utf8')) ?? [];
    const { pathname, hash, origin } = new URL(link);
    expect([origin, pathname]).toEqual([url.origin, '/sign-up']);
    const signUp = (setupToken: string) =>
      post(url, '/api/auth/sign-up/email', {
        name: 'Ana',
        email: EMAIL,
        password: 'correct horse',
        setupToken,
      });
    expect((await signUp('a guess')).status).toBe(403);
    expect((await signUp(hash.slice('#setup='.length))).status).toBe(200);
    expect((await post(url, '/api/auth/request-password-reset', { email: EMAIL })).status).toBe(200);
    await expect.poll(output, { timeout: 10_000 }).toContain('an email was written to a file');
    const [mail = ''] = await readdir(fileOf('emails'));
    expect(output()).toContain(join(fileOf('emails'), mail));
    expect(await readFile(join(fileOf('emails'), mail), 'utf8')).toMatch(
      /^── mail to ana@example.org ──[\s\S]+http/,
    );
    for (const file of ['api-keys', 'setup-link', join('emails', mail)])
      expect((await stat(fileOf(file))).mode & 0o777, file).toBe(0o600);
    expect((await stat(fileOf('emails'))).mode & 0o777).toBe(0o700);
  });
  const second = await run(async (_url, output) => {
    await expect.poll(output).toContain(`The link appears in ${fileOf('emails')}.`);
  });
  for (const secret of [/ll_(?:live|test)_/, /setup=/, EMAIL, '/reset-password'])
    expect(first + second).not.toMatch(secret);
  expect(await readdir(data)).toContain('api-keys');
  expect(await readdir(data)).not.toContain('setup-link');
});

test.runIf(hasTerminals)(
  'serve on a terminal shows its keys and link there',
  { timeout: 120_000 },
  async () => {
    const data = join(folder, 'shown-data');
    const shown = (
      await runOnTerminal(['serve', '--data', data, '--port', '0'], { AI: 'off' }, 'ready ')
    ).join('\n');
    expect(shown).toMatch(/^live key {2}ll_live_\w{38}$/m);
    expect(shown).toMatch(/^test key {2}ll_test_\w{38}$/m);
    expect(shown).toMatch(/^set up {4}http:\/\/127\.0\.0\.1:\d+\/sign-up#setup=[\w-]{22}$/m);
    expect(await readdir(data)).not.toContain('api-keys');
    expect(await readdir(data)).not.toContain('setup-link');
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  },
);

test('an API process without a terminal prints no setup link, but how to get one', async () => {
  const api = await spawnApi(await cloneAlone());
  onTestFinished(() => api.kill('SIGKILL'));
  await api.kill('SIGTERM');
  expect(api.output()).toMatch(
    /^set up {4}nobody has signed up yet; for a link to do so: leadline setup-token$/m,
  );
  expect(api.output()).not.toContain('setup=');
});
