// Published models take part in scoring however leads arrive, replay to the same number, and can be changed by owners only
// one at a time.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningWorker } from '@leadline/server';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess } from '@leadline/testkit/files/import-file';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { type Caller, useApi } from '@leadline/testkit/service/use-api';
import { sizeOf } from '@leadline/testkit/size';
import { waitFor } from '@leadline/testkit/wait-for';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  changeMode,
  decideLeads,
  type LearningAccount,
  leadFrom,
  makeLearningAccount,
  ROADSHOW_WINS,
  readModel,
  train,
  waitUntilScoredBy,
} from './suite.ts';

const suite = useApi({ inOneCell: true });
const LONG = 240_000;
let worker: RunningWorker;
/** Has a live model as version 1 and is in mode `on` since version 2. */
let account: LearningAccount;
let call: Caller;
beforeAll(async () => {
  worker = await startTestWorker(suite.databaseUrl);
  account = await makeLearningAccount(suite);
  call = account.call;
  await decideLeads(account, 200, ROADSHOW_WINS);
  expect((await train(account)).live.model_version).toBe('m1');
  await changeMode(account, 'on');
  await waitUntilScoredBy(call, 'm2');
}, LONG);
afterAll(() => worker.stop());

/** A thousand replays can use up the account's computing time; then it waits as long as the answer says. */
async function replay(leadId: string) {
  for (;;) {
    const answer = await call(`/api/leads/${leadId}/replay`, {});
    if (answer.status === 200) return answer.body.data;
    expectError(answer, 'rate_limited');
    await sleep(retryAfter(answer) * 1000);
  }
}

const resultOf = async (leadId: string) => (await call(`/api/leads/${leadId}`)).body.data.result;

test('single, large, batched and imported leads and those of test keys use the live model', async () => {
  const { body: legacy } = await call('/api/score.php', leadFrom('Roadshow'));
  const { body: batch } = await call('/api/batch', { leads: [leadFrom('Roadshow')] });
  const pool = openWorkerPool(suite.accountUrl);
  await importFileInProcess(
    call,
    pool,
    account.accountId,
    `email,source,message\n${newEmail()},Roadshow,We need 40 laptops\n`,
  );
  await pool.end();
  const [imported] = (await call('/api/leads?limit=1')).body.data;
  const leadIds = [
    await storeLead(call, leadFrom('Roadshow')),
    await storeLead(call, leadFrom('Roadshow', { message: 'We need 40 laptops by Friday. '.repeat(200) })),
    legacy.lead_id,
    batch.data[0].lead_id,
    imported.lead_id,
  ];
  for (const leadId of leadIds) {
    const { model_version, ledger, closing } = await resultOf(leadId);
    expect(model_version).toBe('m2');
    expect(ledger.some(({ group }: { group: string }) => group === 'learned')).toBe(true);
    expect(closing.basis).toBe('200 outcomes');
    expect((await replay(leadId)).identical).toBe(true);
  }
  const byTestKey: Caller = (path, sent, options) => call(path, sent, { key: account.testKey, ...options });
  await waitUntilScoredBy(byTestKey, 'm2');
});

test('scoring results keep their fields, and explanations contain learned points', async () => {
  const { body } = await call('/api/webhook.php', leadFrom('Roadshow'));
  expect(Object.keys(body)).toEqual(['success', 'version', 'lead_id', 'data']);
  expect(body.data.closing_probability).toMatch(/^[\w ]+ \(\d+-\d+%\)$/);
  const explained = await call('/api/explain.php', { lead: leadFrom('Roadshow') });
  expect(explained.body.data.strengths.join('\n')).toMatch(/won \d+ in 10 of such leads/);
  expect(explained.body.closing).toMatchObject({ basis: '200 outcomes' });
});

