// Two people change the same lead at the same moment, over and over and in every way: each time, one of them wins, and the
// other is told.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { sizeOf } from '@leadline/testkit/size';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

const suite = useAuthSuite({ signUpPlan: 'unlimited' });

const ROUNDS = sizeOf(60, { inFull: 200 });
/** Fewer than fill the history of a lead. */
const ROUNDS_PER_LEAD = 20;

let people: readonly [Person, Person];
let key: string;
beforeAll(async () => {
  const [ana, bo] = [suite.person(), suite.person()];
  await ana.createAccount();
  const invitation = { email: bo.email, role: 'rep' };
  const { id } = (await ana.call('/api/auth/organization/invite-member', invitation)).body;
  await bo.signUp();
  await bo.call('/api/auth/organization/accept-invitation', { invitationId: id });
  key = (await ana.call('/api/keys', { name: 'Form' })).body.data.key;
  people = [ana, bo];
});

interface Lead {
  readonly lead_id: string;
  readonly status: string;
  readonly not_spam: boolean;
  readonly revision: number;
  readonly timeline: readonly { readonly event: string; readonly by?: string }[];
}

/** Each of them changes something, whatever the lead is like. Resolves to whether it was made. */
const WAYS: Readonly<Record<string, (person: Person, lead: Lead, round: number) => Promise<boolean>>> = {
  status: (person, { lead_id, status, revision }) => {
    const body = { status: status === 'contacted' ? 'qualified' : 'contacted', revision };
    return isMade(person.call(`/api/leads/${lead_id}`, body, { method: 'PATCH' }));
  },
  snooze: (person, { lead_id, revision }, round) => {
    const body = { snoozed_until: new Date(Date.UTC(2031, 0, 1, 0, round)).toISOString(), revision };
    return isMade(person.call(`/api/leads/${lead_id}`, body, { method: 'PATCH' }));
  },
  outcome: (person, { lead_id, revision }, round) =>
    isMade(person.call(`/api/leads/${lead_id}/outcome`, { outcome: 'won', amount: round, revision })),
  spam: (person, { lead_id, not_spam, revision }) =>
    isMade(
      person.call(`/api/leads/${lead_id}/feedback`, { verdict: not_spam ? 'spam' : 'not_spam', revision }),
    ),
  'status of many': (person, { lead_id, status, revision }) => {
    const wanted = status === 'contacted' ? 'qualified' : 'contacted';
    const body = { lead_ids: [lead_id], status: wanted, revisions: { [lead_id]: revision } };
    return isMadeForOne(person.call('/api/leads', body, { method: 'PATCH' }), lead_id);
  },
  'outcome of many': (person, { lead_id, revision }) => {
    const body = { lead_ids: [lead_id], outcome: 'lost', revisions: { [lead_id]: revision } };
    return isMadeForOne(person.call('/api/leads/outcomes', body), lead_id);
  },
};

async function isMade(answer: Promise<ApiResponse>): Promise<boolean> {
  const { status, body } = await answer;
  if (status !== 200) expect({ status, code: body.code }).toEqual({ status: 409, code: 'changed_meanwhile' });
  return status === 200;
}

async function isMadeForOne(answer: Promise<ApiResponse>, leadId: string): Promise<boolean> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  const { conflicts, revisions } = body.data;
  expect([...conflicts, ...Object.keys(revisions)]).toEqual([leadId]);
  return conflicts.length === 0;
}

test(`exactly one of two people wins, ${ROUNDS} times in a row`, async () => {
  const [ana, bo] = people;
  const read = async (leadId: string): Promise<Lead> => (await ana.call(`/api/leads/${leadId}`)).body.data;
  const way = fc.constantFrom(...Object.keys(WAYS));
  const rounds = fc.sample(fc.tuple(way, way), { numRuns: ROUNDS, seed: 20_270_101 });
  const wins = [0, 0];
  let leadId = '';
  for (const [round, [first, second]] of rounds.entries()) {
    if (round % ROUNDS_PER_LEAD === 0) leadId = await storeSpam();
    const before = await read(leadId);
    const isWon = await Promise.all([WAYS[first]?.(ana, before, round), WAYS[second]?.(bo, before, round)]);
    expect(isWon.toSorted(), `${first} and ${second}`).toEqual([false, true]);
    const winner = isWon.indexOf(true);
    wins[winner] = (wins[winner] ?? 0) + 1;
    const after = await read(leadId);
    expect(after.revision).toBeGreaterThan(before.revision);
    // What the loser wanted is nowhere: everything new is by the winner.
    const added = after.timeline.slice(before.timeline.length) as readonly Record<string, unknown>[];
    expect(new Set(added.map(({ by, recorded_by }) => by ?? recorded_by)).size).toBe(1);
  }
  expect(wins[0]).toBeGreaterThan(0);
  expect(wins[1]).toBeGreaterThan(0);
});

async function storeSpam(): Promise<string> {
  const lead = {
    email: newEmail(),
    message:
      'We offer SEO services at the best price. Our agency can get your website to the first page of Google. Reply for our packages.',
  };
  const { body } = await call(suite.api.url, '/api/webhook.php', lead, { key });
  return body.lead_id;
}
