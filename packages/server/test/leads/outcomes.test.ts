// Recording the same outcome for many leads in one request.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';

const suite = useApi();

const PATH = '/api/leads/outcomes';
const NOWHERE = `lead_${'0'.repeat(32)}`;

let caller: Caller;
let accountId: string;
beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  accountId = account.accountId;
  caller = callAs(suite, account);
});

const storeSome = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => storeLead(caller, { email: newEmail() })));

const outcomesOf = async (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await caller(`/api/leads/${id}`)).body.data.outcome));

const announcedOf = async (ids: readonly string[]): Promise<string[]> => {
  const rows = await suite.owner
    .selectFrom('outbox as b')
    .select('b.subject_id')
    .where('b.account_id', '=', accountId)
    .where('b.kind', '=', 'lead.outcome')
    .execute();
  const announced = rows.map(({ subject_id }) => `lead_${subject_id?.replaceAll('-', '')}`);
  return announced.filter((id) => ids.includes(id)).toSorted();
};

describe('recording an outcome for many leads', () => {
  test('updates every lead, keeps its history and queues an event for each', async () => {
    const ids = await storeSome(3);
    const answer = await caller(PATH, { lead_ids: ids, outcome: 'lost', reason: 'No budget' });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { recorded: 3, unknown: [] } },
    });
    for (const id of ids) {
      const { outcome, history } = (await caller(`/api/leads/${id}`)).body.data;
      expect(outcome).toBe('lost');
      expect(history).toMatchObject([
        { event: 'scored' },
        { event: 'outcome', outcome: 'lost', reason: 'No budget', amount: null },
      ]);
    }
    expect(await announcedOf(ids)).toEqual(ids.toSorted());
    await caller(PATH, { lead_ids: ids, outcome: 'open' });
    expect(await outcomesOf(ids)).toEqual(['open', 'open', 'open']);
  });

  test('returns the IDs that the account does not have and records the rest', async () => {
    const [own = ''] = await storeSome(1);
    const stranger = callAs(suite, await makeAccount(suite.owner));
    const foreign = await storeLead(stranger, { email: newEmail() });
    const lead_ids = [NOWHERE, own, foreign, 'nonsense', own.toUpperCase()];
    const answer = await caller(PATH, { lead_ids, outcome: 'won' });
    expect(answer.body).toStrictEqual({
      success: true,
      data: {
        recorded: 1,
        unknown: [NOWHERE, foreign, 'nonsense', own.toUpperCase()],
        conflicts: [],
        revisions: { [own]: 2 },
      },
    });
    expect((await stranger(`/api/leads/${foreign}`)).body.data.outcome).toBe('open');
    expect(await announcedOf([foreign])).toEqual([]);
  });

  test('changes nothing if the account has none of them', async () => {
    const answer = await caller(PATH, { lead_ids: [NOWHERE, 'x'], outcome: 'won' });
    expect(answer.body.data).toMatchObject({ recorded: 0, unknown: [NOWHERE, 'x'], revisions: {} });
  });

  test('allows a reason as long as for a single lead', async () => {
    const [id = ''] = await storeSome(1);
    const reason = 'x'.repeat(2_000);
    for (const [path, body] of [
      [PATH, { lead_ids: [id], outcome: 'lost', reason }],
      [`/api/leads/${id}/outcome`, { outcome: 'lost', reason }],
    ] as const)
      expect(await caller(path, body)).toMatchObject({ status: 200 });
  });

  test('accepts a hundred leads, and overlapping lists do not deadlock', async () => {
    const ids = await storeSome(100);
    const lists = [ids, ids.toReversed(), ids.toSorted(), ids.slice(20, 80).toReversed()];
    const answers = await Promise.all(
      lists.map((lead_ids, n) => caller(PATH, { lead_ids, outcome: n % 2 === 0 ? 'won' : 'lost' })),
    );
    expect(answers.map(({ status, body }) => [status, body.data?.recorded])).toEqual(
      lists.map((list) => [200, list.length]),
    );
    expect(await announcedOf(ids)).toHaveLength(360);
  });

  test.each([
    ['an empty list', { lead_ids: [], outcome: 'won' }],
    ['more than 100 leads', { lead_ids: Array.from({ length: 101 }, (_, n) => `lead_${n}`), outcome: 'won' }],
    ['a duplicate lead', { lead_ids: [NOWHERE, NOWHERE], outcome: 'won' }],
    ['a missing outcome', { lead_ids: [NOWHERE] }],
    ['an unknown outcome', { lead_ids: [NOWHERE], outcome: 'maybe' }],
    ['a reason that is too long', { lead_ids: [NOWHERE], outcome: 'lost', reason: 'x'.repeat(2_001) }],
    ['an unknown field', { lead_ids: [NOWHERE], outcome: 'won', amount: 5 }],
  ])('rejects %s', async (_, body) => {
    expectError(await caller(PATH, body), 'invalid_input');
  });

  test('rejects a reason with an invalid character', async () => {
    const body = { lead_ids: [NOWHERE], outcome: 'won', reason: 'a\0b' };
    expectError(await caller(PATH, body), 'invalid_characters');
  });

  test('requires a valid API key', async () => {
    const body = { lead_ids: [NOWHERE], outcome: 'won' };
    expectError(await caller(PATH, body, { key: 'nonsense' }), 'invalid_api_key');
  });
});
