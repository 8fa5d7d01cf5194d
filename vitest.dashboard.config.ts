import { defineConfig } from 'vitest/config';

// One file after the other: each has a browser of its own, and some measure time.
export default defineConfig({
  test: {
    include: ['packages/dashboard/test/**/*.test.ts'],
    globalSetup: [
      'packages/testkit/src/database/global-setup.ts',
      'packages/dashboard/test/support/global-setup.ts',
    ],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
