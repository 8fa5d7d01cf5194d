// What members choose: their own only, by session only, and within limits.

import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { expect, test, vi } from 'vitest';
import { addMember } from '../../support/add-member.ts';
import { CHOICES, HOT_LEAD, PUBLIC_URL, useAlerts } from './suite.ts';

const suite = useAlerts();

const watcherOf = async (accountId: string): Promise<string | undefined> =>
  (
    await suite.owner
      .selectFrom('lead_watchers')
      .select('min_grade')
      .where('account_id', '=', accountId)
      .where('watcher', '=', 'alerts')
      .executeTakeFirst()
  )?.min_grade;

test('each member has their own choices, in each account', async () => {
  const account = await suite.newAccount();
  const viewer = await suite.addMember(account, 'viewer');
  await suite.choose(viewer, { digest_hour: 7, hours: 'chosen', opens_at: '06:00', closes_at: '21:30' });
  const { body } = await viewer.person.call('/api/alerts');
  expect(body.data).toEqual({
    ...CHOICES,
    digest_hour: 7,
    hours: 'chosen',
    opens_at: '06:00',
    closes_at: '21:30',
  });
  expect((await account.owner.person.call('/api/alerts')).body.data.email.new_leads).toBe('none');
  await viewer.person.call('/api/accounts', { name: 'Second' });
  expect((await viewer.person.call('/api/alerts')).body.data.digest_hour).toBeNull();
});

test('an API key can neither read nor change them', async () => {
  const { key } = await suite.newAccount();
  for (const [method, path] of [
    ['GET', '/api/alerts'],
    ['PUT', '/api/alerts'],
    ['POST', '/api/alerts/test'],
  ] as const)
    expectError(
      await suite.person().call(path, method === 'PUT' ? CHOICES : undefined, { key, method }),
      'not_signed_in',
    );
});

test.each<[string, object]>([
  ['hours that end before they begin', { opens_at: '18:00', closes_at: '08:00' }],
  ['an hour that does not exist', { digest_hour: 24 }],
  ['a grade nobody is alerted about', { email: { new_leads: 'cold', assigned: true } }],
  ['another user', { user_id: 'user_1' }],
])('%s is rejected', async (_, change) => {
  const { owner } = await suite.newAccount();
  const answer = await owner.person.call('/api/alerts', { ...CHOICES, ...change }, { method: 'PUT' });
  expectError(answer, 'invalid_input');
});

test('new leads go through the outbox from the lowest grade that anyone wants', async () => {
  const account = await suite.newAccount();
  const rep = await suite.addMember(account);
  const off = { new_leads: 'none', assigned: true } as const;
  await suite.choose(account.owner, { email: off });
  expect(await watcherOf(account.accountId)).toBeUndefined();
  await suite.choose(account.owner);
  expect(await watcherOf(account.accountId)).toBe('Hot');
  await suite.choose(rep, { email: off, browser: { new_leads: 'warm', assigned: false } });
  expect(await watcherOf(account.accountId)).toBe('Warm');
  await suite.choose(rep, { email: off });
  await suite.choose(account.owner, { email: off });
  expect(await watcherOf(account.accountId)).toBeUndefined();
});

test('up to 50 members can be alerted about new leads', async () => {
  const account = await suite.newAccount();
  for (let index = 0; index < 50; index++) {
    const { userId } = await addMember(suite.owner, account.accountId, 'rep');
    await suite.owner
      .insertInto('alert_choices')
      .values({
        account_id: account.accountId,
        user_id: userId,
        email_new: 'Hot',
        email_assigned: false,
        browser_new: null,
        browser_assigned: false,
        hours: 'always',
        opens_at: '08:00',
        closes_at: '18:00',
        digest_hour: null,
      })
      .execute();
  }
  const answer = await account.owner.person.call('/api/alerts', CHOICES, { method: 'PUT' });
  expectError(answer, 'limit_reached');
  await suite.choose(account.owner, { email: { new_leads: 'none', assigned: true } });
});

test('a test email arrives, a few times an hour at most', async () => {
  const { owner } = await suite.newAccount();
  for (let index = 0; index < 3; index++)
    expect((await owner.person.call('/api/alerts/test', {})).status).toBe(200);
  expectError(await owner.person.call('/api/alerts/test', {}), 'rate_limited');
  await suite.runSender(new Date());
  expect(suite.mailsTo(owner).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 3 }, () => 'Alerts from Leadline arrive here · Acme'),
  );
});

test('a worker emails a lead that was just sent, once, also to whom a rule assigns it, and forgets the alert with the lead', async () => {
  const account = await suite.newAccount();
  const rep = await suite.addMember(account);
  await suite.choose(account.owner);
  await suite.choose(rep, { email: { new_leads: 'hot', assigned: true } });
  const rule = { name: 'All', when: {}, assign_to: [`user_${rep.userId}`] };
  const routed = await account.owner.person.call(
    '/api/routing',
    { version: 0, rules: [rule] },
    { method: 'PUT' },
  );
  expect(routed.status, routed.text).toBe(200);
  const worker = await startTestWorker(suite.databaseUrl, {
    mail: { smtpUrl: suite.sink.url, from: 'leads@example.org' },
    publicUrl: PUBLIC_URL,
  });
  try {
    const leadId = await suite.postLead(account, HOT_LEAD);
    const subjects = () =>
      [account.owner, rep].map((member) => suite.mailsTo(member).map(({ subject }) => subject));
    await vi.waitFor(
      () =>
        expect(subjects()).toEqual([
          [expect.stringMatching(/^Hot lead: Marta/)],
          [expect.stringMatching(/^Assigned to you: Marta/)],
        ]),
      { timeout: 40_000 },
    );
    await vi.waitFor(async () => {
      const metrics = await (await fetch(worker.metricsUrl ?? '')).text();
      expect(metrics).toMatch(/leadline_alert_emails_total{kind="alerts",result="sent",cell="[^"]+"} 2/);
    });
    await account.owner.person.call(`/api/leads/lead_${leadId}`, undefined, { method: 'DELETE' });
    expect(await findAlerts(account.accountId)).toEqual([]);
  } finally {
    await worker.stop();
  }
  expect([suite.mailsTo(account.owner).length, suite.mailsTo(rep).length]).toEqual([1, 1]);
});

const findAlerts = (accountId: string): Promise<unknown[]> =>
  suite.owner.selectFrom('alerts').select('id').where('account_id', '=', accountId).execute();
