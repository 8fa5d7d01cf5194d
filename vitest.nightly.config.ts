import { defineConfig } from 'vitest/config';

// Too slow for every change, or dependent on a quiet machine; see .ci/nightly.
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.nightly.test.ts'],
    globalSetup: ['packages/testkit/src/database/global-setup.ts'],
    fileParallelism: false,
    chaiConfig: { truncateThreshold: 0 }, // shows which checks of a drill failed
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
