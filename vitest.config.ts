import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    // What needs a browser, measures time or kills processes runs by itself: see the other configs beside this one.
    exclude: [
      '**/browser.test.ts',
      'packages/dashboard/**',
      'packages/server/test/{drills,fuzz}/**',
      'packages/server/test/canary.test.ts',
    ],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
