// The inbox in a real browser, for an account with a million leads over a year: how fast it loads, and whether scrolling
// and filtering stay smooth. API, PostgreSQL and browser share the machine.
//   npm run bench:dashboard                          a million leads; about four minutes, 5 GB in the temp folder
//   npm run bench:dashboard -- --leads 20000         smaller
//   npm run bench:dashboard -- --json

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DASHBOARD_FOLDER } from '@leadline/cli/dashboard-folder';
import { createSetupToken, migrate, openInstallation, openPool } from '@leadline/server';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import { readOptions } from '@leadline/testkit/read-options';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Frames, recordPage } from './dashboard/record-page.ts';
import { startBenchPostgres } from './support/bench-postgres.ts';
import { fillYear } from './support/fill-leads.ts';
import { startApi } from './support/start-leadline.ts';

const LOADS = 10;
const SCROLL_MS = 10_000;
const WHEEL_EVERY_MS = 50;
const WHEEL_PIXELS = 600;
/** Time for work that continues after the rows have appeared. */
const PAUSE_MS = 500;
const GOALS = { firstPageMs: 300, longestFrameMs: 100 };

interface Filter {
  readonly name: string;
  readonly apply: (page: Page) => Promise<void>;
  readonly undo: (page: Page) => Promise<void>;
  /** Whether a request with this query applies the filter. */
  readonly matches: (query: URLSearchParams) => boolean;
}

/** Ten filters, each applied to the full list and removed again. */
const FILTERS: readonly Filter[] = [
  ...['Hot', 'Warm', 'Cool', 'Cold', 'Spam'].map((grade) => ({
    name: grade,
    apply: (page: Page) => page.getByRole('button', { name: grade, exact: true }).click(),
    undo: (page: Page) => page.getByRole('button', { name: grade, exact: true }).click(),
    matches: (query: URLSearchParams) => query.get('grade') === grade,
  })),
  ...['first7', 'last777', 'u4805@'].map((text) => ({
    name: `search: ${text}`,
    apply: (page: Page) => page.getByRole('searchbox').fill(text),
    undo: (page: Page) => page.getByRole('button', { name: 'Clear search' }).click(),
    matches: (query: URLSearchParams) => query.get('q') === text,
  })),
  ...['Won', 'Lost'].map((tab) => ({
    name: tab,
    apply: (page: Page) => page.getByRole('link', { name: tab, exact: true }).click(),
    undo: (page: Page) => page.getByRole('link', { name: 'To do', exact: true }).click(),
    matches: (query: URLSearchParams) => query.get('outcome') === tab.toLowerCase(),
  })),
];

const { json, leads } = readOptions({ json: false, leads: 1_000_000 });

const folder = mkdtempSync(join(tmpdir(), 'leadline-bench-'));
const postgres = await startBenchPostgres(folder);
let api: NodeProcess | null = null;
let browser: Browser | null = null;
try {
  await migrate(postgres.url);
  api = await startApi(join(folder, 'api'), postgres.url, { AI: 'off', SIGN_UP_PLAN: 'unlimited' });
  const { url } = api;
  browser = await launchChromium();
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  await signUp(context, url, await createToken(postgres.url));
  await fillYear(postgres.url, leads);
  await context.addInitScript(recordPage);
  const page = await context.newPage();
  // On a busy machine, frame times say little about the dashboard.
  const load = loadavg()[0] ?? 0;
  if (load > 2 * cpus().length)
    process.stderr.write(`warning: the machine is busy (load ${load.toFixed(1)}), results may be off\n`);
  const loads = await measureLoads(page);
  report(
    loads,
    measureScripts(await listScripts(page)),
    await measureScroll(page),
    await measureFilters(page),
  );
} finally {
  await browser?.close();
  api?.stop();
  await postgres.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}

/** The browser context keeps the session cookies. */
async function signUp({ request }: BrowserContext, origin: string, setupToken: string): Promise<void> {
  const user = {
    name: 'Bench',
    email: 'bench@example.org',
    password: 'a password for benchmarks',
    setupToken,
  };
  for (const [path, data] of Object.entries({
    '/api/auth/sign-up/email': user,
    '/api/accounts': { name: 'Bench' },
  })) {
    const answer = await request.post(path, { data, headers: { origin } });
    if (!answer.ok()) throw new Error(`${path} failed: ${await answer.text()}`);
  }
}

async function createToken(databaseUrl: string): Promise<string> {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  const token = await createSetupToken(db);
  await db.destroy();
  if (token === null) throw new Error('somebody has already signed up');
  return token;
}

interface Load {
  readonly fromShellMs: number;
  readonly fromStartMs: number;
}

/** The first load fills the browser's cache and is not counted. */
async function measureLoads(page: Page): Promise<Load[]> {
  const loads: Load[] = [];
  for (let load = 0; load <= LOADS; load++) {
    await page.goto('/inbox');
    await page.waitForFunction(() => window.recorder.rowsAt !== null);
    const { shellAt, rowsAt } = await page.evaluate(() => window.recorder);
    if (shellAt === null || rowsAt === null) throw new Error('the shell never appeared');
    if (load > 0) loads.push({ fromShellMs: rowsAt - shellAt, fromStartMs: rowsAt });
  }
  return loads;
}

function listScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );
}

/** Kilobytes of script that a browser without Brotli downloads before the rows appear. */
function measureScripts(paths: readonly string[]): number {
  const sizes = paths.map(
    (path) => gzipSync(readFileSync(join(DASHBOARD_FOLDER, path)), { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

interface Scroll extends Frames {
  readonly loaded: number;
}

async function measureScroll(page: Page): Promise<Scroll> {
  await page.mouse.move(720, 600);
  await page.evaluate(() => window.recorder.start());
  const end = performance.now() + SCROLL_MS;
  while (performance.now() < end) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  const frames = await page.evaluate(() => window.recorder.stop());
  const counter = await page.getByText(/^(First )?[\d,]+ (of [\d,]+\+? )?leads$/).innerText();
  return { ...frames, loaded: Number(/\d+/.exec(counter.replaceAll(',', ''))?.[0]) };
}

interface Filtering extends Frames {
  readonly name: string;
  readonly ms: number;
}

async function measureFilters(page: Page): Promise<Filtering[]> {
  const rows = page.locator('[role=grid]:not([aria-busy=true]) [data-lead]').first();
  const results: Filtering[] = [];
  await page.goto('/inbox');
  await rows.waitFor();
  await page.waitForTimeout(PAUSE_MS);
  for (const { name, apply, undo, matches } of FILTERS) {
    await page.evaluate(() => window.recorder.start());
    const answered = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === '/api/leads' && matches(searchParams);
    });
    const started = performance.now();
    await apply(page);
    await answered;
    await rows.waitFor();
    const ms = performance.now() - started;
    await page.waitForTimeout(PAUSE_MS);
    await undo(page);
    await rows.waitFor();
    await page.waitForTimeout(PAUSE_MS);
    results.push({ name, ms, ...(await page.evaluate(() => window.recorder.stop())) });
  }
  return results;
}

function report(
  loads: readonly Load[],
  scriptKb: number,
  scroll: Scroll,
  filters: readonly Filtering[],
): void {
  const fromShell = loads.map(({ fromShellMs }) => fromShellMs);
  const frames = filters.flatMap(({ gaps }) => gaps);
  const figures = {
    firstPageFromShellMs: { median: at(fromShell, 0.5), worst: Math.max(...fromShell) },
    firstPageFromStartMs: {
      median: at(
        loads.map(({ fromStartMs }) => fromStartMs),
        0.5,
      ),
    },
    scriptsGzipKb: scriptKb,
    scroll: summarize(scroll),
    scrolledLeads: scroll.loaded,
    filter: summarize({ gaps: frames, longTasks: filters.flatMap(({ longTasks }) => longTasks) }),
    filterMs: Object.fromEntries(filters.map(({ name, ms }) => [name, ms])),
  };
  if (json) {
    const machine = { date: new Date().toISOString().slice(0, 10), cores: cpus().length, leads };
    console.log(JSON.stringify({ ...machine, ...figures }, null, 2));
    return;
  }
  const row = (name: string, figure: string, goal = ''): void =>
    console.log(`${name.padEnd(48)}${figure.padStart(12)}   ${goal}`);
  const ms = (figure: number): string => `${figure.toFixed(0)} ms`;
  console.log(`The inbox of an account with ${leads.toLocaleString('en')} leads, in a real browser\n`);
  row(
    'first page after the shell, median',
    ms(figures.firstPageFromShellMs.median),
    `goal ${GOALS.firstPageMs} ms`,
  );
  row('  worst of 10', ms(figures.firstPageFromShellMs.worst));
  row('first page after navigation, median', ms(figures.firstPageFromStartMs.median));
  row('script loaded before that, gzip', `${scriptKb.toFixed(1)} kB`, 'goal 250 kB');
  for (const [name, frameTimes] of [
    ['10 s of scrolling', figures.scroll],
    ['10 filters', figures.filter],
  ] as const) {
    row(`longest frame, ${name}`, ms(frameTimes.longestMs), `goal ${GOALS.longestFrameMs} ms`);
    row('  p95 of frames', ms(frameTimes.p95Ms));
    row('  tasks over 50 ms', String(frameTimes.longTasks));
  }
  row('leads scrolled', scroll.loaded.toLocaleString('en'));
  for (const { name, ms: took } of filters) row(`rows after ${name}`, ms(took));
}

function summarize({ gaps, longTasks }: Frames) {
  return {
    frames: gaps.length,
    longestMs: Math.max(0, ...gaps),
    p95Ms: at(gaps, 0.95),
    longTasks: longTasks.length,
    longestTaskMs: Math.max(0, ...longTasks),
  };
}

function at(figures: readonly number[], part: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * part)] ?? 0;
}
