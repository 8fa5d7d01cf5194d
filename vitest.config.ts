import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['packages/*/test/**/*.test.ts'], exclude: ['**/browser.test.ts'], testTimeout: 60_000 },
});
