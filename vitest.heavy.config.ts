import { defineConfig } from 'vitest/config';

// One file after the other, so that none disturbs another's timing.
export default defineConfig({
  test: {
    include: ['packages/server/test/{drills,fuzz}/**/*.test.ts', 'packages/server/test/canary.test.ts'],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
