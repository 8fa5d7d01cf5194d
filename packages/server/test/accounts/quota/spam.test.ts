// Spam doesn't use up the leads that a plan includes, and nobody gets more than that by sending leads that look like spam. See
// docs/decisions/0050-uncounted-spam.md.

import { makeAccount, type PlanLimits } from '@leadline/testkit/database/accounts';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, makeLeadFrom, newEmail } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/accounts/keys/create-key.ts';
import { spamLimitOf } from '../../../src/accounts/quota/spam-limit.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';

const suite = useApi({ inOneCell: true });
/** Believes in X-Forwarded-For. */
let behind: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  behind = await startTestApi(suite.databaseUrl, { trustedProxies: '127.0.0.1' });
});
afterAll(() => behind.stop());

/** What a bot sends that fills in every field. */
const makeSpam = (): Record<string, unknown> =>
  makeLead({ email: newEmail(), phone: '', _website: 'http://x' });

async function makeVictim(limits: PlanLimits = { monthlyLeads: 100 }) {
  const account = await makeAccount(suite.owner, limits);
  const { accountId } = account;
  const makeUrl = async (mode: 'live' | 'test' = 'live'): Promise<string> =>
    `/api/intake/${(await createKey(suite.owner, asOperator(accountId), mode, 'Form', 'intake')).key}`;
  const url = await makeUrl();
  return {
    ...account,
    url,
    makeUrl,
    send: (lead: unknown, key = account.liveKey, path = '/api/webhook.php') =>
      call(suite.api.url, path, lead, { key }),
    take: (lead: unknown, path = url) => call(suite.api.url, path, lead),
    takeFrom: (address: string, lead: unknown, path = url) =>
      call(behind.url, path, lead, { headers: { 'X-Forwarded-For': address } }),
    usage: async (key = account.liveKey) =>
      (await call(suite.api.url, '/api/usage', undefined, { key })).body.data,
    rescue: (leadId: string, verdict = 'not_spam') =>
      call(suite.api.url, `/api/leads/${leadId}/feedback`, { verdict }, { key: account.liveKey }),
    setSpam: (spam: number) =>
      sql`insert into leadline.usage (account_id, month, spam)
        values (${accountId}, date_trunc('month', now() at time zone 'UTC')::date, ${spam})
        on conflict (account_id, month) do update set spam = excluded.spam`.execute(suite.owner),
    countStored: async () => {
      const { rows } = await sql<{ counted: number; uncounted: number }>`
        select count(*) filter (where not uncounted)::integer as counted,
          count(*) filter (where uncounted)::integer as uncounted
        from leadline.leads where account_id = ${accountId}`.execute(suite.owner);
      return rows[0];
    },
  };
}

const inParallel = (count: number, send: () => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: count }, send));
const statusesOf = (answers: readonly ApiResponse[]): number[] =>
  [...new Set(answers.map(({ status }) => status))].toSorted();
