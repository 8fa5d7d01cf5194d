import { defineConfig } from 'vitest/config';

// One file after the other: they load the machine or watch the clock, and would disturb each other.
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.serial.test.ts'],
    globalSetup: ['packages/testkit/src/database/global-setup.ts'],
    fileParallelism: false,
    chaiConfig: { truncateThreshold: 0 }, // shows which checks of a drill failed
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
