// Serving the dashboard page and its files.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../src/processes/api.ts';

let folder: string;
let api: RunningApi;
const html = { headers: { accept: 'text/html' } };

async function build(version: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, '.vite'), { recursive: true });
  await writeFile(join(folder, 'index.html'), `<meta nonce="%NONCE%"><script src="/assets/${version}.js">`);
  await writeFile(join(folder, 'assets', `${version}.js`), `// ${version}`);
  await writeFile(join(folder, 'theme.js'), '// theme');
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-dashboard-'));
  await build('one');
  api = await startTestApi(await cloneDatabase(), {
    dashboardFolder: folder,
    publicUrl: 'https://leads.example.org',
  });
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

test('every path serves the same page, with a policy that only allows our own files', async () => {
  for (const path of ['/', '/inbox', '/leads/lead_0123', '/settings/audit', '/invitation/x']) {
    const { status, headers, text } = await call(api.url, path, undefined, html);
    expect(status, path).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1];
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const [one, two] = [await call(api.url, '/'), await call(api.url, '/')];
  expect(one.text).not.toBe(two.text); // each response has its own nonce
});

test('hashed files are cached for a year, others are revalidated', async () => {
  const asset = await call(api.url, '/assets/one.js');
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect((await call(api.url, '/theme.js')).headers.get('cache-control')).toBe('no-cache');
});

test('a new build is served without a restart', async () => {
  await build('two');
  expect((await call(api.url, '/inbox')).text).toContain('/assets/two.js');
  expect((await call(api.url, '/assets/two.js')).text).toBe('// two');
  expect((await call(api.url, '/assets/one.js')).status).toBe(200);
});

test('an unknown path shows browsers a page and programs an error', async () => {
  const page = await call(api.url, '/nowhere', undefined, html);
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toContain('text/html');
  for (const [path, options] of [
    ['/nowhere', {}],
    ['/api/nowhere', html],
    ['/assets/nothing.js', {}],
    ['/.vite/manifest.json', {}],
    ['/assets/../../package.json', {}],
    ['/assets/..%2f..%2fpackage.json', {}],
    ['/index.html', {}],
  ] as const) {
    const answer = await call(api.url, path, undefined, options);
    expect(answer.status, path).toBe(404);
    expectError(answer, 'not_found', 'no such endpoint');
  }
});

test('an installation with https sets secure cookies', async () => {
  const { headers } = await call(
    api.url,
    '/api/auth/sign-up/email',
    {
      name: 'Ana',
      email: 'ana@example.org',
      password: 'correct horse battery',
      setupToken: (await api.createSetupLink())?.split('#setup=')[1],
    },
    { headers: { 'sec-fetch-site': 'same-origin' } },
  );
  const cookie = headers.getSetCookie().find((setCookie) => setCookie.includes('session_token='));
  expect(cookie).toMatch(/^__Secure-leadline\.session_token=/);
  expect(cookie).toMatch(/; Secure/);
});

test('an installation without a built dashboard explains how to build it', async () => {
  const bare = await startTestApi(await cloneDatabase());
  expect((await call(bare.url, '/')).text).toContain('npm run build');
  await bare.stop();
});
