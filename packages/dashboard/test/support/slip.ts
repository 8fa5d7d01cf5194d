// Accidental input while a dialog is open.

import type { Page } from 'playwright-core';

/** Presses Escape, clicks outside the dialog, and waits as long as a dialog takes to close. */
export async function slip(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.waitForTimeout(400);
}
