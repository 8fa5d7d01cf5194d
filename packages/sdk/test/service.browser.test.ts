// The SDK in Chromium, against a real service. The page is one of the service, because other sites can't send API keys.

import { launchChromium } from '@leadline/testkit/browser/launch-chromium';
import { useApi } from '@leadline/testkit/service/use-api';
import { build } from 'esbuild';
import type { DrivenAnswer, DrivenCall, Driver } from './support/driver.ts';
import { useServiceCases } from './support/use-service-cases.ts';

const ENTRY = `
  import * as sdk from '../src/index.ts';
  import { makeRun } from './run-call.mjs';
  globalThis.run = makeRun(sdk);
`;

const suite = useApi();

async function startPage(url: string): Promise<Driver> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${url}/healthz`);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return { run: (call) => page.evaluate(runOnPage, call), stop: () => browser.close() };
}

/** Runs on the page, so that it can only use what is passed to it. */
const runOnPage = (call: DrivenCall): Promise<DrivenAnswer> =>
  (globalThis as unknown as { run(call: DrivenCall): Promise<DrivenAnswer> }).run(call);

useServiceCases('the SDK in Chromium', suite, startPage);
