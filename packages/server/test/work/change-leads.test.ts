// Status, snooze, assignee and notes of leads, and the timeline they leave.

import type { TimelineEntry } from '@leadline/contract';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { expectError } from '@leadline/testkit/http/expect-error';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeMember } from '../../src/accounts/team/change-member.ts';
import { showId } from '../../src/platform/base/ids.ts';
import {
  type AccountScope,
  actingAs,
  enterAccount,
  scopeWithin,
} from '../../src/platform/db/account-scope.ts';
import { inTransaction } from '../../src/platform/db/installation.ts';
import { changeLead } from '../../src/work/change-leads.ts';
import { recordOutcome } from '../../src/work/record-outcome.ts';
import { recordOutcomes } from '../../src/work/record-outcomes.ts';
import { addMember } from '../support/add-member.ts';

const suite = useApi();

let caller: Caller;
let accountId: string;
let rep: { userId: string; email: string };
let other: { userId: string; email: string };
beforeAll(async () => {
  const account = await makeAccount(suite.owner);
  accountId = account.accountId;
  caller = callAs(suite, account);
  rep = await addMember(suite.owner, accountId, 'rep');
  other = await addMember(suite.owner, accountId, 'rep');
});

const makeLead = (): Promise<string> => storeLead(caller, { email: newEmail() });
const change = (leadId: string, body: object) => caller(`/api/leads/${leadId}`, body, { method: 'PATCH' });
const read = async (leadId: string) => (await caller(`/api/leads/${leadId}`)).body.data;
const eventsOf = (timeline: readonly TimelineEntry[]): string[] => timeline.map(({ event }) => event);

describe('the status of a lead', () => {
  test('goes from new to contacted to won, and is in the timeline with who and why', async () => {
    const leadId = await makeLead();
    expect(await read(leadId)).toMatchObject({ status: 'new', contacted_at: null, assignee: null });
    const answer = await change(leadId, { status: 'contacted', note: 'Left a message' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { lead_id: leadId, status: 'contacted', contacted_at: expect.any(String) },
      },
    });
    await change(leadId, { status: 'won', amount: 1200, note: 'Signed' });
    const lead = await read(leadId);
    expect(lead).toMatchObject({ status: 'won', outcome: 'won' });
    expect(lead.timeline).toMatchObject([
      { event: 'received' },
      { event: 'scored' },
      {
        event: 'status',
        status: 'contacted',
        previous: 'new',
        note: 'Left a message',
        by: expect.stringMatching(/^key_/),
      },
      { event: 'outcome', outcome: 'won', amount: 1200, reason: 'Signed' },
    ]);
  });

  test('is back where it was when a lost lead is reopened', async () => {
    const leadId = await makeLead();
    await change(leadId, { status: 'qualified' });
    await caller(`/api/leads/${leadId}/outcome`, { outcome: 'lost' });
    expect(await read(leadId)).toMatchObject({ status: 'lost' });
    await caller(`/api/leads/${leadId}/outcome`, { outcome: 'open' });
    expect(await read(leadId)).toMatchObject({ status: 'qualified', outcome: 'open' });
  });

  test('ends a snooze', async () => {
    const leadId = await makeLead();
    await change(leadId, { snoozed_until: '2031-01-01T09:00:00Z' });
    expect(await read(leadId)).toMatchObject({ snoozed_until: '2031-01-01T09:00:00.000Z' });
    await change(leadId, { status: 'contacted' });
    expect(await read(leadId)).toMatchObject({ snoozed_until: null });
  });

  test('is announced once, and only when it changes', async () => {
    const leadId = await makeLead();
    await change(leadId, { status: 'contacted' });
    await change(leadId, { status: 'contacted' });
    const rows = await suite.owner
      .selectFrom('outbox as b')
      .select(['b.kind', 'b.data'])
      .where('b.account_id', '=', accountId)
      .where('b.subject_id', '=', leadId.replace('lead_', ''))
      .execute();
    expect(rows).toMatchObject([{ kind: 'lead.status', data: { status: 'contacted', previous: 'new' } }]);
  });
});

