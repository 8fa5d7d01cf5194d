import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ALONE } from './vitest.alone.ts';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    // What needs a browser has configs of its own.
    exclude: ['**/browser.test.ts', 'packages/dashboard/**', ...ALONE],
    // They wait for PostgreSQL and for processes more than they compute.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['packages/testkit/src/database/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
