import { defineConfig } from 'vitest/config';

// Too slow for every change, or dependent on a quiet machine; see .ci/nightly.
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.nightly.test.ts'],
    globalSetup: ['packages/testkit/src/database/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