describe('the assignee of a lead', () => {
  test('can be given by ID or email', async () => {
    const leadId = await makeLead();
    await change(leadId, { assignee: rep.email.toUpperCase() });
    expect(await read(leadId)).toMatchObject({ assignee: `user_${rep.userId}` });
    await change(leadId, { assignee: `user_${other.userId}` });
    await change(leadId, { assignee: null });
    const lead = await read(leadId);
    expect(lead.assignee).toBeNull();
    expect(eventsOf(lead.timeline)).toEqual(['received', 'scored', 'assigned', 'assigned', 'assigned']);
  });

  test('must be a member of the account', async () => {
    const stranger = await addMember(suite.owner, (await makeAccount(suite.owner)).accountId, 'rep');
    const leadId = await makeLead();
    for (const assignee of [`user_${stranger.userId}`, stranger.email, 'nobody'])
      expectError(await change(leadId, { assignee }), 'invalid_input');
  });

  test('is only one of two people who take it at the same moment', async () => {
    const leadId = await makeLead();
    const answers = await Promise.all(
      [rep, other].map(({ userId }) => change(leadId, { assignee: `user_${userId}`, revision: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(eventsOf((await read(leadId)).timeline)).toEqual(['received', 'scored', 'assigned']);
  });
});

describe('a lead that nobody has', () => {
  const asRep = async (leadId: string, work: (scope: AccountScope, id: string) => Promise<unknown>) => {
    const member = actingAs(`user_${rep.userId}`, accountId);
    await enterAccount(suite.owner, member, (scope) => work(scope, leadId.replace('lead_', '')));
    return read(leadId);
  };
  const repId = () => showId('user', rep.userId);

  test('belongs to the rep who marks it as contacted or won, and the timeline says so', async () => {
    const contacted = await asRep(await makeLead(), (scope, id) =>
      changeLead(scope, id, { status: 'contacted' }),
    );
    expect(contacted).toMatchObject({ status: 'contacted', assignee: repId() });
    expect(contacted.timeline.at(-1)).toMatchObject({
      event: 'assigned',
      assignee: repId(),
      previous: null,
      by: repId(),
    });
    const won = { outcome: 'won', at: new Date(), amount: null, reason: null } as const;
    expect(await asRep(await makeLead(), (scope, id) => recordOutcome(scope, id, won))).toMatchObject({
      assignee: repId(),
    });
    expect(
      await asRep(await makeLead(), (scope, id) =>
        recordOutcomes(scope, { leadIds: [showId('lead', id)] }, won),
      ),
    ).toMatchObject({ assignee: repId() });
  });

  test('stays nobody’s if an API key works on it, or the person says so, or it is only reopened', async () => {
    const leadId = await makeLead();
    await change(leadId, { status: 'contacted' });
    expect(await read(leadId)).toMatchObject({ assignee: null });
    expect(
      await asRep(leadId, (scope, id) => changeLead(scope, id, { status: 'qualified', assignee: null })),
    ).toMatchObject({ status: 'qualified', assignee: null });
    expect(await asRep(leadId, (scope, id) => changeLead(scope, id, { status: 'new' }))).toMatchObject({
      assignee: null,
    });
  });

  test('is not taken from a colleague', async () => {
    const leadId = await makeLead();
    await change(leadId, { assignee: showId('user', other.userId) });
    expect(await asRep(leadId, (scope, id) => changeLead(scope, id, { status: 'contacted' }))).toMatchObject({
      assignee: showId('user', other.userId),
    });
  });
});

describe('a lead graded as spam', () => {
  const SPAM = {
    name: 'SEO Expert',
    message:
      'We offer SEO services at the best price. Our agency can get your website to the first page of Google. Reply for our packages.',
  };
  const say = (leadId: string, verdict: string) => caller(`/api/leads/${leadId}/feedback`, { verdict });
  const toDo = async (query: string): Promise<string[]> => {
    const { body } = await caller(`/api/leads?work=todo&limit=100&${query}`);
    return body.data.map(({ lead_id }: { lead_id: string }) => lead_id);
  };

  test('is on the to-do list once a person says that it isn’t spam, and off it again after an undo', async () => {
    const leadId = await storeLead(caller, { ...SPAM, email: newEmail() });
    expect(await read(leadId)).toMatchObject({ result: { grade: 'Spam' }, not_spam: false });
    expect(await toDo('sort=priority')).not.toContain(leadId);
    const before = (await caller('/api/leads/counts?work=todo')).body.data.total.count;

    expect((await say(leadId, 'not_spam')).body.data).toMatchObject({
      not_spam: true,
      result: { grade: 'Spam' },
    });
    for (const sort of ['priority', 'score', 'newest', 'oldest']) {
      const ids = await toDo(`sort=${sort}`);
      expect(ids.filter((id) => id === leadId)).toEqual([leadId]);
    }
    expect(await toDo('sort=priority&q=SEO')).toContain(leadId);
    expect(await toDo('sort=priority&grade=Hot,Warm')).not.toContain(leadId);
    expect((await caller('/api/leads/counts?work=todo')).body.data.total.count).toBe(before + 1);

    await say(leadId, 'spam');
    expect(await toDo('sort=priority')).not.toContain(leadId);
    expect(await read(leadId)).toMatchObject({ not_spam: false });
  });
});

describe('changes of many leads', () => {
  test('reach every known lead and name the unknown ones', async () => {
    const ids = await Promise.all([makeLead(), makeLead()]);
    const answer = await caller(
      '/api/leads',
      { lead_ids: [...ids, 'lead_x'], status: 'unqualified', note: 'Students', assignee: rep.email },
      { method: 'PATCH' },
    );
    expect(answer.body.data).toMatchObject({ changed: 2, unknown: ['lead_x'], conflicts: [] });
    for (const id of ids)
      expect(await read(id)).toMatchObject({ status: 'unqualified', assignee: `user_${rep.userId}` });
  });
});

describe('the timeline', () => {
  test('has 100 concurrent changes of one lead, all of them, in the order they were made', async () => {
    const leadId = await makeLead();
    const statuses = ['contacted', 'qualified', 'unqualified', 'new'] as const;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        change(
          leadId,
          number % 2 === 0
            ? { note: `note ${number}` }
            : { status: statuses[number % 4], note: `note ${number}` },
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { timeline, status } = await read(leadId);
    const written = (timeline as TimelineEntry[]).flatMap((entry) =>
      entry.event === 'note' ? [entry.text] : entry.event === 'status' ? [entry.note] : [],
    );
    expect(written.toSorted()).toEqual(
      Array.from({ length: 100 }, (_, number) => `note ${number}`).toSorted(),
    );
    // Each change of status starts where the one before it ended.
    let current = 'new';
    for (const entry of timeline as TimelineEntry[]) {
      if (entry.event !== 'status') continue;
      expect(entry.previous).toBe(current);
      current = entry.status;
    }
    expect(status).toBe(current);
  });

  test('has what people think of the score', async () => {
    const leadId = await makeLead();
    const answer = await caller(`/api/leads/${leadId}/feedback`, {
      verdict: 'too_high',
      reason: 'A student',
    });
    expect(answer.body.data.timeline.at(-1)).toMatchObject({
      event: 'feedback',
      verdict: 'too_high',
      reason: 'A student',
      score: expect.any(Number),
    });
  });

  test('stops at 300 entries', async () => {
    const leadId = await makeLead();
    await suite.owner
      .insertInto('activities')
      .values(
        Array.from({ length: 300 }, () => ({
          account_id: accountId,
          lead_id: leadId.replace('lead_', ''),
          kind: 'note' as const,
          actor: 'operator',
          data: JSON.stringify({ text: 'x' }),
        })),
      )
      .execute();
    expectError(await change(leadId, { note: 'one more' }), 'limit_reached');
  });
});

describe('invalid changes', () => {
  test.each<[string, object]>([
    ['nothing to change', {}],
    ['an unknown status', { status: 'open' }],
    ['an amount without a win', { amount: 5 }],
    ['an empty note', { note: '' }],
    ['a note that is too long', { note: 'x'.repeat(2001) }],
    ['something that is not a time', { snoozed_until: 'tomorrow' }],
    ['an unknown field', { color: 'red' }],
  ])('%s', async (_, body) => {
    expectError(await change(await makeLead(), body), 'invalid_input');
  });
});

describe('a member who leaves', () => {
  test('loses their open leads, which says so in the timeline', async () => {
    const leaving = await addMember(suite.owner, accountId, 'rep');
    const [open, won] = await Promise.all([makeLead(), makeLead()]);
    for (const id of [open, won]) await change(id, { assignee: leaving.email });
    await change(won, { status: 'won' });
    await inTransaction(suite.owner, (transaction) =>
      removeMember(
        scopeWithin(transaction, actingAs(`user_${leaving.userId}`, accountId)),
        leaving.userId,
        leaving.userId,
      ),
    );
    expect(await read(open)).toMatchObject({ assignee: null });
    expect((await read(open)).timeline.at(-1)).toMatchObject({
      event: 'assigned',
      assignee: null,
      previous: `user_${leaving.userId}`,
    });
    expect(await read(won)).toMatchObject({ assignee: `user_${leaving.userId}` });
  });
});
