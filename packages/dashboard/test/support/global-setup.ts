// Builds the current dashboard into a folder of this run, so that other builds and edits don't disturb it.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    dashboardFolder: string;
  }
}

const run = promisify(execFile);
const VITE = join(import.meta.dirname, '../../../../node_modules/vite/bin/vite.js');

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Already built by the caller.
  if (process.env.DASHBOARD_FOLDER !== undefined) {
    project.provide('dashboardFolder', process.env.DASHBOARD_FOLDER);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), 'leadline-dashboard-'));
  // A production build, unless React's warnings are wanted: REACT=development npm run test:browser
  const env = { ...process.env, NODE_ENV: process.env.REACT ?? 'production' };
  const args = ['build', 'packages/dashboard', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  await run(process.execPath, [VITE, ...args], { env });
  project.provide('dashboardFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
