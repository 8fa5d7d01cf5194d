// Nobody overwrites a change they haven't seen: every change of a lead can say which revision of it the caller has seen.

import type { NewAccount } from '@leadline/server';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeMember } from '../../src/accounts/team/change-member.ts';
import { actingAs, scopeWithin } from '../../src/platform/db/account-scope.ts';
import { inTransaction } from '../../src/platform/db/installation.ts';
import { addMember } from '../support/add-member.ts';

const suite = useApi({ inOneCell: true });

let account: NewAccount;
let caller: Caller;
let rep: string;
beforeAll(async () => {
  account = await makeAccount(suite.owner);
  caller = callAs(suite, account);
  rep = `user_${(await addMember(suite.owner, account.accountId, 'rep')).userId}`;
});

const SPAM = {
  name: 'SEO Expert',
  message:
    'We offer SEO services at the best price. Our agency can get your website to the first page of Google. Reply for our packages.',
};
const storeOne = (lead: object = {}): Promise<string> => storeLead(caller, { ...lead, email: newEmail() });
const read = async (leadId: string) => (await caller(`/api/leads/${leadId}`)).body.data;
const patch = (leadId: string, body: object) => caller(`/api/leads/${leadId}`, body, { method: 'PATCH' });
const patchMany = (body: object) => caller('/api/leads', body, { method: 'PATCH' });
const record = (leadId: string, body: object) => caller(`/api/leads/${leadId}/outcome`, body);
const say = (leadId: string, body: object) => caller(`/api/leads/${leadId}/feedback`, body);

type Change = (leadId: string, revision?: number) => Promise<ApiResponse>;

/** Everything that can be done to a lead, after what it takes to get it there. */
const CHANGES: readonly (readonly [name: string, prepare: object | null, Change])[] = [
  ['the status', null, (id, revision) => patch(id, { status: 'contacted', revision })],
  ['the status with a note', null, (id, revision) => patch(id, { status: 'new', note: 'Back', revision })],
  ['the assignee', null, (id, revision) => patch(id, { assignee: rep, revision })],
  ['the snooze', null, (id, revision) => patch(id, { snoozed_until: '2031-01-01T09:00:00Z', revision })],
  ['the end of a snooze', null, (id, revision) => patch(id, { snoozed_until: null, revision })],
  ['won, as a status', null, (id, revision) => patch(id, { status: 'won', amount: 5, revision })],
  ['won', null, (id, revision) => record(id, { outcome: 'won', amount: 5, revision })],
  ['lost', null, (id, revision) => record(id, { outcome: 'lost', reason: 'Late', revision })],
  ['reopening', { outcome: 'lost' }, (id, revision) => record(id, { outcome: 'open', revision })],
  ['amount', { outcome: 'won' }, (id, revision) => record(id, { outcome: 'won', amount: 7, revision })],
  ['reason', { outcome: 'lost' }, (id, revision) => record(id, { outcome: 'lost', reason: 'x', revision })],
  ['the rescue from spam', null, (id, revision) => say(id, { verdict: 'not_spam', revision })],
  ['a note that says so', null, (id, revision) => patch(id, { note: 'Unseen', revision })],
];

describe.each(CHANGES)('a change of a lead: %s', (_, prepare, change) => {
  const makeLead = async (): Promise<string> => {
    const leadId = await storeOne(SPAM);
    if (prepare !== null) await record(leadId, prepare);
    return leadId;
  };

  test('is refused once somebody has changed the lead, and changes nothing', async () => {
    const leadId = await makeLead();
    const { revision } = await read(leadId);
    await patch(leadId, { status: 'qualified' });
    const before = await read(leadId);
    expectError(await change(leadId, revision), 'changed_meanwhile');
    expect(await read(leadId)).toEqual(before);
  });

  test('is made if the lead is as the caller has seen it, and by callers who don’t say', async () => {
    const leadId = await makeLead();
    expect((await change(leadId, (await read(leadId)).revision)).status).toBe(200);
    expect((await change(await makeLead())).status).toBe(200);
  });
});

