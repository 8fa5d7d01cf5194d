// The API's documentation and the documentation site work under their strict policy.

import { ERRORS } from '@leadline/contract/errors';
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

test('the documentation site is searchable, dark if asked, and asks no other site for anything', async () => {
  const { DASHBOARD_FOLDER } = process.env;
  const api = await startTestApi(await cloneDatabase(), { dashboardFolder: DASHBOARD_FOLDER ?? null });
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await api.stop();
  });
  const page = await browser.newPage({ colorScheme: 'dark' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== api.url) problems.push(request.url());
  });
  const answer = await page.goto(`${api.url}/docs`);
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
  await page.getByRole('heading', { name: 'Leadline documentation' }).waitFor();
  expect(await page.locator('html').getAttribute('class')).toContain('dark');
  await page.getByRole('link', { name: 'Connect an AI assistant' }).click();
  await page.getByRole('heading', { name: 'What leads say stays data' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/mcp.html');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('idempotency');
  await page.getByRole('option').first().waitFor();
  const links = page.getByRole('link', { name: 'API reference' });
  expect(await links.first().getAttribute('href')).toBe('../api/docs/');
  expect(problems).toEqual([]);
  const script = await fetch(`${api.url}/docs/start.html`);
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect((await fetch(`${api.url}/docs/nowhere.html`)).status).toBe(404);
});

test('every link of the documentation site leads to a page and a heading that exist, as the help links of errors do', async () => {
  const { DASHBOARD_FOLDER } = process.env;
  const api = await startTestApi(await cloneDatabase(), { dashboardFolder: DASHBOARD_FOLDER ?? null });
  onTestFinished(() => api.stop());
  const pages = new Map<string, Set<string>>();
  const links: { readonly from: string; readonly to: URL }[] = [];
  const waiting = [new URL('/docs/', api.url)];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url.pathname)) continue;
    const response = await fetch(url);
    const html = response.ok ? await response.text() : '';
    expect([url.pathname, response.status]).toEqual([url.pathname, 200]);
    pages.set(url.pathname, new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)));
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const to = new URL(href.replaceAll('&amp;', '&'), url);
      if (to.origin !== api.url || !/^\/docs\/(?:[\w-]+\.html)?$/.test(to.pathname)) continue;
      links.push({ from: url.pathname, to });
      waiting.push(to);
    }
  }
  for (const code of Object.keys(ERRORS))
    links.push({ from: 'an error', to: new URL(`/docs/errors.html#${code}`, api.url) });
  const dead = links.filter(
    ({ to: { hash, pathname } }) =>
      hash !== '' && pages.get(pathname)?.has(decodeURIComponent(hash.slice(1))) !== true,
  );
  expect(dead.map(({ from, to }) => `${from} → ${to.pathname}${to.hash}`)).toEqual([]);
  expect(pages.size).toBeGreaterThan(25);
});
