// The daily digest: once per person and day, at the chosen hour, and only if there is something to say.

import { expect, test } from 'vitest';
import { findDueDigest, nextDigest } from '../../../src/notifications/alerts/digest-times.ts';
import { type Member, type TestAccount, useAlerts } from './suite.ts';

const suite = useAlerts();
const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000);
const DAY_SECONDS = 24 * 60 * 60;

/** The office is always open, so that leads are overdue by the next digest. */
async function newAccount(): Promise<TestAccount> {
  const account = await suite.newAccount();
  const profile = {
    currency: 'EUR',
    time_zone: 'Asia/Kolkata',
    office_days: [1, 2, 3, 4, 5, 6, 7],
    opens_at: '00:00',
    closes_at: '23:59',
    typical_deal: null,
  };
  const saved = await account.owner.person.call('/api/account/profile', profile, { method: 'PUT' });
  expect(saved.status, saved.text).toBe(200);
  return account;
}

async function dueAt({ userId }: Member): Promise<Date> {
  const { next_digest_at } = await suite.owner
    .selectFrom('alert_choices')
    .select('next_digest_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return next_digest_at ?? new Date(0);
}

const NO_EMAILS = { new_leads: 'none', assigned: false } as const;

test('lists new leads by grade, the to-do list, overdue leads and snoozed ones that are back', async () => {
  const account = await newAccount();
  const { owner } = account;
  const colleague = await suite.addMember(account);
  // In two to three hours, when leads are overdue. India is 5:30 ahead of UTC.
  const hour = new Date(Date.now() + (5.5 + 3) * 3_600_000).getUTCHours();
  await suite.choose(owner, { email: NO_EMAILS, digest_hour: hour });
  const due = await dueAt(owner);
  expect(due.getTime()).toBeGreaterThan(Date.now());
  expect(new Date(due.getTime() + 5.5 * 3_600_000).getUTCHours()).toBe(hour);

  const post = (name: string) => suite.postLead(account, { name });
  const change = (leadId: string, body: object) =>
    owner.person.call(`/api/leads/lead_${leadId}`, body, { method: 'PATCH' });
  await post('New Nora');
  await change(await post('Theirs Theo'), { assignee: colleague.person.email });
  await change(await post('Done Dora'), { status: 'contacted' });
  await change(await post('Back Ben'), { status: 'contacted' });
  const back = await post('Snoozed Sam');
  await change(back, { snoozed_until: after(due, -60).toISOString() });
  await change(await post('Later Lea'), { snoozed_until: after(due, 3_600).toISOString() });

  await suite.runSender(after(due, -1));
  expect(suite.mailsTo(owner)).toEqual([]);
  await suite.runSender(due);
  const [mail] = suite.mailsTo(owner);
  expect(mail?.subject).toMatch(/^Today: 6 new leads, 2 to do, 1 overdue · Acme$/);
  expect(mail?.text).toContain('6 new leads since the last digest: 6 Hot.');
  expect(mail?.text).toMatch(/To do first\n-+\n\n- (New Nora|Snoozed Sam)/);
  expect(mail?.text).toMatch(/1 overdue\n-+\n\n- New Nora[^\n]*(Overdue|late)/);
  expect(mail?.text).toMatch(/1 back from snooze\n-+\n\n- Snoozed Sam/);
  for (const name of ['Theirs Theo', 'Done Dora', 'Later Lea']) expect(mail?.text).not.toContain(name);
});

test('lists a lead graded Spam once a person has said that it isn’t', async () => {
  const account = await newAccount();
  const { owner } = account;
  await suite.choose(owner, { email: NO_EMAILS, digest_hour: 8 });
  const due = await dueAt(owner);
  const spam = {
    message: 'We are an SEO agency and offer cheap backlinks. Rank first on Google!',
    budget: '',
  };
  await suite.postLead(account, { name: 'Spam Sid', ...spam });
  const rescued = await suite.postLead(account, { name: 'Rescued Rita', ...spam });
  const { status } = await owner.person.call(`/api/leads/lead_${rescued}/feedback`, { verdict: 'not_spam' });
  expect(status).toBe(200);
  await suite.runSender(due);
  const [mail] = suite.mailsTo(owner);
  expect(mail?.subject).toContain('0 new leads, 1 to do');
  expect(mail?.text).toContain('Rescued Rita (Spam');
  expect(mail?.text).not.toContain('Spam Sid');
});

test('comes once a day, also with two workers, a crash and a changed profile', async () => {
  const account = await newAccount();
  const { owner } = account;
  await suite.choose(owner, { email: NO_EMAILS, digest_hour: 8 });
  await suite.postLead(account);
  const due = await dueAt(owner);
  await Promise.all([suite.runSender(due), suite.runSender(due), suite.runSender(due)]);
  // As if the time of the next digest had not been saved.
  await suite.owner
    .updateTable('alert_choices')
    .set({ next_digest_at: due })
    .where('user_id', '=', owner.userId)
    .execute();
  await suite.runSender(after(due, 600));
  expect(suite.mailsTo(owner)).toHaveLength(1);
  expect(await dueAt(owner)).toEqual(after(due, DAY_SECONDS));
  await suite.runSender(after(due, DAY_SECONDS));
  expect(suite.mailsTo(owner)).toHaveLength(2);
  expect(new Set(suite.mailsTo(owner).map(({ messageId }) => messageId)).size).toBe(2);
});

test('is not sent without anything to say, nor hours too late', async () => {
  const account = await newAccount();
  const { owner } = account;
  await suite.choose(owner, { email: NO_EMAILS, digest_hour: 8 });
  const due = await dueAt(owner);
  await suite.runSender(due);
  await suite.postLead(account);
  await suite.runSender(after(due, DAY_SECONDS + 4 * 3_600));
  expect(suite.mailsTo(owner)).toEqual([]);
  await suite.runSender(after(due, 2 * DAY_SECONDS));
  expect(suite.mailsTo(owner)).toHaveLength(1);
});

test('is sent after alerts that are due, because those are urgent', async () => {
  const account = await newAccount();
  const rep = await suite.addMember(account);
  await suite.choose(account.owner, { email: NO_EMAILS, digest_hour: 8 });
  await suite.choose(rep);
  const leadId = await suite.postLead(account);
  const due = await dueAt(account.owner);
  await suite.announce(account, leadId, due);
  const before = suite.sink.mails.length;
  await suite.runSender(after(due, 60));
  expect(suite.sink.mails.slice(before).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Hot lead/),
    expect.stringMatching(/^Today/),
  ]);
});

