// Compares the engine in a real browser with the engine in Node, on all golden cases and budget spellings.

import { readFileSync } from 'node:fs';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GoldenLead, parseLines } from '../cases/golden/golden.ts';
import type { GoldenResult } from '../cases/golden/lock.ts';
import { readBudget } from '../src/index.ts';

const ENGINE = new URL('../dist/engine.js', import.meta.url);
const read = (file: string): string => readFileSync(new URL(`../cases/${file}`, import.meta.url), 'utf8');

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  await page.setContent('<!doctype html><title>engine</title>');
  await page.addScriptTag({ content: readFileSync(ENGINE, 'utf8') });
});

afterAll(() => browser?.close());

/** The functions that the bundle exposes on the page. */
interface Bundle {
  computeGolden(lead: GoldenLead): unknown;
  readBudget(text: string): unknown;
}

test('a browser scores every golden case like Node', async () => {
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

test('a browser reads every budget spelling like Node', async () => {
  const texts = ['tune', 'held-out'].flatMap((part) =>
    parseLines<{ text: string }>(read(`budgets/${part}.ndjson`)).map(({ text }) => text),
  );
  const results = await page.evaluate(
    (all) => all.map((text) => (globalThis as unknown as { leadline: Bundle }).leadline.readBudget(text)),
    texts,
  );
  expect(results).toEqual(texts.map((text) => readBudget(text)));
});
