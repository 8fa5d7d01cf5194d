// The inbox in a real browser, on an account with a million leads over a year: how soon it is there, and whether scrolling
// and filtering stay smooth. API, PostgreSQL and browser share the machine.
//   npm run bench:dashboard                          a million leads; some four minutes, 5 GB in the temp folder
//   npm run bench:dashboard -- --leads 20000         smaller
//   npm run bench:dashboard -- --json

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DASHBOARD_FOLDER } from '@leadline/cli/dashboard-folder';
import { migrate } from '@leadline/server';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import type { NodeProcess } from '@leadline/testkit/service/start-node';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Frames, recordPage } from './dashboard/record-page.ts';
import { fillYear } from './inbox/fill-year.ts';
import { startBenchPostgres } from './support/bench-postgres.ts';
import { startApi } from './support/start-leadline.ts';

const LOADS = 10;
const SCROLL_MS = 10_000;
const WHEEL_EVERY_MS = 50;
const WHEEL_PIXELS = 600;
/** For whatever still happens after the rows are there. */
const PAUSE_MS = 500;
const GOALS = { firstPageMs: 300, longestFrameMs: 100 };

interface Filter {
  readonly name: string;
  readonly apply: (page: Page) => Promise<void>;
  readonly undo: (page: Page) => Promise<void>;
  /** Whether this asks the API for it. */
  readonly isAsked: (query: URLSearchParams) => boolean;
}

/** Ten ways to narrow the list, each from the whole of it and back to it. */
const FILTERS: readonly Filter[] = [
  ...['Hot', 'Warm', 'Cool', 'Cold', 'Spam'].map((grade) => ({
    name: grade,
    apply: (page: Page) => page.getByRole('button', { name: grade, exact: true }).click(),
    undo: (page: Page) => page.getByRole('button', { name: grade, exact: true }).click(),
    isAsked: (query: URLSearchParams) => query.get('grade') === grade,
  })),
  ...['first7', 'last777', 'u4805@'].map((text) => ({
    name: `search: ${text}`,
    apply: (page: Page) => page.getByRole('searchbox').fill(text),
    undo: (page: Page) => page.getByRole('button', { name: 'Clear the search' }).click(),
    isAsked: (query: URLSearchParams) => query.get('q') === text,
  })),
  ...['Won', 'Lost'].map((tab) => ({
    name: tab,
    apply: (page: Page) => page.getByRole('link', { name: tab, exact: true }).click(),
    undo: (page: Page) => page.getByRole('link', { name: 'Open', exact: true }).click(),
    isAsked: (query: URLSearchParams) => query.get('outcome') === tab.toLowerCase(),
  })),
];

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, leads: { type: 'string', default: '1000000' } },
});
const leads = Number(values.leads);

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
  await signUp(context, url);
  await fillYear(postgres.url, leads);
  await context.addInitScript(recordPage);
  const page = await context.newPage();
  // Frames of a machine that is busy with something else say nothing of ours.
  const load = loadavg()[0] ?? 0;
  if (load > 2 * cpus().length) process.stderr.write(`the machine is busy: load ${load.toFixed(1)}\n`);
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

/** The cookies stay in the browser. */
async function signUp({ request }: BrowserContext, origin: string): Promise<void> {
  const user = { name: 'Bench', email: 'bench@example.org', password: 'a password for benchmarks' };
  for (const [path, data] of Object.entries({
    '/api/auth/sign-up/email': user,
    '/api/accounts': { name: 'Bench' },
  })) {
    const answer = await request.post(path, { data, headers: { origin } });
    if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`);
  }
}

interface Load {
  readonly fromShellMs: number;
  readonly fromStartMs: number;
}

/** The first one, with nothing in the browser's cache, warms up. */
async function measureLoads(page: Page): Promise<Load[]> {
  const loads: Load[] = [];
  for (let load = 0; load <= LOADS; load++) {
    await page.goto('/inbox');
    await page.waitForFunction(() => window.recorder.rowsAt !== null);
    const { shellAt, rowsAt } = await page.evaluate(() => window.recorder);
    if (shellAt === null || rowsAt === null) throw new Error('the shell was never seen');
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

/** What a browser that accepts nothing better than gzip is sent before the rows are there. */
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
  const told = await page.getByText(/\bloaded, more below$/).innerText();
  return { ...frames, loaded: Number(told.replace(/\D/g, '')) };
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
  for (const { name, apply, undo, isAsked } of FILTERS) {
    await page.evaluate(() => window.recorder.start());
    const answered = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === '/api/leads' && isAsked(searchParams);
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
    scroll: describe(scroll),
    scrolledLeads: scroll.loaded,
    filter: describe({ gaps: frames, longTasks: filters.flatMap(({ longTasks }) => longTasks) }),
    filterMs: Object.fromEntries(filters.map(({ name, ms }) => [name, ms])),
  };
  if (values.json) {
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
  row('first page after the address, median', ms(figures.firstPageFromStartMs.median));
  row('script before it, gzip', `${scriptKb.toFixed(1)} kB`, 'goal 250 kB');
  for (const [name, told] of [
    ['10 s of scrolling', figures.scroll],
    ['10 filters', figures.filter],
  ] as const) {
    row(`longest frame, ${name}`, ms(told.longestMs), `goal ${GOALS.longestFrameMs} ms`);
    row('  95 % of frames within', ms(told.p95Ms));
    row('  tasks over 50 ms', String(told.longTasks));
  }
  row('leads scrolled through', scroll.loaded.toLocaleString('en'));
  for (const { name, ms: took } of filters) row(`rows after ${name}`, ms(took));
}

function describe({ gaps, longTasks }: Frames) {
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
