import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    // What measures time or kills processes runs by itself: see vitest.heavy.config.ts.
    exclude: [
      '**/browser.test.ts',
      'packages/server/test/{drills,fuzz}/**',
      'packages/server/test/canary.test.ts',
    ],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
