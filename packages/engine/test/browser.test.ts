// The engine in a real browser: every golden case and every budget spelling, compared with Node.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GoldenLead, parseLines } from '../cases/golden/golden.ts';
import type { GoldenResult } from '../cases/golden/lock.ts';
import { readBudget } from '../src/index.ts';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const ENGINE = new URL('../dist/engine.js', import.meta.url);
const read = (file: string): string => readFileSync(new URL(`../cases/${file}`, import.meta.url), 'utf8');

const profile = mkdtempSync(join(tmpdir(), 'leadline-browser-'));
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  if (!existsSync(CHROMIUM))
    throw new Error(`no browser at ${CHROMIUM}: install chromium or set CHROMIUM_PATH`);
  context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  page = await context.newPage();
  await page.setContent('<!doctype html><title>engine</title>');
  await page.addScriptTag({ content: readFileSync(ENGINE, 'utf8') });
});

afterAll(async () => {
  await context?.close();
  rmSync(profile, { recursive: true, force: true });
});

/** What the bundle offers on the page. */
interface Bundle {
  computeGolden(lead: GoldenLead): unknown;
  readBudget(text: string): unknown;
}

test('every golden case gives the same result as in Node', async () => {
  const leads = parseLines<GoldenLead>(read('golden/leads.ndjson'));
  const expected = parseLines<GoldenResult>(read('golden/expected.ndjson')).map((result) => result.expected);
  const results = await page.evaluate(
    (all) =>
      all.map((lead) =>
        JSON.parse(
          JSON.stringify((globalThis as unknown as { leadline: Bundle }).leadline.computeGolden(lead)),
        ),
      ),
    leads,
  );
  expect(results).toEqual(expected);
});

test('every budget spelling is read as in Node', async () => {
  const texts = ['tune', 'held-out'].flatMap((part) =>
    parseLines<{ text: string }>(read(`budgets/${part}.ndjson`)).map(({ text }) => text),
  );
  const results = await page.evaluate(
    (all) => all.map((text) => (globalThis as unknown as { leadline: Bundle }).leadline.readBudget(text)),
    texts,
  );
  expect(results).toEqual(texts.map((text) => readBudget(text)));
});
