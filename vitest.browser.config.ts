import { defineConfig } from 'vitest/config';

// Every file starts a service and a browser of its own; the built dashboard and engine are needed.
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.browser.test.ts'],
    globalSetup: [
      'packages/testkit/src/database/global-setup.ts',
      'packages/dashboard/test/support/global-setup.ts',
    ],
    maxWorkers: 2,
    isolate: false, // as in vitest.config.ts
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
