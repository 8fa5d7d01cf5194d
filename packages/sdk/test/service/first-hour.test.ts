// The example in docs/sdk.md, run as it is.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useApi } from '@leadline/testkit/service/use-api';
import { expect, test } from 'vitest';

const suite = useApi();

const PACKAGE = join(import.meta.dirname, '../..');
const [, example = ''] =
  /^## The first hour$.*?```ts\n(.*?)```/ms.exec(readFileSync(join(PACKAGE, '../../docs/sdk.md'), 'utf8')) ??
  [];

test('the first-hour example scores a lead, lists it, records an outcome and handles an error', async () => {
  const code = example.replace('http://127.0.0.1:8080', suite.api.url);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', code],
    { cwd: PACKAGE, env: { ...process.env, LEADLINE_KEY: suite.account.liveKey } },
  );
  expect(stdout).toMatch(/^\d+ (?:Hot|Warm|Cool|Cold|Spam) \[/);
  expect(stdout).toMatch(/^\d+ Ana Lopez \S/m);
  expect(stdout).toMatch(/ask for an email or a phone number\n$/);
});
