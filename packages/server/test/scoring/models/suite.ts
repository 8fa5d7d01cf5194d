// Accounts that learn from outcomes.

import { seedRandom } from '@leadline/learning';
import type { NewAccount } from '@leadline/server';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type ApiSuite, type Caller, callAs } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { expect, vi } from 'vitest';

export interface LearningAccount extends NewAccount {
  readonly call: Caller;
}

export async function makeLearningAccount(suite: ApiSuite): Promise<LearningAccount> {
  const account = await makeAccount(suite.owner);
  return { ...account, call: callAs(suite, account) };
}

const SOURCES = ['Roadshow', 'Leaflet'] as const;
type Source = (typeof SOURCES)[number];

/** The share of leads that is won, by source. */
export type WinRates = Readonly<Record<Source, number>>;
export const ROADSHOW_WINS: WinRates = { Roadshow: 0.85, Leaflet: 0.1 };
export const LEAFLET_WINS: WinRates = { Roadshow: 0.1, Leaflet: 0.85 };
export const RANDOM: WinRates = { Roadshow: 0.4, Leaflet: 0.4 };

const LEADS_AT_ONCE = 20;

export const leadFrom = (source: Source, more: object = {}) =>
  makeLead({ email: newEmail(), phone: '', source, message: 'We need 40 laptops', ...more });

/** Posts leads and records their outcomes, a few at a time, so that won and lost alternate. */
export async function decideLeads(
  { call }: LearningAccount,
  count: number,
  rates: WinRates,
  seed = 1,
): Promise<void> {
  const random = seedRandom(seed);
  for (let from = 0; from < count; from += LEADS_AT_ONCE) {
    const sources = Array.from(
      { length: Math.min(LEADS_AT_ONCE, count - from) },
      () => SOURCES[random() < 0.5 ? 0 : 1] as Source,
    );
    const { status, body } = await call('/api/batch', { leads: sources.map((source) => leadFrom(source)) });
    expect(status).toBe(200);
    const ids = { won: [] as string[], lost: [] as string[] };
    for (const [index, source] of sources.entries())
      ids[random() < rates[source] ? 'won' : 'lost'].push(body.data[index].lead_id);
    for (const outcome of ['won', 'lost'] as const)
      if (ids[outcome].length > 0)
        expect((await call('/api/leads/outcomes', { lead_ids: ids[outcome], outcome })).status).toBe(200);
  }
}

export const readModel = async (call: Caller) => (await call('/api/model')).body.data;

/** Trains and waits for the end. */
export async function train({ call }: LearningAccount) {
  const started = await call('/api/model/train', undefined, { method: 'POST' });
  expect(started).toMatchObject({ status: 200, body: { data: { training: { status: 'queued' } } } });
  await vi.waitFor(
    async () => expect((await readModel(call)).training.status).toMatch(/^(?:finished|failed)$/),
    { timeout: 90_000, interval: 100 },
  );
  return readModel(call);
}

export async function changeMode({ call }: LearningAccount, mode: string, pointLimit = 30) {
  const { version } = await readModel(call);
  const body = { version, mode, point_limit: pointLimit };
  const answer = await call('/api/model', body, { method: 'PUT' });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** Sends leads until one is scored by the model, and deletes them. */
export const waitUntilScoredBy = (call: Caller, name: string | null): Promise<void> =>
  waitFor(async () => {
    const leadId = await storeLead(call, leadFrom('Roadshow'));
    const { result } = (await call(`/api/leads/${leadId}`)).body.data;
    await call(`/api/leads/${leadId}`, undefined, { method: 'DELETE' });
    return result.model_version;
  }, name);
