// A backtest compares changed settings with the live ones on the account's own leads, and changes nothing.

import { DEFAULT_SETTINGS } from '@leadline/engine';
import type { RunningWorker } from '@leadline/server';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSettingsAccount, readLead, type SettingsAccount } from '../../scoring/settings/suite.ts';

const suite = useApi();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startTestWorker(suite.databaseUrl);
});
afterAll(() => worker.stop());

async function runBacktest({ call }: SettingsAccount, changes: object) {
  const started = await call('/api/settings/backtest', { changes });
  expect(started).toMatchObject({ status: 200, body: { data: { status: 'queued', changes, result: null } } });
  const read = async () => (await call('/api/settings/backtest')).body.data;
  await waitFor(async () => ['finished', 'failed'].includes((await read()).status), true);
  return read();
}

test('shows which grades and leads move, and changes no lead', async () => {
  const account = await makeSettingsAccount(suite);
  const urgent = await account.send({
    name: 'Urgent',
    message: 'We need 40 laptops today, our office flooded',
  });
  const calm = await account.send({ name: 'Calm', message: 'We need some laptops' });
  const before = await readLead(account.call, urgent);
  const { status, progress, version, result } = await runBacktest(account, {
    answers: { when: { present: 0, strong: 0 } },
  });
  expect({ status, progress, version }).toEqual({
    status: 'finished',
    progress: { leads: 2, done: 2 },
    version: 0,
  });
  expect(result).toMatchObject({
    leads: 2,
    is_capped: false,
    changed: 1,
    rising: [],
    outcomes: { won: 0, lost: 0 },
    agreement: null,
  });
  expect(result.falling).toMatchObject([
    { lead_id: urgent, name: 'Urgent', before: { score: before.result.score, grade: before.result.grade } },
  ]);
  expect(result.grades.reduce((sum: number, { leads }: { leads: number }) => sum + leads, 0)).toBe(2);
  expect(await readLead(account.call, urgent)).toEqual(before);
  expect((await readLead(account.call, calm)).result.settings_version).toBe(DEFAULT_SETTINGS.version);
  expect((await account.call('/api/settings')).body.data.live.version).toBe(0);
});

test('lists leads that get another grade with the same score', async () => {
  const account = await makeSettingsAccount(suite);
  const leadId = await account.send({ message: 'We need some laptops' });
  const { score } = (await readLead(account.call, leadId)).result;
  const { result } = await runBacktest(account, { grades: { hot: score, warm: score - 1, cool: score - 2 } });
  expect(result).toMatchObject({ changed: 0, moved: 1, falling: [] });
  expect(result.rising).toMatchObject([
    { lead_id: leadId, before: { score }, after: { score, grade: 'Hot' } },
  ]);
});

test('compares with the live version, whatever version scored the leads', async () => {
  const account = await makeSettingsAccount(suite);
  await account.send();
  const changes = { source: { search: -10 } };
  await account.publish(changes);
  await account.send();
  const { result, version } = await runBacktest(account, changes);
  expect(version).toBe(1);
  expect(result).toMatchObject({ leads: 2, changed: 0, moved: 0 });
});

test('measures how well scores agree with outcomes', async () => {
  const account = await makeSettingsAccount(suite);
  for (const outcome of ['won', 'won', 'lost', 'lost']) {
    const leadId = await account.send({ source: outcome === 'won' ? 'event' : 'google' });
    await account.call(`/api/leads/${leadId}/outcome`, { outcome });
  }
  const { result } = await runBacktest(account, { source: { event: 14 } });
  expect(result.outcomes).toEqual({ won: 2, lost: 2 });
  expect(result.agreement.before.auc.value).toBe(0.5);
  expect(result.agreement.after.auc).toEqual({ value: 1, low: 1, high: 1 });
  expect(result.agreement.difference.auc.value).toBe(0.5);
  expect(result.rising).toHaveLength(2);
});

test('a deleted lead is no longer shown in the result', async () => {
  const account = await makeSettingsAccount(suite);
  const leadId = await account.send({ name: 'Soon forgotten' });
  const { result } = await runBacktest(account, { source: { search: -10 } });
  expect(result.falling).toHaveLength(1);
  await account.call(`/api/leads/${leadId}`, undefined, { method: 'DELETE' });
  const { text, body } = await account.call('/api/settings/backtest');
  expect(body.data.result).toMatchObject({ leads: 1, falling: [] });
  expect(text).not.toContain('Soon forgotten');
  const rows = await suite.owner
    .selectFrom('settings_jobs')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .execute();
  expect(JSON.stringify(rows)).not.toContain('Soon forgotten');
});

test('an account has one backtest at a time, and its draft can be tried', async () => {
  const account = await makeSettingsAccount(suite);
  await account.send();
  const draft = { revision: 0, changes: { source: { search: -10 } } };
  await account.call('/api/settings/draft', draft, { method: 'PUT' });
  expectError(await account.call('/api/settings/backtest', { draft_revision: 7 }), 'changed_meanwhile');
  const answers = await Promise.all(
    [1, 2, 3].map(() => account.call('/api/settings/backtest', { draft_revision: 1 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  for (const answer of answers) if (answer.status === 409) expectError(answer, 'conflict');
  await waitFor(async () => (await account.call('/api/settings/backtest')).body.data.status, 'finished');
  expect((await account.call('/api/settings/backtest')).body.data.result.changed).toBe(1);
});

test('leads of other accounts and test leads take no part', async () => {
  const [account, other] = [await makeSettingsAccount(suite), await makeSettingsAccount(suite)];
  await other.send();
  await account.call('/api/webhook.php', { email: 'test@acme.com' }, { key: account.testKey });
  await account.send();
  expect((await runBacktest(account, { source: { search: -10 } })).result.leads).toBe(1);
  expect((await other.call('/api/settings/backtest')).body.data).toBeNull();
});