describe('the revision', () => {
  test('is the same in lists, on the lead and in the answers to changes', async () => {
    const leadId = await storeOne();
    const answers = [
      await patch(leadId, { status: 'contacted' }),
      await record(leadId, { outcome: 'won' }),
      await say(leadId, { verdict: 'too_high' }),
    ];
    const revisions = answers.map(({ body }) => body.data.revision);
    expect(revisions).toEqual(revisions.toSorted());
    expect(new Set(revisions).size).toBe(2);
    const { revision } = await read(leadId);
    expect(revisions.at(-1)).toBe(revision);
    const { body } = await caller('/api/leads?outcome=won&limit=100');
    expect(body.data.find(({ lead_id }: { lead_id: string }) => lead_id === leadId)).toMatchObject({
      revision,
    });
    const bulk = await patchMany({ lead_ids: [leadId], assignee: rep });
    expect(bulk.body.data.revisions).toEqual({ [leadId]: (await read(leadId)).revision });
  });

  test('goes up with every change that shows, also of the amount alone', async () => {
    const leadId = await storeOne(SPAM);
    let last = (await read(leadId)).revision;
    for (const change of [
      () => patch(leadId, { status: 'contacted' }),
      () => patch(leadId, { assignee: rep }),
      () => patch(leadId, { snoozed_until: '2031-01-01T09:00:00Z' }),
      () => patch(leadId, { status: 'contacted' }), // ends the snooze
      () => say(leadId, { verdict: 'not_spam' }),
      () => record(leadId, { outcome: 'won', amount: 5, at: '2026-01-02T03:04:05Z' }),
      () => record(leadId, { outcome: 'won', amount: 6, at: '2026-01-02T03:04:05Z' }),
      () => patch(leadId, { status: 'won', amount: 7 }),
      () => record(leadId, { outcome: 'open' }),
    ]) {
      expect((await change()).status).toBe(200);
      const { revision } = await read(leadId);
      expect(revision).toBeGreaterThan(last);
      last = revision;
    }
    const { history } = await read(leadId);
    const amounts = history.flatMap((entry: { amount?: number | null }) => entry.amount ?? []);
    expect(amounts).toEqual([5, 6, 7]);
  });

  test('stays as it is when nothing changes, and with notes and other feedback', async () => {
    const leadId = await storeOne(SPAM);
    await patch(leadId, { status: 'contacted', assignee: rep });
    const { revision } = await read(leadId);
    for (const change of [
      () => patch(leadId, { status: 'contacted' }),
      () => patch(leadId, { assignee: rep, snoozed_until: null }),
      () => patch(leadId, { note: 'Called' }),
      () => say(leadId, { verdict: 'too_low' }),
      () => say(leadId, { verdict: 'spam' }),
    ])
      expect((await change()).status).toBe(200);
    expect(await read(leadId)).toMatchObject({ revision });
  });

  test('goes up when a member leaves and loses the lead', async () => {
    const { userId, email } = await addMember(suite.owner, account.accountId, 'rep');
    const leadId = await storeOne();
    const { revision } = (await patch(leadId, { assignee: email })).body.data;
    await inTransaction(suite.owner, (transaction) =>
      removeMember(scopeWithin(transaction, actingAs(`user_${userId}`, account.accountId)), userId, userId),
    );
    expectError(await patch(leadId, { status: 'contacted', revision }), 'changed_meanwhile');
  });

  test('is a positive integer', async () => {
    const leadId = await storeOne();
    for (const revision of [0, -1, 1.5, '1', null])
      expectError(await patch(leadId, { status: 'contacted', revision }), 'invalid_input');
    expect(await read(leadId)).toMatchObject({ status: 'new', revision: 1 });
  });

  test('of another account’s lead tells nothing', async () => {
    const leadId = await storeOne();
    const stranger = callAs(suite, await makeAccount(suite.owner));
    for (const revision of [1, 2]) {
      const body = { status: 'contacted', revision };
      expectError(await stranger(`/api/leads/${leadId}`, body, { method: 'PATCH' }), 'not_found');
      const many = { lead_ids: [leadId], status: 'contacted', revisions: { [leadId]: revision } };
      expect((await stranger('/api/leads', many, { method: 'PATCH' })).body.data).toEqual({
        changed: 0,
        unknown: [leadId],
        conflicts: [],
        revisions: {},
      });
    }
  });
});

describe('a change of many leads', () => {
  const makeThree = async () => {
    const ids = [await storeOne(), await storeOne(), await storeOne()] as const;
    const revisions: Record<string, number> = Object.fromEntries(ids.map((id) => [id, 1]));
    await patch(ids[1], { status: 'qualified' });
    return { ids, revisions };
  };

  test('skips and names those that somebody has changed, and changes the rest', async () => {
    const { ids, revisions } = await makeThree();
    const [first, second, third] = ids;
    const { status, body } = await patchMany({
      lead_ids: [...ids, 'lead_x'],
      revisions,
      status: 'contacted',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ changed: 2, unknown: ['lead_x'], conflicts: [second] });
    expect(Object.keys(body.data.revisions).toSorted()).toEqual([first, third].toSorted());
    expect(await read(second)).toMatchObject({ status: 'qualified' });
    for (const id of [first, third])
      expect(await read(id)).toMatchObject({ status: 'contacted', revision: body.data.revisions[id] });
  });

  test('does so for outcomes, too', async () => {
    const { ids, revisions } = await makeThree();
    const { body } = await caller('/api/leads/outcomes', { lead_ids: ids, revisions, outcome: 'lost' });
    expect(body.data).toMatchObject({ recorded: 2, unknown: [], conflicts: [ids[1]] });
    expect(await read(ids[1])).toMatchObject({ status: 'qualified' });
    expect(await read(ids[2])).toMatchObject({ status: 'lost', revision: body.data.revisions[ids[2]] });
  });

  test('changes leads without a revision whatever others have done', async () => {
    const { ids } = await makeThree();
    const { body } = await patchMany({ lead_ids: ids, status: 'contacted', revisions: { [ids[0]]: 1 } });
    expect(body.data).toMatchObject({ changed: 3, conflicts: [] });
  });

  test('rejects a revision of a lead that it isn’t about', async () => {
    const { ids, revisions } = await makeThree();
    for (const path of ['/api/leads', '/api/leads/outcomes']) {
      const change = path === '/api/leads' ? { status: 'lost' } : { outcome: 'lost' };
      const body = { lead_ids: ids.slice(1), revisions, ...change };
      const answer = await caller(path, body, path === '/api/leads' ? { method: 'PATCH' } : {});
      expectError(answer, 'invalid_input');
    }
    expect(await read(ids[2])).toMatchObject({ status: 'new' });
  });
});

test('an import stores leads of its own and leaves those that people work on alone', async () => {
  const email = newEmail();
  const leadId = await storeLead(caller, { email });
  await patch(leadId, { status: 'qualified', assignee: rep });
  const before = await read(leadId);
  const worker = openWorkerPool(suite.accountUrl);
  await importFileInProcess(caller, worker, account.accountId, toCsv([{ email, Status: 'Closed lost' }]));
  await worker.end();
  const { person, ...after } = await read(leadId);
  expect(person.lead_ids).toHaveLength(2);
  expect({ ...after, person: before.person }).toEqual(before);
});
