// The npm package, built as for a release.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../build/build-package.ts';

const run = promisify(execFile);
const PAGE = join(import.meta.dirname, '../../../docs/sdk.md');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-sdk-'));
  await buildPackage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test('publint finds nothing wrong with the package', async () => {
  await run('publint', ['--strict', folder]);
});

test('its types resolve for ES modules, CommonJS and bundlers', async () => {
  await run('attw', ['--pack', folder]);
});

test('it can be required and imported', async () => {
  const required = createRequire(import.meta.url)(join(folder, 'cjs/index.js')) as object;
  const imported = (await import(join(folder, 'esm/index.js'))) as object;
  expect(Object.keys(required).sort()).toEqual(Object.keys(imported).sort());
  expect(Object.keys(imported).sort()).toEqual([
    'Leadline',
    'LeadlineError',
    'Pages',
    'WebhookError',
    'verifyWebhook',
  ]);
});

test('a web page loads less than docs/sdk.md says', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'esm/index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const kilobytes = gzipSync(outputFiles[0]?.contents ?? '').length / 1_000;
  const [, limit] =
    /less than (\d+) kB minified and compressed with gzip/.exec(await readFile(PAGE, 'utf8')) ?? [];
  expect(Math.ceil(kilobytes)).toBe(Number(limit));
});
