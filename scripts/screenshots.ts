// Takes pictures of every page with invented leads, and of what is there before there are any, light and dark, wide and as
// on a phone: those the README shows into docs/pictures/dashboard, all into screenshots/, which Git ignores.
//   npm run screenshots
//   npm run screenshots -- inbox lead        only these

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@leadline/dashboard/page-paths';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import { openPage } from '@leadline/testkit/browser/open-page';
import { type NodeProcess, startNode } from '@leadline/testkit/service/start-node';
import type { Browser, Page } from 'playwright-core';

const README_FOLDER = 'docs/pictures/dashboard';
/** How much of each it shows. */
const README_HEIGHTS: Readonly<Record<string, number>> = { inbox: 900, lead: 1240, insights: 900 };
const README_MAX_BYTES = 300_000;
const FOLDER = 'screenshots';
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

type NamedPage = readonly [name: string, path: string];
const OUTSIDE: readonly NamedPage[] = [
  ['sign-in', PAGES.signIn],
  ['sign-up', PAGES.signUp],
  ['forgot-password', PAGES.forgotPassword],
  ['reset-password', `${PAGES.resetPassword}?token=x`],
  ['two-factor', PAGES.twoFactor],
  ['invitation', PAGES.invitation.replace(':id', randomUUID())],
];

const EMPTY: readonly NamedPage[] = [
  ['empty-inbox', PAGES.inbox],
  ['empty-insights', PAGES.insights],
  ['empty-webhooks', PAGES.webhooks],
  ['empty-imports', PAGES.imports],
];
const CSV = 'Name,Email,Phone,Favourite colour\nDi Dorn,di@dorn.example,,blue\nNobody,,,red\n';

const only = process.argv.slice(2);
/** Takes every other event. */
let asked = 0;
const receiver = createServer((_, response) => {
  asked++;
  response.writeHead(asked % 2 === 0 ? 200 : 500).end(asked % 2 === 0 ? 'ok' : 'the database is down');
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const data = mkdtempSync(join(tmpdir(), 'leadline-pictures-'));
let service: NodeProcess | null = null;
let browser: Browser | null = null;
try {
  const log = join(data, 'log');
  const args = ['packages/cli/src/main.ts', 'serve', '--demo', '--port', '0', '--data', join(data, 'store')];
  service = await startNode(log, args, { WEBHOOKS_ALLOW_PRIVATE: '1', SIGN_UP: 'open' });
  browser = await launchChromium();
  let isFilled = false;
  const [, email = '', password = ''] = /^sign in\s+(\S+)\s+(\S+)$/m.exec(readFileSync(log, 'utf8')) ?? [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({
        baseURL: service.url,
        colorScheme,
        viewport,
        reducedMotion: 'reduce',
        locale: 'en-GB',
      });
      const page = await context.newPage();
      const kind = `${colorScheme}-${size}`;
      await takeAll(page, kind, OUTSIDE);
      await signUp(page, `${kind}@example.org`);
      await takeAll(page, kind, [['welcome', PAGES.welcome]]);
      await post(page, '/api/accounts', { name: 'Acme' });
      await takeAll(page, kind, EMPTY);
      await context.clearCookies();
      await signIn(page, email, password);
      if (!isFilled) await fill(page);
      isFilled = true;
      await takeAll(page, kind, await listPages(page));
      await context.close();
    }
  }
} finally {
  await browser?.close();
  service?.stop();
  receiver.close();
  // Its database goes with it, which takes a moment.
  rmSync(data, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
}

/** Without an account yet. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(PAGES.signUp);
  await page.getByLabel('Name').fill('Ana Lopez');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${PAGES.welcome}`);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(PAGES.signIn);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
}

/** What the demo does not bring: webhooks, an import, others in the team, requests. */
async function fill(page: Page): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  await post(page, '/api/webhooks', {
    url: `http://127.0.0.1:${port}/leads`,
    description: 'The CRM',
    events: ['lead.scored', 'lead.outcome'],
  });
  for (const outcome of ['won', 'open', 'lost', 'open']) {
    const lead = await page.locator('[data-lead]').first().getAttribute('data-lead');
    await post(page, `/api/leads/${lead}/outcome`, { outcome });
  }
  await post(page, '/api/auth/organization/invite-member', { email: 'bo@example.org', role: 'rep' });
  await post(page, '/api/views', { name: 'Hot only', query: 'grade=Hot' });
  await post(page, '/api/test-lead', { email: 'ana@acme.com', message: 'We need 40 laptops by Friday' });
  await post(page, '/api/test-lead', { name: 'Nobody' });
  const { data } = await post(page, '/api/imports?file_name=leads.csv', CSV);
  await post(page, `/api/imports/${data.import_id}/start`, {});
}

/** As the page itself would. */
function post(page: Page, path: string, body: object | string): Promise<{ data: Record<string, string> }> {
  return page.evaluate(
    async ([to, content, type]) => {
      const headers = { 'Content-Type': type, 'X-Leadline-Mode': to === '/api/test-lead' ? 'test' : 'live' };
      const answer = await fetch(to, { method: 'POST', body: content, headers });
      return answer.json();
    },
    [
      path,
      typeof body === 'string' ? body : JSON.stringify(body),
      typeof body === 'string' ? 'text/csv' : 'application/json',
    ] as const,
  );
}

/** With the lead that stands first. */
async function listPages(page: Page): Promise<NamedPage[]> {
  await openPage(page, PAGES.inbox);
  const lead = `/leads/${await page.locator('[data-lead]').first().getAttribute('data-lead')}`;
  const { inbox, insights, connect, webhooks, imports, profile, keys, team, privacy, audit } = PAGES;
  return [
    ...Object.entries({ inbox, insights, connect, webhooks, imports, profile, keys, team, privacy, audit }),
    ['webhook', await page.evaluate(findWebhook)],
    ['lead', lead],
    ['what-if', `${lead}?tab=what-if`],
  ];
}

async function takeAll(page: Page, kind: string, pages: readonly NamedPage[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  mkdirSync(README_FOLDER, { recursive: true });
  for (const [name, path] of pages) {
    if (only.length > 0 && !only.includes(name)) continue;
    await openPage(page, path);
    // The inbox has no end: as much as a window shows.
    await page.screenshot({ path: `${FOLDER}/${name}-${kind}.png`, fullPage: name !== 'inbox' });
    const height = README_HEIGHTS[name];
    if (kind !== 'light-wide' || height === undefined) continue;
    const file = `${README_FOLDER}/${name}.png`;
    await page.setViewportSize({ ...SIZES.wide, height });
    await page.screenshot({ path: file });
    await page.setViewportSize(SIZES.wide);
    const { size } = statSync(file);
    if (size > README_MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${README_MAX_BYTES}`);
  }
}

/** Runs in the page. */
async function findWebhook(): Promise<string> {
  const { data } = await (await fetch('/api/webhooks')).json();
  return `/webhooks?id=${data[0].webhook_id}`;
}