test('does not come after someone turned it off or left', async () => {
  const account = await newAccount();
  const rep = await suite.addMember(account);
  for (const member of [account.owner, rep]) await suite.choose(member, { email: NO_EMAILS, digest_hour: 8 });
  await suite.postLead(account);
  const due = await dueAt(rep);
  await suite.choose(account.owner, { email: NO_EMAILS, digest_hour: null });
  await rep.person.call('/api/members/me', undefined, { method: 'DELETE' });
  await suite.runSender(due);
  expect([...suite.mailsTo(account.owner), ...suite.mailsTo(rep)]).toEqual([]);
});

test('is due at the hour of the account’s clocks, on office days, also when the clocks change', () => {
  const office = { time_zone: 'Europe/Berlin', office_days: [1, 2, 3, 4, 5] };
  const next = (now: string): string => nextDigest(office, 8, new Date(now)).toISOString();
  expect(next('2031-03-27T06:59:59Z')).toBe('2031-03-27T07:00:00.000Z');
  expect(next('2031-03-28T07:00:00Z')).toBe('2031-03-31T06:00:00.000Z'); // summer time began on Sunday
  expect(findDueDigest(office, 8, new Date('2031-03-31T06:30:00Z'))).toEqual({
    day: '2031-03-31',
    since: new Date('2031-03-28T07:00:00Z'),
  });
  expect(findDueDigest(office, 8, new Date('2031-03-29T07:00:00Z'))).toBeNull();
});
