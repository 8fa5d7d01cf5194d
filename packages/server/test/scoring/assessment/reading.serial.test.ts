// Leads are assessed by the real local model as they are scored.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeadDetail } from '@leadline/contract';
import {
  type Answers,
  ASKS,
  type Assessment,
  DEFAULT_SETTINGS,
  type NoAssessment,
  QUESTIONS,
  readLead,
  type Scored,
  score,
} from '@leadline/engine';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { setAi } from '../../../src/operations/commands/set-ai.ts';
import type { Installation } from '../../../src/platform/db/installation.ts';
import type { RunningApi } from '../../../src/processes/api.ts';
import { LOCAL, MESSAGES, PITCH, startAiApi } from './suite.ts';

let databaseUrl: string;
let owner: Installation;
let account: NewAccount;

beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
  account = await makeAccount(owner);
});
afterAll(() => owner.destroy());

async function withApi(
  ai: Parameters<typeof startAiApi>[1],
  work: (api: RunningApi) => Promise<void>,
): Promise<void> {
  const api = await startAiApi(databaseUrl, ai);
  try {
    await work(api);
  } finally {
    await api.stop();
  }
}

const send = (api: RunningApi, lead: Record<string, unknown>, key = account.liveKey) =>
  call(api.url, '/api/webhook.php', lead, { key });

const look = async (api: RunningApi, leadId: string): Promise<LeadDetail['data']> =>
  (await call(api.url, `/api/leads/${leadId}`, undefined, { key: account.liveKey })).body.data;

/** Scores the same lead with the engine in this process. */
function scoreAgain(
  { lead, received_at }: LeadDetail['data'],
  assessment: Assessment | NoAssessment | null,
): Scored {
  const read = readLead(lead);
  if (!read.ok) throw new Error(read.error);
  return score(read.lead, { now: new Date(received_at), assessment });
}

/** What counts of the answers, without how sure the reader is. */
const valuesOf = ({ ask, ...answers }: Pick<Answers, 'ask' | (typeof QUESTIONS)[number]>) =>
  [ask, ...QUESTIONS.map((question) => answers[question])].map(({ value, clause }) => [value, clause]);

describe('a lead with a message', () => {
  test('is assessed, and the stored assessment replays to the same score', async () => {
    await withApi(LOCAL, async (api) => {
      const { body } = await send(api, makeLead({ email: 'reading@acme.com' }));
      expect(body.data.ai).toMatchObject({ max_score: 20, confidence: expect.toBeOneOf(['high', 'medium']) });
      expect(body.data.ai.score).toBeGreaterThan(0);
      const detail = await look(api, body.lead_id);
      const { result } = detail;
      const assessment = result.assessment as Assessment;
      const answerOf = (values: readonly (string | number)[]) => ({
        value: expect.toBeOneOf([...values]),
        probability: expect.any(Number),
        clause: expect.toBeOneOf([-1, 0]),
      });
      expect(assessment).toEqual({
        kind: 'buyer',
        answers: {
          ...Object.fromEntries(QUESTIONS.map((question) => [question, answerOf([0, 1, 2])])),
          ask: answerOf(ASKS),
          doubt: expect.toBeOneOf([null, expect.any(Object)]),
        },
        certainty: expect.any(Number),
        by: 'local',
      });
      expect(assessment.answers.what.value).toBeGreaterThan(0);
      const again = scoreAgain(detail, assessment);
      expect(result.ledger).toEqual(again.ledger);
      expect(valuesOf(result.answers)).toEqual(valuesOf(again.answers));
      expect(result.score_without_ai).toBe(body.data.score - body.data.ai.influence_applied);
      expect(result.score_without_ai).toBe(scoreAgain(detail, null).data.score);
      const { body: replay } = await call(
        api.url,
        `/api/leads/${body.lead_id}/replay`,
        {},
        { key: account.liveKey },
      );
      expect(replay.data).toEqual({
        lead_id: body.lead_id,
        identical: true,
        stored: result,
        replayed: result,
        differences: [],
      });
    });
  });

  test('gains nothing if it is a vendor pitch, and loses no more than the cap', async () => {
    await withApi(LOCAL, async (api) => {
      const { body } = await send(api, makeLead({ email: 'pitch@acme.com', message: PITCH }));
      expect(body.data.ai).toMatchObject({ score: 0, display: '0/20' });
      expect(body.data.ai.influence_applied).toBeLessThanOrEqual(0);
      expect(body.data.ai.influence_applied).toBeGreaterThanOrEqual(-DEFAULT_SETTINGS.aiInfluence);
      const { result } = await look(api, body.lead_id);
      expect(result.assessment).toMatchObject({
        kind: 'vendor-pitch',
        answers: { ask: { value: 'pitch' } },
        by: 'local',
      });
    });
  });

  test('is explained with the AI’s answers', async () => {
    await withApi(LOCAL, async (api) => {
      const influences: number[] = [];
      for (const message of MESSAGES) {
        const lead = makeLead({ email: 'explained@acme.com', message });
        const { data } = (await send(api, lead)).body;
        const { headline, summary, strengths } = (
          await call(api.url, '/api/explain.php', { lead }, { key: account.liveKey })
        ).body.data;
        const { influence_applied: influence } = data.ai;
        influences.push(influence);
        expect(headline).toContain(`${data.grade}, ${data.score} of 100`);
        expect(data.reasons).toEqual(expect.arrayContaining(strengths));
        if (influence === 0) expect(summary).not.toContain('Without AI');
        else expect(summary).toContain(` Without AI it would be ${data.score - influence}`);
      }
      expect(influences.filter((influence) => influence !== 0)).not.toEqual([]);
    });
  });

  test('is also assessed in a batch', async () => {
    await withApi(LOCAL, async (api) => {
      const leads = Array.from({ length: 30 }, (_, index) =>
        makeLead({
          email: `batch${index}@acme.com`,
          message: `We need ${index + 2} chairs this week, please quote`,
        }),
      );
      const { body } = await call(api.url, '/api/batch', { leads }, { key: account.liveKey });
      for (const { data } of body.data) expect(data.ai.confidence).not.toBe('low');
    });
  });
});

