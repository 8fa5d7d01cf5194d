// The SDK on a page of another site, which only has an intake key. The page is not a secure context, as HTTP pages aren't.

import { join } from 'node:path';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import { makeIntakeKey } from '@leadline/testkit/database/accounts';
import { useApi } from '@leadline/testkit/service/use-api';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Sdk = typeof import('../src/index.ts');

const suite = useApi();
let browser: Browser;
let page: Page;
let code: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../src/index.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'sdk',
    target: 'es2022',
    write: false,
  });
  code = outputFiles[0]?.text ?? '';
  browser = await launchChromium();
  page = await browser.newPage();
  await page.setContent('<!doctype html><title>form</title>');
  await page.addScriptTag({ content: code });
});
afterAll(() => browser?.close());

interface Sent {
  readonly url: string;
  readonly key: string;
  readonly lead: Readonly<Record<string, string>>;
}

/** Runs on the page, so that it can only use what is passed to it. */
async function submit({ url, key, lead }: Sent): Promise<unknown> {
  const { Leadline, LeadlineError } = (globalThis as unknown as { sdk: Sdk }).sdk;
  try {
    return await new Leadline({ url, key }).leads.submit(lead);
  } catch (error) {
    return error instanceof LeadlineError ? { code: error.code, status: error.status } : String(error);
  }
}

test('a page of another site sends a lead with an intake key', async () => {
  const key = await makeIntakeKey(suite.owner, suite.account.accountId);
  const result = await page.evaluate(submit, { url: suite.api.url, key, lead: { email: 'ana@acme.com' } });
  expect(result).toMatchObject({ success: true });
  const { body } = await suite.call('/api/leads');
  expect(body.data).toMatchObject([{ email: 'ana@acme.com' }]);
});

test('the page can read why a lead is rejected', async () => {
  const key = await makeIntakeKey(suite.owner, suite.account.accountId);
  const result = await page.evaluate(submit, { url: suite.api.url, key, lead: { name: 'Ana' } });
  expect(result).toEqual({ code: 'missing_contact', status: 400 });
});
