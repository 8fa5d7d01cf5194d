// A worker that is killed while it re-scores leads with a model loses nothing: the next one continues where it stopped, with
// the same model.

import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { runTrainings } from '../../../src/scoring-jobs/training/run-training.ts';
import { changeMode, decideLeads, leadFrom, makeLearningAccount, ROADSHOW_WINS, readModel } from './suite.ts';

const suite = useApi({ inOneCell: true });
const LONG = 180_000;
/** A re-score takes 200 at a time. */
const LEADS = 450;

async function trainInProcess(accountId: string): Promise<void> {
  const pool = openWorkerPool(suite.accountUrl);
  await runTrainings(accountId, {
    db: openInstallation(pool),
    signal: new AbortController().signal,
    onFailure: (error) => {
      throw error;
    },
  });
  await pool.end();
}

/** Makes a re-score wait at this lead, the last one it gets to. */
async function holdOldestOpenLead(accountId: string): Promise<{ release(): Promise<void> }> {
  const pool = openPool(suite.accountUrl, { size: 1 });
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(
    `select from leadline.leads where account_id = $1 and outcome = 'open' order by id limit 1 for update`,
    [accountId],
  );
  return {
    release: async () => {
      await holder.query('rollback');
      holder.release();
      await pool.end();
    },
  };
}

test(
  'a worker killed during a re-score with a model is followed by one that continues with that model',
  async () => {
    const account = await makeLearningAccount(suite);
    const { call, accountId } = account;
    const readRescore = async () => (await call('/api/settings/rescore')).body.data;
    await decideLeads(account, 200, ROADSHOW_WINS);
    const leads = Array.from({ length: LEADS }, (_, index) =>
      leadFrom(index % 2 === 0 ? 'Roadshow' : 'Leaflet'),
    );
    expect((await call('/api/batch', { leads })).status).toBe(200);
    await call('/api/model/train', undefined, { method: 'POST' });
    await trainInProcess(accountId);
    expect((await readModel(call)).live.model_version).toBe('m1');
    await changeMode(account, 'on');

    const held = await holdOldestOpenLead(accountId);
    expect((await call('/api/settings/rescore', undefined, { method: 'POST' })).status).toBe(200);
    const killed = await spawnWorker(suite.databaseUrl);
    await vi.waitFor(async () => expect((await readRescore()).progress.done).toBe(400), {
      timeout: 60_000,
      interval: 50,
    });
    await killed.kill('SIGKILL');
    await held.release();
    expect(await readRescore()).toMatchObject({ status: 'running', progress: { leads: LEADS, done: 400 } });
    // The re-score keeps the model it was started with.
    await changeMode(account, 'on', 5);

    const next = await spawnWorker(suite.databaseUrl);
    await vi.waitFor(async () => expect((await readRescore()).status).toBe('finished'), {
      timeout: 60_000,
      interval: 50,
    });
    await next.kill('SIGTERM');
    const { rows } = await sql<{ id: string; model: string; entries: number }>`
      select l.id, a.data ->> 'model_version' as model, count(a.*)::integer as entries
      from leadline.leads l left join leadline.activities a
        on a.account_id = l.account_id and a.lead_id = l.id and a.kind = 'rescored'
      where l.account_id = ${accountId} and l.outcome = 'open' group by l.id, model`.execute(suite.owner);
    expect(rows).toHaveLength(LEADS);
    expect(new Set(rows.map(({ model, entries }) => `${model} ${entries}`))).toEqual(new Set(['m2 1']));
    expect(await readRescore()).toMatchObject({
      changed: LEADS,
      progress: { leads: LEADS, done: LEADS },
    });
    for (const { lead_id } of (await call('/api/leads?outcome=open&limit=20')).body.data) {
      const { body } = await call(`/api/leads/${lead_id}/replay`, {});
      expect(body.data).toMatchObject({ identical: true, stored: { model_version: 'm2' } });
    }
  },
  LONG,
);