test('the health check says whether AI is available', async () => {
  await withApi(LOCAL, async (api) => {
    expect((await call(api.url, '/readyz')).body).toEqual({ success: true, ai: 'ready' });
  });
});

test('concurrent batches do not hold up single leads', async () => {
  await withApi({ ...LOCAL, deadlineMs: 100 }, async (api) => {
    const batch = (number: number) => {
      const leads = Array.from({ length: 200 }, (_, index) =>
        makeLead({
          email: `b${number}-${index}@acme.com`,
          message: `We need ${index + 2} desks for office ${number}`,
        }),
      );
      return call(api.url, '/api/batch', { leads }, { key: account.liveKey });
    };
    const batches = Promise.all([1, 2, 3, 4].map(batch));
    const alone = [];
    for (let index = 0; index < 15; index++)
      alone.push(
        await send(
          api,
          makeLead({ email: `alone${index}@acme.com`, message: `Please quote ${index + 2} chairs` }),
        ),
      );
    const isBusy = (reasons: string[]): boolean =>
      reasons.some((reason) => reason.startsWith('AI was too busy'));
    expect(alone.filter(({ body }) => isBusy(body.data.reasons)).length).toBeLessThanOrEqual(1);
    const batched = (await batches).flatMap(({ body }) => body.data);
    expect(batched.filter(({ data }) => isBusy(data.reasons)).length / batched.length).toBeLessThan(0.1);
  });
});

test('a form without a message is assessed by its answers', async () => {
  await withApi(LOCAL, async (api) => {
    const custom_fields = { 'What do you need?': 'We need 40 laptops for our new office' };
    const { body } = await send(api, makeLead({ email: 'form@acme.com', message: '', custom_fields }));
    expect(body.data.ai.confidence).not.toBe('low');
    const { result } = await look(api, body.lead_id);
    expect(result.assessment).toMatchObject({
      kind: 'buyer',
      answers: { what: { value: expect.toBeOneOf([1, 2]), clause: 0 } },
      by: 'local',
    });
  });
});

test('a lead without text is not assessed', async () => {
  await withApi(LOCAL, async (api) => {
    const { body } = await send(api, makeLead({ email: 'silent@acme.com', message: '' }));
    expect(body.data.ai).toMatchObject({ score: 0, confidence: 'low', influence_applied: 0, impact: 'None' });
    expect(body.data.reasons).not.toContainEqual(expect.stringMatching(/^AI/));
    expect((await look(api, body.lead_id)).result.assessment).toBeNull();
  });
});

test('leads of an account with AI off are not assessed', async () => {
  const other = await makeAccount(owner);
  await setAi(owner, other.accountId, 'off', null);
  await withApi(LOCAL, async (api) => {
    for (const key of [other.liveKey, other.testKey]) {
      const { body } = await send(api, makeLead(), key);
      expect(body.data.ai).toMatchObject({ influence_applied: 0, confidence: 'low' });
    }
  });
});

test('a model that cannot be loaded is reported to operators and reps, and leads are still accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  const modelFile = join(folder, 'model.onnx');
  writeFileSync(modelFile, 'no model');
  await withApi({ ...LOCAL, modelFile }, async (api) => {
    const ready = await call(api.url, '/readyz');
    expect(ready.status).toBe(200);
    expect(ready.body.ai).toBe('not available');
    const { status, body } = await send(api, makeLead({ email: 'broken@acme.com' }));
    expect(status).toBe(200);
    expect(body.data.ai).toMatchObject({ influence_applied: 0, confidence: 'low' });
    expect(body.data.reasons).toContainEqual('AI is unavailable: no influence (+0)');
    const { body: detail } = await call(api.url, `/api/leads/${body.lead_id}`, undefined, {
      key: account.liveKey,
    });
    expect(detail.data.result.assessment).toEqual({ missing: 'unavailable' });
    const { body: replay } = await call(
      api.url,
      `/api/leads/${body.lead_id}/replay`,
      {},
      { key: account.liveKey },
    );
    expect(replay.data.identical).toBe(true);
  });
  rmSync(folder, { recursive: true });
});

test('under overload all leads are accepted, and those not assessed say so', async () => {
  await withApi({ ...LOCAL, deadlineMs: 30 }, async (api) => {
    const responses = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        send(
          api,
          makeLead({
            email: `flood${index}@acme.com`,
            message: `${index} ${'we need chairs and desks for the office '.repeat(20)}`,
          }),
        ),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(new Array(150).fill(200));
    const busy = responses.filter(({ body }) =>
      body.data.reasons.some((reason: string) => reason.startsWith('AI was too busy')),
    );
    expect(busy.length).toBeGreaterThan(30);
    for (const { body } of busy) expect(body.data.ai.influence_applied).toBe(0);
    const { leads } = await owner
      .selectFrom('leads')
      .select((e) => e.fn.countAll<string>().as('leads'))
      .where('account_id', '=', account.accountId)
      .where('phone', '!=', 'none')
      .executeTakeFirstOrThrow();
    expect(Number(leads)).toBeGreaterThanOrEqual(150);
  });
});
