import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** `*.browser.test.ts`, `*.serial.test.ts` and `*.nightly.test.ts` have configs of their own. */
const exclude = ['**/*.{browser,serial,nightly}.test.ts', '**/node_modules/**'];
/** The part of the SDK's tests that calls a real service. */
const SDK_SERVICE = 'packages/sdk/test/service/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // They wait for PostgreSQL and for processes more than they compute.
    maxWorkers: availableParallelism() + 1,
    // Loading the service takes longer than most files' tests. Files share its modules, so none may replace a module.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'packages/{assessor,contract,csv,dashboard,engine,learning,sdk}/test/**/*.test.ts',
            'integrations/*/test/**/*.test.ts',
          ],
          exclude: [...exclude, SDK_SERVICE],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['packages/{cli,mcp,server}/test/**/*.test.ts', SDK_SERVICE],
          exclude,
          globalSetup: ['packages/testkit/src/database/global-setup.ts'],
        },
      },
    ],
  },
});
