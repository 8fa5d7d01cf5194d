// Unlike `expect.poll`, this also works in hooks.

import { expect, vi } from 'vitest';

export const waitFor = (read: () => Promise<unknown>, expected: unknown): Promise<void> =>
  vi.waitFor(async () => expect(await read()).toEqual(expected), { timeout: 20_000, interval: 50 });
