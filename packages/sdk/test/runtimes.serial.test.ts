// The built package passes the same cases on every runtime it is for, and calls a real service. The runtimes come from npm: the
// oldest on every push, all of them in the nightly run. Other tests of this folder run on Node 24 and in Chromium.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useApi } from '@leadline/testkit/service/use-api';
import { sizeOf } from '@leadline/testkit/size';
import { afterAll } from 'vitest';
import { buildPackage } from '../build/build-package.ts';
import { startDriver } from './support/driver.ts';
import { useCases } from './support/use-cases.ts';
import { useServiceCases } from './support/use-service-cases.ts';

/** The npm package of each runtime, and its arguments before the script. */
const RUNTIMES = [
  { name: 'Node 20', install: 'node@20.20.2', command: 'node', args: [] },
  { name: 'Node 22', install: 'node@22.23.3', command: 'node', args: [] },
  { name: 'Bun', install: 'bun@1.4.4', command: 'bun', args: [] },
  { name: 'Deno', install: 'deno@2.9.6', command: 'deno', args: ['run', '--allow-all'] },
] as const;

const suite = useApi();
const folder = mkdtempSync(join(tmpdir(), 'leadline-runtimes-'));
afterAll(() => rmSync(folder, { recursive: true }));
await buildPackage(join(folder, 'sdk'));
const script = join(import.meta.dirname, 'drive.mjs');

for (const { name, install, command, args } of RUNTIMES.slice(0, sizeOf(1, { inFull: RUNTIMES.length }))) {
  const prefix = join(folder, install);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', prefix, install], {
    stdio: 'ignore',
  });
  const binary = join(prefix, 'node_modules/.bin', command);
  const start = (format: string) => () =>
    startDriver(binary, [...args, script, join(folder, 'sdk', format, 'index.js')]);
  useCases(name, start('esm'));
  useCases(`${name} with CommonJS`, start('cjs'));
  useServiceCases(name, suite, start('esm'));
}
