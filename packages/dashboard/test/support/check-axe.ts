// Fails if axe finds a serious or critical violation on the page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function checkAxe(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** Formatted as `rule: where (what to do)`. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE); // by the debugger, which no Content-Security-Policy stops
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) =>
          `${id}: ${target.join(' ')} (${failureSummary.replace(/\s+/g, ' ')})`,
      ),
    );
}
