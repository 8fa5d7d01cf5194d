// A live model that must not stay is replaced by the rules, whatever its first verdict said, and the page says why.

import { readLead } from '@leadline/engine';
import { LeadTable, type Model, trainModel } from '@leadline/learning';
import type { RunningWorker } from '@leadline/server';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeId } from '../../../src/platform/base/ids.ts';
import {
  decideLeads,
  type LearningAccount,
  leadFrom,
  makeLearningAccount,
  RANDOM,
  readModel,
  train,
  waitUntilScoredBy,
} from './suite.ts';

const suite = useApi();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await startTestWorker(suite.databaseUrl);
});
afterAll(() => worker.stop());

const LONG = 180_000;

/** All but certain that nothing closes, as a fit that diverges is. */
function hopelessModel(): Model {
  const table = new LeadTable();
  for (let index = 0; index < 3_000; index++) {
    const read = readLead(leadFrom(index % 2 ? 'Roadshow' : 'Leaflet'));
    if (!read.ok) throw new Error(read.error);
    table.add({ lead: read.lead, outcome: 'lost', receivedAt: new Date(Date.UTC(2025, 0, 1 + index)) });
  }
  return trainModel(table, { recency: null });
}

/** As if a training had published it as version 1, with points. */
async function publish({ accountId }: LearningAccount, model: Model): Promise<void> {
  const id = makeId();
  await suite.owner
    .insertInto('trained_models')
    .values({
      account_id: accountId,
      id,
      model: JSON.stringify(model),
      outcomes: model.outcomes,
      won: model.won,
      verdict: JSON.stringify({ decision: 'live', code: 'beats_current', text: 'Live.', missing: null }),
      report: JSON.stringify({ held_out: null, learned: [], left_out: [] }),
    })
    .execute();
  await suite.owner
    .insertInto('model_versions')
    .values({
      account_id: accountId,
      version: 1,
      trained_id: id,
      mode: 'on',
      point_limit: 30,
      reason: 'Live.',
      restores: null,
      actor: 'worker',
    })
    .execute();
}

test(
  'a live model whose chances of closing can’t be right is retired, and leads are scored by the rules again',
  async () => {
    const account = await makeLearningAccount(suite);
    await decideLeads(account, 120, RANDOM, 3);
    await publish(account, hopelessModel());
    await waitUntilScoredBy(account.call, 'm1');
    const { closing } = (
      await account.call(`/api/leads/${await storeLead(account.call, leadFrom('Leaflet'))}`)
    ).body.data.result;
    expect(closing.probability).toBeLessThan(0.01);

    const { latest, live, version } = await train(account);
    expect(latest.verdict).toMatchObject({
      decision: 'retire',
      code: 'live_model_degenerate',
      text: 'The live model gives each of the latest 120 leads the same chance of closing, 0.1%, whatever they answered.',
    });
    expect(version).toBe(2);
    expect(live).toMatchObject({
      model_version: null,
      mode: 'on',
      by: 'worker',
      reason: latest.verdict.text,
    });
    await waitUntilScoredBy(account.call, null);
  },
  LONG,
);

test(
  'a live model with numbers beyond all bounds is retired with the reason, instead of staying live without effect',
  async () => {
    const account = await makeLearningAccount(suite);
    await decideLeads(account, 60, RANDOM, 4);
    await publish(account, { ...hopelessModel(), shift: -29 });
    expect((await readModel(account.call)).live.model_version).toBe('m1');

    const { latest, live } = await train(account);
    expect(latest.verdict).toMatchObject({
      decision: 'retire',
      code: 'live_model_degenerate',
      text: "The live model can't be used: shift must be a number from -15 to 15.",
    });
    expect(live.model_version).toBeNull();
  },
  LONG,
);
