// The page with the API's documentation works under its strict policy.

import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { expect, onTestFinished, test } from 'vitest';

test('the API documentation renders without eval', async () => {
  const api = await startTestApi(await cloneDatabase());
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await api.stop();
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const answer = await page.goto(`${api.url}/api/docs`);
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe-eval');
  await page.getByRole('heading', { name: 'Leadline', exact: true }).first().waitFor();
  await page.getByText('/api/webhook.php').first().waitFor();
  await page.getByText('Imports', { exact: true }).first().waitFor();
  await page.getByText('Scored and stored').first().waitFor();
  expect(await page.content()).not.toMatch(/Default Response|QUxMIF/);
  expect(await page.getByPlaceholder('ll_live_…').count()).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: 'Back to Leadline' }).getAttribute('href')).toBe('/');
  expect(errors).toEqual([]);
});
