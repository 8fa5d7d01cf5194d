// Opens a dashboard page and waits until it has finished loading.

import type { Page } from 'playwright-core';

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    (loading) => document.querySelector(loading) === null,
    '.mantine-Skeleton-root, .mantine-Loader-root, [role=status][aria-label^=Loading], [aria-busy=true]',
  );
}
