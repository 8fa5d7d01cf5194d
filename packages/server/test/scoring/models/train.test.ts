// From posted leads with outcomes to a model that takes part in scoring.

import type { RunningWorker } from '@leadline/server';
import { expectError } from '@leadline/testkit/http/expect-error';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeMode,
  decideLeads,
  LEAFLET_WINS,
  leadFrom,
  makeLearningAccount,
  RANDOM,
  ROADSHOW_WINS,
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

interface Entry {
  readonly group: string;
  readonly points: number;
  readonly text: string;
}
const learnedIn = (ledger: readonly Entry[]): Entry[] => ledger.filter(({ group }) => group === 'learned');

test(
  'a strong pattern goes live, and new leads get its points and a measured chance of closing',
  async () => {
    const account = await makeLearningAccount(suite);
    const { call } = account;
    const before = await storeLead(call, leadFrom('Roadshow'));
    await decideLeads(account, 400, ROADSHOW_WINS);
    expect(await readModel(call)).toMatchObject({
      version: 0,
      mode: 'advisory',
      point_limit: 30,
      live: null,
      latest: null,
      training: null,
      outcomes: { since_training: 400 },
    });

    const trained = await train(account);
    expect(trained.training).toMatchObject({ status: 'finished', progress: { leads: 401, done: 401 } });
    expect(trained).toMatchObject({
      version: 1,
      live: { model_version: 'm1', by: 'worker', trained: { outcomes: 400, verdict: { decision: 'live' } } },
      latest: { outcomes: 400, verdict: { decision: 'live', code: 'beats_current' } },
      outcomes: { since_training: 0 },
    });
    const { held_out: heldOut, learned } = trained.latest.report;
    expect(trained.history).toEqual([
      {
        outcomes: 400,
        won: trained.latest.won,
        decision: 'live',
        auc: heldOut.auc,
        trained_at: trained.latest.trained_at,
      },
    ]);
    expect(heldOut.outcomes).toBe(120);
    expect(heldOut.auc.model.low).toBeGreaterThan(heldOut.auc.rules.high);
    expect(heldOut.lift.model.lift).toBeGreaterThan(1.3);
    expect(heldOut.reliability.length).toBeGreaterThan(1);
    const source = learned.find(({ label }: { label: string }) => label === 'Source');
    expect(source.levels[0]).toMatchObject({
      label: 'roadshow',
      text: expect.stringMatching(/^Won \d in 10 of such leads, \d in \d+ overall$/),
    });
    expect(source.levels[0].points).toBeGreaterThan(10);

    // Advisory: the chance of closing is measured, the score stays.
    await waitUntilScoredBy(call, 'm1');
    const [roadshow, leaflet] = [
      await storeLead(call, leadFrom('Roadshow')),
      await storeLead(call, leadFrom('Leaflet')),
    ];
    const resultOf = async (leadId: string) => (await call(`/api/leads/${leadId}`)).body.data.result;
    const advisory = await resultOf(roadshow);
    expect(learnedIn(advisory.ledger)).toEqual([]);
    expect(advisory.closing).toMatchObject({ basis: '400 outcomes' });
    expect(advisory.closing.probability).toBeGreaterThan(0.6);
    expect((await resultOf(leaflet)).closing.probability).toBeLessThan(0.3);
    const plain = await resultOf(before);
    expect(plain).toMatchObject({ model_version: null, closing: { basis: 'stated prior' } });
    expect(plain.score).toBe(advisory.score);

    // On: the ledger has learned entries with their evidence.
    const changed = await changeMode(account, 'on', 10);
    expect(changed).toMatchObject({ version: 2, mode: 'on', point_limit: 10 });
    for (const { levels } of changed.latest.report.learned)
      for (const level of levels) expect(Math.abs(level.points)).toBeLessThanOrEqual(10);
    await waitUntilScoredBy(call, 'm2');
    const scored = await resultOf(await storeLead(call, leadFrom('Roadshow')));
    expect(scored.model_version).toBe('m2');
    const entries = learnedIn(scored.ledger);
    expect(
      entries.some(({ text }) =>
        /^Source “Roadshow”: won \d in 10 of such leads, \d in \d+ overall/.test(text),
      ),
    ).toBe(true);
    const points = entries.reduce((sum, entry) => sum + entry.points, 0);
    expect(points).toBeGreaterThan(5);
    expect(points).toBeLessThanOrEqual(10);
    expect(Math.max(...entries.map((entry) => entry.points))).toBeLessThanOrEqual(10);
    expect(scored.score).toBe(plain.score + points);

    // Off: rules alone, and nothing is trained.
    await changeMode(account, 'off');
    await waitUntilScoredBy(call, null);
    expectError(await call('/api/model/train', undefined, { method: 'POST' }), 'conflict');
    // The model is still there.
    await changeMode(account, 'on');
    await waitUntilScoredBy(call, 'm4');
  },
  LONG,
);

test(
  'random outcomes publish nothing that adds points',
  async () => {
    const account = await makeLearningAccount(suite);
    await decideLeads(account, 300, RANDOM, 7);
    await changeMode(account, 'on');
    const { latest, live } = await train(account);
    expect(latest.verdict.decision).not.toBe('live');
    expect(live.trained?.verdict.decision ?? 'wait').not.toBe('live');
    const { body } = await account.call('/api/webhook.php', leadFrom('Roadshow'));
    const { result } = (await account.call(`/api/leads/${body.lead_id}`)).body.data;
    expect(learnedIn(result.ledger)).toEqual([]);
  },
  LONG,
);

test(
  'no account learns from the outcomes of another or from test leads',
  async () => {
    const [roadshow, leaflet] = [await makeLearningAccount(suite), await makeLearningAccount(suite)];
    const testKey = {
      ...roadshow,
      call: ((path, body, options) =>
        roadshow.call(path, body, { key: roadshow.testKey, ...options })) as typeof roadshow.call,
    };
    await Promise.all([
      decideLeads(roadshow, 200, ROADSHOW_WINS, 3),
      decideLeads(leaflet, 200, LEAFLET_WINS, 4),
      decideLeads(testKey, 60, LEAFLET_WINS, 5),
    ]);
    for (const [account, best] of [
      [roadshow, 'roadshow'],
      [leaflet, 'leaflet'],
    ] as const) {
      const { latest, live } = await train(account);
      expect(latest.outcomes).toBe(200);
      expect(live.model_version).toBe('m1');
      const source = latest.report.learned.find(({ label }: { label: string }) => label === 'Source');
      expect(source.levels[0].label).toBe(best);
    }
  },
  LONG,
);

test(
  'too few outcomes wait, and say how many are missing',
  async () => {
    const account = await makeLearningAccount(suite);
    const failed = await train(account);
    expect(failed.training).toMatchObject({
      status: 'failed',
      error: 'none of the leads that were won or lost can be learned from',
    });
    await decideLeads(account, 20, ROADSHOW_WINS);
    const { latest, live, history } = await train(account);
    expect(history).toMatchObject([{ outcomes: 20, decision: 'wait', auc: null }]);
    expect(latest).toMatchObject({
      outcomes: 20,
      verdict: { decision: 'wait', code: 'too_few_outcomes' },
      report: { held_out: null },
    });
    expect(latest.verdict.missing).toBeGreaterThan(0);
    expect(live).toBeNull();
  },
  LONG,
);
