// A part of the API that fails until somebody presses "Try again". Not until the test says so: pages ask again by
// themselves too, when news come in or after a while, and would be well before the button could be pressed.

import type { Page } from 'playwright-core';

export async function failUntilRetried(
  page: Page,
  address: string,
  { status, error }: { readonly status: number; readonly error: string },
): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null;
        if (button?.textContent?.trim() === 'Try again') document.documentElement.dataset.isRetried = '';
      },
      { capture: true },
    );
  });
  await page.route(address, async (route) => {
    const isRetried = await page.evaluate(() => 'isRetried' in document.documentElement.dataset);
    await (isRetried ? route.continue() : route.fulfill({ status, json: { success: false, error } }));
  });
}
