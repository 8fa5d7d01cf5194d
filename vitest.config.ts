import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** `*.browser.test.ts`, `*.serial.test.ts` and `*.nightly.test.ts` have configs of their own. */
const exclude = ['**/*.{browser,serial,nightly}.test.ts', '**/node_modules/**'];

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // They wait for PostgreSQL and for processes more than they compute.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/{assessor,contract,csv,dashboard,engine,learning}/test/**/*.test.ts'],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['packages/{cli,server}/test/**/*.test.ts'],
          exclude,
          globalSetup: ['packages/testkit/src/database/global-setup.ts'],
        },
      },
    ],
  },
});
