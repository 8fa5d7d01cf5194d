// A training that is interrupted starts again, and only ever ends once.

import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import { openNextJob } from '../../../src/scoring-jobs/rescoring/job-progress.ts';
import { runTrainings } from '../../../src/scoring-jobs/training/run-training.ts';
import { startNightlyTrainings } from '../../../src/scoring-jobs/training/start-training.ts';
import { decideLeads, makeLearningAccount, ROADSHOW_WINS, readModel } from './suite.ts';

const suite = useApi({ inOneCell: true });
let pool: pg.Pool;
beforeAll(() => {
  pool = openWorkerPool(suite.accountUrl);
});
afterAll(() => pool.end());

const run = (accountId: string, signal = new AbortController().signal): Promise<void> =>
  runTrainings(accountId, {
    db: openInstallation(pool),
    signal,
    onFailure: (error) => {
      throw error;
    },
  });

const LONG = 120_000;

test(
  'a killed worker leaves nothing behind, and the next one trains from the start',
  async () => {
    const account = await makeLearningAccount(suite);
    const { call, accountId } = account;
    await decideLeads(account, 200, ROADSHOW_WINS);
    await call('/api/model/train', undefined, { method: 'POST' });
    // Killed: the attempt stays open.
    expect(await openNextJob(openInstallation(pool), accountId, ['training'])).toMatchObject({ attempts: 1 });
    expect(await readModel(call)).toMatchObject({
      version: 0,
      latest: null,
      training: { status: 'running' },
    });
    // Stopped while it trains: the attempt doesn't count.
    const stopping = new AbortController();
    const stopped = run(accountId, stopping.signal);
    setImmediate(() => stopping.abort());
    await expect(stopped).rejects.toThrow();
    expect(await readModel(call)).toMatchObject({
      version: 0,
      latest: null,
      training: { status: 'running' },
    });
    // Two workers that both have it: one result.
    await Promise.all([run(accountId), run(accountId)]);
    expect(await readModel(call)).toMatchObject({ version: 1, training: { status: 'finished' } });
    const trained = await suite.owner
      .selectFrom('trained_models')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    expect(trained).toHaveLength(1);
    await run(accountId);
    expect((await readModel(call)).version).toBe(1);
  },
  LONG,
);

test('after three crashes, a training is given up', async () => {
  const { call, accountId } = await makeLearningAccount(suite);
  await call('/api/model/train', undefined, { method: 'POST' });
  for (let attempt = 1; attempt <= 3; attempt++)
    await openNextJob(openInstallation(pool), accountId, ['training']);
  await run(accountId);
  expect((await readModel(call)).training).toMatchObject({
    status: 'failed',
    error: 'interrupted 3 times; please try again later',
  });
});

test('nightly trainings start once for accounts with new outcomes that learn', async () => {
  const [learning, off, idle] = [
    await makeLearningAccount(suite),
    await makeLearningAccount(suite),
    await makeLearningAccount(suite),
  ];
  for (const account of [learning, off]) await decideLeads(account, 20, ROADSHOW_WINS);
  await off.call('/api/model', { version: 0, mode: 'off', point_limit: 30 }, { method: 'PUT' });
  const db = openInstallation(pool);
  const night = async (): Promise<string[]> => {
    const started: string[] = [];
    for (let hour = 0; hour < 24; hour++)
      started.push(...(await startNightlyTrainings(db, new Date(Date.UTC(2026, 10, 18, hour, 7)))));
    return started.filter((id) => [learning, off, idle].some(({ accountId }) => accountId === id));
  };
  expect(await night()).toEqual([learning.accountId]);
  expect(await night()).toEqual([]);
  await run(learning.accountId);
  expect(await night()).toEqual([]);
  await decideLeads(learning, 5, ROADSHOW_WINS);
  expect(await night()).toEqual([learning.accountId]);
  expect((await readModel(learning.call)).training).toMatchObject({ status: 'queued', by: 'worker' });
});