const times = (answers: readonly ApiResponse[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('spam', () => {
  test('that fills a free account’s form leaves all 100 leads to real people', async () => {
    const { accountId, take, usage, countStored } = await makeVictim();
    await sql`update leadline.accounts set plan = 'free' where id = ${accountId}`.execute(suite.owner);
    for (let sent = 0; sent < 100; sent += 20) {
      const answers = await inParallel(20, () => take(makeSpam()));
      expect(statusesOf(answers)).toEqual([200]);
      expect(answers[0]?.body.data).toMatchObject({ grade: 'Spam' });
    }
    expect(await take(makeLeadFrom(newEmail()))).toMatchObject({ status: 200 });
    expect(await usage()).toMatchObject({ used: 1, left: 99, spam: { not_counted: 100, limit: 1_000 } });
    for (let sent = 1; sent < 100; sent += 33) await inParallel(33, () => take(makeLeadFrom(newEmail())));
    expectError(await take(makeLeadFrom(newEmail())), 'plan_limit_reached');
    expect(await countStored()).toEqual({ counted: 100, uncounted: 100 });
  });

  test.each(['/api/webhook.php', '/api/score.php'])('sent to %s does not count either', async (path) => {
    const { send, liveKey, usage } = await makeVictim({ monthlyLeads: 1 });
    await inParallel(3, () => send(makeSpam(), liveKey, path));
    expect(await send(makeLeadFrom(newEmail()), liveKey, path)).toMatchObject({ status: 200 });
    expect(await usage()).toMatchObject({ used: 1, left: 0, spam: { not_counted: 3 } });
  });

  test('that is a pitch or a scam does not count, but a job application and a support request do', async () => {
    const { send, usage } = await makeVictim();
    const grades: string[] = [];
    for (const message of [
      'We are an SEO agency and can get your website to the first page of Google. Interested in our backlinks?',
      'Congratulations! You have won the lottery. Send your bank details to claim 2,000,000 dollars from the prince.',
      'I am looking for a job as a developer. Please find my CV attached.',
      'I forgot my password and can’t log in to my account, please reset it.',
    ])
      grades.push((await send(makeLead({ email: newEmail(), phone: '', message }))).body.data.grade);
    const spam = grades.filter((grade) => grade === 'Spam').length;
    expect(grades.slice(0, 2)).toEqual(['Spam', 'Spam']);
    expect(grades.slice(2)).not.toContain('Spam');
    expect(await usage()).toMatchObject({ used: 4 - spam, spam: { not_counted: spam } });
  });

  test('that is sent again is answered as before and uses nothing', async () => {
    const { take, usage, setSpam } = await makeVictim();
    const lead = makeSpam();
    const first = await take(lead);
    expect(await take(lead)).toMatchObject({ status: 200, text: first.text });
    expect(await usage()).toMatchObject({ used: 0, spam: { not_counted: 1 } });
    await setSpam(1_000);
    expectError(await take(makeSpam()), 'spam_limit_reached');
    expect(await take(lead)).toMatchObject({ status: 200, text: first.text });
  });

  test('of a test key counts neither for the live account nor toward the test leads', async () => {
    const { send, makeUrl, take, testKey, usage } = await makeVictim({ monthlyLeads: 100, testLeads: 1 });
    expect(await take(makeSpam(), await makeUrl('test'))).toMatchObject({ status: 200 });
    expect(await send(makeSpam(), testKey)).toMatchObject({ status: 200 });
    expect(await send(makeLeadFrom(newEmail()), testKey)).toMatchObject({ status: 200 });
    expectError(await send(makeLeadFrom(newEmail()), testKey), 'test_limit_reached');
    expect(await usage(testKey)).toMatchObject({ used: 1, spam: { not_counted: 2 } });
    expect(await usage()).toMatchObject({ used: 0, spam: { not_counted: 0 } });
  });

  test('is not counted for another account', async () => {
    const [one, other] = [await makeVictim(), await makeVictim()];
    await one.setSpam(1_000);
    expectError(await one.take(makeSpam()), 'spam_limit_reached');
    expect(await other.take(makeSpam())).toMatchObject({ status: 200 });
    expect(await other.usage()).toMatchObject({ spam: { not_counted: 1 } });
  });
});

describe('the limit for spam', () => {
  test('is as many leads as the plan includes, but at least 1,000', async () => {
    for (const monthly of [null, 0, 1, 100, 1_000, 10_000]) {
      const { rows } = await sql<{ limit: number | null }>`
        select leadline.spam_limit_of(${monthly}::integer) as limit`.execute(suite.owner);
      expect(rows).toEqual([{ limit: spamLimitOf(monthly) }]);
    }
    expect([null, 0, 1, 5_000].map(spamLimitOf)).toEqual([null, 0, 1_000, 5_000]);
  });

  test('is exact when much spam is sent at once to two processes', async () => {
    const { setSpam, liveKey, usage, countStored } = await makeVictim();
    await setSpam(990);
    let turn = 0;
    const answers = await inParallel(60, () =>
      call((turn++ % 2 === 0 ? suite.api : behind).url, '/api/webhook.php', makeSpam(), { key: liveKey }),
    );
    expect([times(answers, 200), times(answers, 402)]).toEqual([10, 50]);
    expect(await usage()).toMatchObject({ used: 0, spam: { not_counted: 1_000 } });
    expect(await countStored()).toEqual({ counted: 0, uncounted: 10 });
  });

  test('rejects only spam, until the next month, and says so', async () => {
    const { setSpam, take, send, usage } = await makeVictim({ monthlyLeads: 2 });
    await setSpam(1_000);
    const refused = await take(makeSpam());
    expectError(refused, 'spam_limit_reached', '1000 leads per month');
    expect(retryAfter(refused)).toBeGreaterThan(0);
    // As in the interface: success and error, nothing else.
    const byHeader = await send(makeSpam());
    expect(byHeader.body).toEqual({ success: false, error: expect.stringMatching(/^plan limit reached/) });
    expect(await take(makeLeadFrom(newEmail()))).toMatchObject({ status: 200 });
    expect(await send(makeLeadFrom(newEmail()))).toMatchObject({ status: 200 });
    expectError(await send(makeLeadFrom(newEmail())), 'plan_limit_reached');
    expect(await usage()).toMatchObject({ used: 2, spam: { not_counted: 1_000 } });
  });

  test('is the only one for spam: when the plan’s leads are used up, real leads get 402 and spam is kept', async () => {
    const { take, send } = await makeVictim({ monthlyLeads: 1 });
    expect(await send(makeLeadFrom(newEmail()))).toMatchObject({ status: 200 });
    expectError(await send(makeLeadFrom(newEmail())), 'plan_limit_reached');
    expect(await take(makeSpam())).toMatchObject({ status: 200 });
  });

  test('is 0 for a plan without leads', async () => {
    const { take, send } = await makeVictim({ monthlyLeads: 0 });
    expectError(await send(makeSpam()), 'spam_limit_reached');
    expect(await take(makeSpam())).toMatchObject({ status: 429 });
  });

  test('leaves the last tenth of the storage to other leads', async () => {
    const { accountId, send } = await makeVictim({ monthlyLeads: 100, storageBytes: 100_000 });
    await sql`insert into leadline.storage (account_id, bytes) values (${accountId}, 89_000)`.execute(
      suite.owner,
    );
    expectError(await send(makeSpam()), 'spam_limit_reached', 'nine tenths of the storage');
    expect(await send(makeLeadFrom(newEmail()))).toMatchObject({ status: 200 });
  });
});

describe('a batch', () => {
  test('stores spam without counting it, up to the limit, which never stops the other leads', async () => {
    const { setSpam, liveKey, usage } = await makeVictim({ monthlyLeads: 2 });
    await setSpam(998);
    // A batch isn't unwrapped, so it says itself that the check failed.
    const spam = () =>
      makeLead({ email: newEmail(), phone: '', custom_fields: { 'Bot check': 'failed (test)' } });
    const real = () => makeLeadFrom(newEmail());
    const leads = [spam(), spam(), spam(), real(), spam(), real()];
    const answer = await call(suite.api.url, '/api/batch', { leads, when_full: 'stop' }, { key: liveKey });
    expect(answer.body).toMatchObject({ stored: 4, refused: 2 });
    expect(answer.body.data.map(({ code }: { code?: string }) => code)).toEqual([
      undefined,
      undefined,
      'spam_limit_reached',
      undefined,
      'spam_limit_reached',
      undefined,
    ]);
    expect(await usage()).toMatchObject({ used: 2, left: 0, spam: { not_counted: 1_000 } });
    const more = { leads: [spam(), real()], when_full: 'stop' };
    expectError(await call(suite.api.url, '/api/batch', more, { key: liveKey }), 'plan_limit_reached');
  });
});

describe('a single sender', () => {
  test('can send spam up to a tenth of the limit a day, and real leads as ever', async () => {
    const { takeFrom, usage } = await makeVictim();
    const answers = await inParallel(130, () => takeFrom('203.0.113.9', makeSpam()));
    expect([times(answers, 200), times(answers, 429)]).toEqual([100, 30]);
    expect(retryAfter(answers.find(({ status }) => status === 429) as ApiResponse)).toBe(3_600);
    expect(await takeFrom('203.0.113.9', makeLeadFrom(newEmail()))).toMatchObject({ status: 200 });
    expect(await takeFrom('203.0.113.10', makeSpam())).toMatchObject({ status: 200 });
    expect(await usage()).toMatchObject({ used: 1, spam: { not_counted: 101 } });
  });

  test('with many addresses can send a quarter of the limit a day to one intake URL', async () => {
    const { takeFrom, makeUrl } = await makeVictim();
    let address = 0;
    const answers = await inParallel(260, () => takeFrom(`198.51.100.${address++ % 250}`, makeSpam()));
    expect([times(answers, 200), times(answers, 429)]).toEqual([250, 10]);
    const another = await makeUrl();
    expect(await takeFrom('198.51.100.1', makeSpam(), another)).toMatchObject({ status: 200 });
  });

  test('gets the same answer again for spam that was stored before its share was used up', async () => {
    const { takeFrom, usage } = await makeVictim();
    const lead = makeSpam();
    const first = await takeFrom('203.0.113.20', lead);
    await inParallel(99, () => takeFrom('203.0.113.20', makeSpam()));
    expectError(await takeFrom('203.0.113.20', makeSpam()), 'rate_limited');
    expect(await takeFrom('203.0.113.20', lead)).toMatchObject({ status: 200, text: first.text });
    expect(await usage()).toMatchObject({ spam: { not_counted: 100 } });
  });

  test('does not use up its share with repeated requests', async () => {
    const { takeFrom } = await makeVictim();
    const lead = makeSpam();
    for (let sent = 0; sent < 120; sent += 10) await inParallel(10, () => takeFrom('203.0.113.30', lead));
    const answers = await inParallel(99, () => takeFrom('203.0.113.30', makeSpam()));
    expect(statusesOf(answers)).toEqual([200]);
  });

  test('of an unlimited account has no such limit', async () => {
    const { takeFrom, usage } = await makeVictim({});
    const answers = await inParallel(120, () => takeFrom('203.0.113.40', makeSpam()));
    expect(statusesOf(answers)).toEqual([200]);
    expect(await usage()).toMatchObject({ used: 0, limit: null, spam: { not_counted: 120, limit: null } });
  });
});

describe('a lead that somebody says isn’t spam', () => {
  test('counts from then on, once', async () => {
    const { send, rescue, usage, countStored } = await makeVictim();
    const { lead_id } = (await send(makeSpam())).body;
    for (const verdict of ['not_spam', 'not_spam', 'spam', 'not_spam'])
      expect(await rescue(lead_id, verdict)).toMatchObject({ status: 200 });
    expect(await usage()).toMatchObject({ used: 1, left: 99, spam: { not_counted: 0 } });
    expect(await countStored()).toEqual({ counted: 1, uncounted: 0 });
  });

  test('can’t be rescued once the plan’s leads are used up, nor be had for nothing by many at once', async () => {
    const { send, rescue, usage, countStored, liveKey } = await makeVictim({ monthlyLeads: 5 });
    const sent = await inParallel(20, () => send(makeSpam()));
    const answers = await Promise.all([
      ...sent.map(({ body }) => rescue(body.lead_id)),
      ...(await inParallel(5, () => send(makeLeadFrom(newEmail())))),
    ]);
    expect([times(answers, 200), times(answers, 402)]).toEqual([5, 20]);
    expect(await usage()).toMatchObject({ used: 5, left: 0 });
    expect((await countStored())?.counted).toBe(5);
    const [refused] = answers.filter(({ status }) => status === 402);
    expectError(refused as ApiResponse, 'plan_limit_reached');
    const left = sent.find(({ body }, place) => answers[place]?.status === 402 && body.lead_id);
    const lead = await call(suite.api.url, `/api/leads/${left?.body.lead_id}`, undefined, { key: liveKey });
    expect(lead.body.data).toMatchObject({ not_spam: false });
    expect(lead.body.data.timeline.map(({ event }: { event: string }) => event)).not.toContain('feedback');
  });

  test('counts toward the month in which they say so', async () => {
    const { accountId, send, rescue, usage } = await makeVictim();
    const { lead_id } = (await send(makeSpam())).body;
    // As if the lead had come in last month.
    await sql`update leadline.usage set month = month - interval '1 month' where account_id = ${accountId}`.execute(
      suite.owner,
    );
    expect(await rescue(lead_id)).toMatchObject({ status: 200 });
    expect(await usage()).toMatchObject({ used: 1, spam: { not_counted: 0 } });
  });

  test('and that counted from the beginning does not count again', async () => {
    const { accountId, send, rescue, usage } = await makeVictim();
    const { lead_id } = (await send(makeSpam())).body;
    await sql`update leadline.leads set uncounted = false where account_id = ${accountId}`.execute(
      suite.owner,
    );
    expect(await rescue(lead_id)).toMatchObject({ status: 200 });
    expect(await usage()).toMatchObject({ used: 0 });
  });

  test('can be rescored only from then on, so that settings can’t turn leads into spam for a while', async () => {
    const { accountId, send, rescue } = await makeVictim();
    const { lead_id } = (await send(makeSpam())).body;
    const rescoreAs = async (grade: string): Promise<number> => {
      const { rows } = await sql`
        select lead_id from leadline.rescore_leads(${accountId}::uuid,
          array[${lead_id.replace('lead_', '')}]::uuid[], array[90]::smallint[], array[${grade}],
          (select array_agg(l.scored::text) from leadline.leads l where l.account_id = ${accountId}))`.execute(
        suite.owner,
      );
      return rows.length;
    };
    expect(await rescoreAs('Hot')).toBe(0);
    expect(await rescoreAs('Spam')).toBe(1);
    expect(await rescue(lead_id)).toMatchObject({ status: 200 });
    expect(await rescoreAs('Hot')).toBe(1);
  });

  test('is nobody else’s to rescue', async () => {
    const [one, other] = [await makeVictim(), await makeVictim()];
    const { lead_id } = (await one.send(makeSpam())).body;
    expectError(await other.rescue(lead_id), 'not_found');
    expect(await one.usage()).toMatchObject({ used: 0, spam: { not_counted: 1 } });
    expect(await other.usage()).toMatchObject({ used: 0, spam: { not_counted: 0 } });
  });
});
