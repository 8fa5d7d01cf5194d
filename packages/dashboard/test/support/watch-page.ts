// Records when a page logs an error, throws one, or violates its Content-Security-Policy.

import type { Page } from 'playwright-core';

/** A slow machine makes the service refuse a request, which the page repeats. Chromium logs it either way. */
const OVERLOADED = /status of 503/;

/** Adds to `problems` until the page is closed. */
export function watchPage(page: Page, tolerated: readonly RegExp[], problems: string[]): void {
  const note = (problem: string): void => {
    if (![OVERLOADED, ...tolerated].some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  // Chromium logs each violation of the policy as an error.
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`${error.name}: ${error.message}\n${error.stack ?? ''}`));
  page.on('crash', () => note('the page crashed'));
}
