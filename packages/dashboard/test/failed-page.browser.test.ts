// A page whose code fails to load: the server is unreachable, or has a new version.

import { expect, test } from 'vitest';
import { useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const CODE = '**/assets/insights-gate*.js';

test('an unreachable server is reported, and the page reloads when it is back', async () => {
  const page = await suite.newPage({ tolerates: [/ERR_/, /dynamically imported module/] });
  await suite.signUpOwner(page);
  await page.goto('/connect');
  await page.route(CODE, (route) => route.abort());
  await page.route('**/healthz', (route) => route.abort());
  await page.getByRole('link', { name: 'Insights' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'Can’t reach Leadline' });
  await failed.waitFor();
  expect(await failed.innerText()).not.toContain('new version');
  await page.unroute(CODE);
  await page.unroute('**/healthz');
  await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
});

test('a page opens at its top, no matter how far another one was scrolled', async () => {
  const page = await suite.newPage({ height: 300 });
  await suite.signUpOwner(page);
  await page.goto('/connect');
  await page.getByRole('heading', { name: 'Send a test lead' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.goto('/settings/profile');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a page whose code is gone from the server asks to reload for a new version', async () => {
  const page = await suite.newPage({ tolerates: [/status of 404/, /dynamically imported module/] });
  await suite.signUpOwner(page);
  await page.goto('/connect');
  await page.route(CODE, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Insights' }).click();
  await page.getByText('There is probably a new version of Leadline.').waitFor();
});
