// `leadline settings` as a process, against a running service.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let owner: ReturnType<typeof openOwner>;
let api: Awaited<ReturnType<typeof startTestApi>>;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let account: Awaited<ReturnType<typeof makeAccount>>;
beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
  api = await startTestApi(databaseUrl);
  worker = await startTestWorker(databaseUrl);
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await owner.destroy();
});
beforeEach(async () => {
  account = await makeAccount(owner);
});

async function settings(args: readonly string[], changes: unknown = null) {
  const { LEADLINE_KEY: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [MAIN, 'settings', ...args, '--url', api.url, '--key', account.liveKey],
    { env: { ...env, NO_COLOR: '1' } },
  );
  child.stdin.end(changes === null ? '' : JSON.stringify(changes));
  const [stdout, stderr, status] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { stdout, stderr, status };
}

const send = (path: string, body?: unknown) => call(api.url, path, body, { key: account.liveKey });

const CHANGES = { answers: { when: { present: 0, strong: 0 } } };

test('publishes settings, exports them again, and refuses an outdated version', async () => {
  const published = await settings(['publish', '-', '--note', 'Calm down', '--expected', '0'], CHANGES);
  expect(published).toMatchObject({ status: 0, stdout: 'published version 1\n' });
  const exported = await settings(['export']);
  expect(JSON.parse(exported.stdout)).toEqual(CHANGES);
  const all = JSON.parse((await settings(['export', '--all'])).stdout);
  expect(all).toMatchObject({ version: 'v1', answers: { when: { strong: 0 } }, grades: { hot: 80 } });
  const outdated = await settings(['publish', '-', '--expected', '0'], CHANGES);
  expect(outdated).toMatchObject({ status: 1, stderr: expect.stringContaining('changed in the meantime') });
  const invalid = await settings(['publish', '-'], { budget: { small: 90 } });
  expect(invalid).toMatchObject({ status: 1, stderr: expect.stringContaining('budget.fair') });
});

test('a backtest shows what would move, and fails beyond the limits', async () => {
  const urgent = {
    email: 'ana@acme.com',
    phone: '+12125550123',
    message: 'We need 40 laptops today, it is urgent',
  };
  for (const [index, outcome] of ['won', 'lost'].entries()) {
    const { body } = await send('/api/webhook.php', { ...urgent, email: `lead-${index}@acme.com` });
    await send(`/api/leads/${body.lead_id}/outcome`, { outcome });
  }
  const shown = await settings(['backtest', '-'], CHANGES);
  expect(shown.status).toBe(0);
  expect(shown.stdout).toMatch(/^2 leads: 2 change their score/);
  expect(shown.stdout).toContain('AUC: 0.500');
  const strict = await settings(['backtest', '-', '--max-moved', '0', '--min-auc', '0.9', '--json'], {
    grades: { hot: 99, warm: 98, cool: 97 },
  });
  expect(strict.status).toBe(1);
  expect(strict.stderr).toContain('100.0 % of the leads change their grade, more than 0 %');
  expect(strict.stderr).toContain('the AUC is 0.5, less than 0.9');
  expect(JSON.parse(strict.stdout)).toMatchObject({ leads: 2, moved: 2 });
  const lenient = await settings(['backtest', '-', '--max-moved', '0', '--min-auc', '0.5'], {});
  expect(lenient).toMatchObject({ status: 0, stderr: '' });
  expect((await send('/api/settings')).body.data.live.version).toBe(0);
});

test('an AUC that is unknown is not good enough', async () => {
  const { status, stderr } = await settings(['backtest', '-', '--min-auc', '0.5'], {});
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('AUC is unknown') });
});

test.each([
  [['backtest']],
  [['backtest', '-', '--max-moved', 'many']],
  [['publish', '-', '--expected', '-1']],
  [['delete']],
])('%j is wrong usage', async (args) => {
  expect((await settings(args)).status).toBe(2);
});
