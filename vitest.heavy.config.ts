import { defineConfig } from 'vitest/config';
import { ALONE } from './vitest.alone.ts';

// One file after the other, so that none disturbs another's timing.
export default defineConfig({
  test: {
    include: ALONE,
    globalSetup: ['packages/testkit/src/database/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
