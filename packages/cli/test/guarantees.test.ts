// Which tests get no second try in CI: a file that is renamed, or a new one with such a promise, must not be forgotten.

import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = globSync('packages/*/test/**/*.test.ts', { cwd: ROOT }).sort();

interface List {
  readonly GUARANTEES: readonly string[];
  isGuarantee(path: string): boolean;
}

let list: List;
beforeAll(async () => {
  list = (await import(join(ROOT, '.ci/guarantees.mjs'))) as List;
});

/** What a title promises. */
const PROMISE = new RegExp(
  [
    String.raw`\bkill(?:s|ed|ing)\b|\bcrash|\binterrupted\b`,
    String.raw`\blost (?:connection|commit|event|lead)|(?:gets?|is|are) lost|\bloses? (?:no\b|nothing)`,
    'exactly (?:once|one)\\b|only one\\b|stored (?:only )?once|delivered twice',
    'isolat|overwrit',
    'allowance',
    String.raw`(?:another|other) accounts?\b`,
    '(?:no|contains?|without) (?:codes|secrets?|personal data)\\b|in plain text|in clear',
  ].join('|'),
  'i',
);

/** These are about time, turns or threads, or only mention such a thing. */
const NO_GUARANTEES = [
  'packages/assessor/test/assessor.serial.test.ts',
  'packages/cli/test/import.test.ts',
  'packages/mcp/test/attacks.test.ts',
  'packages/cli/test/supervise-worker.test.ts',
  'packages/server/test/scoring/assessment/reading.serial.test.ts',
  'packages/server/test/auth/abuse.test.ts',
  'packages/server/test/auth/require-two-factor.test.ts',
  'packages/server/test/platform/base/fair-queue.test.ts',
  'packages/server/test/http/fair-reads.serial.test.ts',
  'packages/server/test/http/limit-memory.serial.test.ts',
  'packages/server/test/imports/columns.test.ts',
  'packages/server/test/leads/insights/concurrent-requests.test.ts',
  'packages/server/test/leads/insights/fair-insights.test.ts',
  'packages/server/test/leads/insights/time-steps.test.ts',
  'packages/server/test/leads/request-log/request-log.serial.test.ts',
  'packages/server/test/scoring-jobs/rescoring/measure-agreement.test.ts',
  'packages/server/test/notifications/webhooks/hostile-account.nightly.test.ts',
];

const titlesIn = (file: string): string[] =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(
      /\b(?:test|describe)(?:\.\w+)*(?:\([^()'"`]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g,
    ),
  ].map(([, , title = '']) => title);

test('every file and folder of guarantees has tests', () => {
  expect(list.GUARANTEES.length).toBeGreaterThan(50);
  expect(list.GUARANTEES.filter((guarantee) => !FILES.some((file) => file.startsWith(guarantee)))).toEqual(
    [],
  );
});

test('every file with a promise in the title of a test is a guarantee', () => {
  const promising = FILES.filter((file) => !/\/(?:dashboard|engine|learning)\//.test(file)).flatMap((file) =>
    titlesIn(file)
      .filter((title) => PROMISE.test(title))
      .map((title) => ({ file, title })),
  );
  expect(promising.length).toBeGreaterThan(80);
  expect(promising.filter(({ file }) => !list.isGuarantee(file) && !NO_GUARANTEES.includes(file))).toEqual(
    [],
  );
});

test('what is said to be no guarantee exists, and isn’t listed as one', () => {
  expect(NO_GUARANTEES.filter((file) => !statSync(join(ROOT, file), { throwIfNoEntry: false }))).toEqual([]);
  expect(NO_GUARANTEES.filter(list.isGuarantee)).toEqual([]);
});

test('absolute paths are recognized, as Vitest reports them', () => {
  expect(list.isGuarantee(join(ROOT, 'packages/server/test/drills/kill-api.serial.test.ts'))).toBe(true);
  expect(list.isGuarantee(join(ROOT, 'packages/server/test/leads/search.test.ts'))).toBe(false);
});
