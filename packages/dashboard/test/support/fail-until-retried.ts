// Makes a part of the API fail until somebody presses "Try again". It can't be the test that ends it: pages also refetch on
// their own, and would recover before the button could be pressed.

import type { ErrorCode } from '@leadline/contract/errors';
import type { Page } from 'playwright-core';
import { errorResponse } from './error-response.ts';

export async function failUntilRetried(page: Page, url: string, code: ErrorCode): Promise<void> {
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
  await page.route(url, async (route) => {
    const isRetried = await page.evaluate(() => 'isRetried' in document.documentElement.dataset);
    await (isRetried ? route.continue() : route.fulfill(errorResponse(code)));
  });
}
