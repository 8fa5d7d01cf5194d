// Messages are read by the real model on the way of a lead.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewAccount } from '../../src/accounts/create-account.ts';
import { setAi } from '../../src/accounts/set-ai.ts';
import type { RunningApi } from '../../src/api.ts';
import type { Database } from '../../src/db/database.ts';
import { call, makeLead } from '../support/api.ts';
import { cloneDatabase, makeAccount, openOwner } from '../support/database.ts';
import { LOCAL, PITCH, startReadingApi } from './suite.ts';

let databaseUrl: string;
let owner: Database;
let account: NewAccount;

beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openOwner(databaseUrl);
  account = await makeAccount(owner);
});
afterAll(() => owner.destroy());

async function withApi(
  ai: Parameters<typeof startReadingApi>[1],
  work: (api: RunningApi) => Promise<void>,
): Promise<void> {
  const api = await startReadingApi(databaseUrl, ai);
  try {
    await work(api);
  } finally {
    await api.stop();
  }
}

const send = (api: RunningApi, lead: Record<string, unknown>, key = account.liveKey) =>
  call(api.url, '/api/webhook.php', lead, { key });

describe('a lead with a message', () => {
  test('is read, and what was read is stored and replayed to the same score', async () => {
    await withApi(LOCAL, async (api) => {
      const { body } = await send(api, makeLead({ email: 'reading@acme.com' }));
      expect(body.data.ai).toMatchObject({ max_score: 20, confidence: 'high' });
      expect(body.data.ai.influence_applied).toBeGreaterThan(0);
      expect(body.data.reasons).toContainEqual(expect.stringMatching(/^AI reads a buyer/));
      const { body: detail } = await call(api.url, `/api/leads/${body.lead_id}`, undefined, {
        key: account.liveKey,
      });
      const { result } = detail.data;
      expect(result.assessment).toMatchObject({ kind: 'buyer', by: 'local' });
      expect(result.score_without_ai).toBe(body.data.score - body.data.ai.influence_applied);
      const { body: replay } = await call(
        api.url,
        `/api/leads/${body.lead_id}/replay`,
        {},
        { key: account.liveKey },
      );
      expect(replay.data.identical).toBe(true);
    });
  });

  test('that sells to us loses by it, within the cap', async () => {
    await withApi(LOCAL, async (api) => {
      const { body } = await send(api, makeLead({ email: 'pitch@acme.com', message: PITCH }));
      expect(body.data.ai.influence_applied).toBeLessThanOrEqual(0);
      expect(body.data.ai.influence_applied).toBeGreaterThanOrEqual(-20);
      expect(body.data.reasons).toContainEqual(expect.stringMatching(/^AI reads a sales pitch/));
    });
  });

  test('is explained with what the AI read', async () => {
    await withApi(LOCAL, async (api) => {
      const { body } = await call(
        api.url,
        '/api/explain.php',
        { lead: makeLead() },
        { key: account.liveKey },
      );
      expect(body.data.summary).toMatch(/Without AI it would be \d+/);
    });
  });

  test('is read in a batch too', async () => {
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

test('a process says whether it reads', async () => {
  await withApi(LOCAL, async (api) => {
    expect((await call(api.url, '/readyz')).body).toEqual({ success: true, ai: 'ready' });
  });
});

test('several batches at once leave time for leads that come alone', async () => {
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

test('a lead without a message is not read', async () => {
  await withApi(LOCAL, async (api) => {
    const { body } = await send(api, makeLead({ email: 'silent@acme.com', message: '' }));
    expect(body.data.ai).toMatchObject({ score: 0, confidence: 'low', influence_applied: 0, impact: 'None' });
    expect(body.data.reasons).not.toContainEqual(expect.stringMatching(/^AI/));
  });
});

test('an account whose messages nobody is to read', async () => {
  const other = await makeAccount(owner);
  await setAi(owner, other.accountId, 'off', null);
  await withApi(LOCAL, async (api) => {
    for (const key of [other.liveKey, other.testKey]) {
      const { body } = await send(api, makeLead(), key);
      expect(body.data.ai).toMatchObject({ influence_applied: 0, confidence: 'low' });
    }
  });
});

test('a model that cannot be loaded is said where an operator and a rep would look, and leads are taken', async () => {
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
    expect(body.data.reasons).toContainEqual('AI is not available: no influence (+0)');
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

test('more messages than can be read: all are taken, and those not read say so', async () => {
  await withApi({ ...LOCAL, deadlineMs: 30 }, async (api) => {
    const answers = await Promise.all(
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
    expect(answers.map(({ status }) => status)).toEqual(new Array(150).fill(200));
    const busy = answers.filter(({ body }) =>
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