test('of two owners who change the model at the same time, one is told', async () => {
  const { version } = await readModel(call);
  const answers = await Promise.all(
    [10, 20, 30].map((point_limit) =>
      call('/api/model', { version, mode: 'advisory', point_limit }, { method: 'PUT' }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  for (const answer of answers) if (answer.status === 409) expectError(answer, 'changed_meanwhile');
  expectError(await call('/api/model/rollback', { version, to: 0 }), 'changed_meanwhile');
  expectError(await call('/api/model/rollback', { version: version + 1, to: 99 }), 'invalid_input');
  expect((await call('/api/model', { version, mode: 'on', point_limit: 61 }, { method: 'PUT' })).status).toBe(
    400,
  );
});

/** For each of five versions of the settings. */
const LEADS = sizeOf(40, { inFull: 200 });

test(
  `${5 * LEADS} leads over five versions of the settings and three of the model replay to the same result`,
  async () => {
    const modelVersions = new Set<string>();
    const settingsVersions = new Set<string>();
    const leadIds: string[] = [];
    const steps: readonly (() => Promise<unknown>)[] = [
      () => changeMode(account, 'on', 30),
      () => changeMode(account, 'on', 7),
      async () => {
        const { version } = await readModel(call);
        await call('/api/model/rollback', { version, to: 0 });
      },
      () => changeMode(account, 'advisory', 7),
      async () => {
        const { version } = await readModel(call);
        await call('/api/model/rollback', { version, to: 1 });
        await changeMode(account, 'on', 60);
      },
    ];
    for (const [index, step] of steps.entries()) {
      await step();
      const { live } = await readModel(call);
      const changes = { contact: { phone: 10 + index }, grades: { hot: 70 + index } };
      expect((await call('/api/settings/publish', { version: index, changes })).status).toBe(200);
      await waitUntilScoredBy(call, live.model_version);
      await waitFor(
        async () => (await resultOf(await storeLead(call, leadFrom('Leaflet')))).settings_version,
        `v${index + 1}`,
      );
      const leads = Array.from({ length: LEADS }, (_, place) => ({
        ...sampleLeads[(index * 37 + place) % sampleLeads.length]?.lead,
        email: newEmail(),
        ...(place % 2 === 0 ? { source: 'Roadshow' } : {}),
      }));
      const { status, body } = await call('/api/batch', { leads });
      expect(status).toBe(200);
      leadIds.push(...body.data.map(({ lead_id }: { lead_id: string }) => lead_id));
    }
    for (const leadId of leadIds) {
      const { identical, stored } = await replay(leadId);
      expect(identical).toBe(true);
      if (stored.model_version !== null) modelVersions.add(stored.model_version);
      settingsVersions.add(stored.settings_version);
    }
    expect(leadIds).toHaveLength(5 * LEADS);
    expect(modelVersions.size).toBe(3);
    expect(settingsVersions.size).toBe(5);
  },
  LONG,
);

test(
  'open leads can be re-scored by the live model, and their timeline names both',
  async () => {
    const leadId = await storeLead(call, leadFrom('Roadshow'));
    const before = await resultOf(leadId);
    await changeMode(account, 'on', 3);
    const live = (await readModel(call)).live.model_version;
    expect((await call('/api/settings/rescore', undefined, { method: 'POST' })).status).toBe(200);
    await vi.waitFor(
      async () => expect((await call('/api/settings/rescore')).body.data.status).toBe('finished'),
      { timeout: 120_000, interval: 100 },
    );
    const { result, timeline } = (await call(`/api/leads/${leadId}`)).body.data;
    expect(result.model_version).toBe(live);
    expect(timeline.find(({ event }: { event: string }) => event === 'rescored')).toMatchObject({
      score: result.score,
      model_version: live,
      previous: before.score,
      previous_model_version: before.model_version,
    });
    expect(result.score).toBeLessThan(before.score);
    expect((await replay(leadId)).identical).toBe(true);
  },
  LONG,
);

test('versions are listed, newest first', async () => {
  const { body } = await call('/api/model/versions');
  const versions = body.data.map(({ version }: { version: number }) => version);
  expect(versions).toEqual(versions.toSorted((a: number, b: number) => b - a));
  expect(body.data.at(-1)).toMatchObject({ version: 1, model_version: 'm1', by: 'worker', mode: 'advisory' });
  expect(body.data.find(({ restores }: { restores: number | null }) => restores === 0)).toMatchObject({
    model_version: null,
    trained: null,
  });
});
