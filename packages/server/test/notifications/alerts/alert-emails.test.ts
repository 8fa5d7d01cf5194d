// Emails about new and assigned leads: who gets them, when, how many, and what they say.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { showId } from '../../../src/platform/base/ids.ts';
import { CHOICES, PUBLIC_URL, useAlerts } from './suite.ts';

const suite = useAlerts();

/** A Monday. */
const MONDAY = new Date('2031-01-06T10:00:00Z');
const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000);
const subjects = (mails: readonly { readonly subject: string }[]): string[] =>
  mails.map(({ subject }) => subject);

describe('an email about a new Hot lead', () => {
  test('says who it is, why and what to do, in text and HTML, with a link to the choices', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    const leadId = await suite.postLead(account);
    await suite.announce(account, leadId, MONDAY);
    expect(await suite.runSender(after(MONDAY, 5))).toEqual([]);
    expect(await suite.runSender(after(MONDAY, 11))).toEqual(['sent']);
    expect(await suite.runSender(after(MONDAY, 3_600))).toEqual([]);
    const mails = suite.mailsTo(account.owner);
    expect(subjects(mails)).toEqual([expect.stringMatching(/^Hot lead: Marta Vilanova \(\d+\) · Acme$/)]);
    for (const part of [mails[0]?.text ?? '', mails[0]?.html ?? '']) {
      expect(part).toContain('Marta Vilanova, Vilanova Textil');
      expect(part).toMatch(/Hot, \d+ of 100/);
      expect(part).toContain('Next step: Call within the hour');
      expect(part).toContain(`${PUBLIC_URL}/leads/${showId('lead', leadId)}`);
      expect(part).toContain('Account: Acme');
      expect(part).toContain('Change or stop these emails');
      expect(part).toContain(`${PUBLIC_URL}/settings/alerts`);
    }
    expect(mails[0]?.text.match(/^- /gm)).toHaveLength(3);
    expect(mails[0]?.html).toContain('color-scheme" content="light dark"');
    expect(mails[0]?.messageId).toMatch(/^<[0-9a-f]{32}@leads\.example\.org>$/);
  });

  test('goes to those who chose it, for the grades they chose', async () => {
    const account = await suite.newAccount();
    const [warm, none] = [await suite.addMember(account, 'viewer'), await suite.addMember(account)];
    await suite.choose(account.owner);
    await suite.choose(warm, { email: { new_leads: 'warm', assigned: false } });
    const hot = await suite.postLead(account);
    const cooler = await suite.postLead(account);
    await suite.owner.updateTable('leads').set({ grade: 'Warm' }).where('id', '=', cooler).execute();
    for (const leadId of [hot, cooler]) await suite.announce(account, leadId, MONDAY);
    await suite.runSender(after(MONDAY, 11));
    expect(subjects(suite.mailsTo(account.owner))).toEqual([expect.stringMatching(/^Hot lead/)]);
    expect(subjects(suite.mailsTo(warm))).toEqual(['2 new leads · Acme']);
    expect(suite.mailsTo(none)).toEqual([]);
  });

  test('is one per lead and person, also if the lead is announced and assigned again and again', async () => {
    const account = await suite.newAccount();
    const rep = await suite.addMember(account);
    await suite.choose(rep);
    const leadId = await suite.postLead(account);
    await suite.announce(account, leadId, MONDAY, { assignee: rep.userId });
    await suite.owner.updateTable('leads').set({ assignee: rep.userId }).where('id', '=', leadId).execute();
    await suite.announce(account, leadId, MONDAY);
    await suite.runSender(after(MONDAY, 11));
    await suite.announce(account, leadId, after(MONDAY, 60), { isNew: false, assignee: rep.userId });
    await suite.runSender(after(MONDAY, 120));
    expect(subjects(suite.mailsTo(rep))).toEqual([expect.stringMatching(/^Assigned to you: Marta Vilanova/)]);
  });

  test('does not go to test accounts, closed accounts, unverified addresses or people who left', async () => {
    const account = await suite.newAccount();
    const [unverified, gone] = [await suite.addMember(account), await suite.addMember(account)];
    for (const member of [account.owner, unverified, gone]) await suite.choose(member);
    await suite.owner
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', unverified.userId)
      .execute();
    const leadId = await suite.postLead(account);
    await suite.announce(account, leadId, MONDAY);
    await gone.person.call('/api/members/me', undefined, { method: 'DELETE' });
    await suite.runSender(after(MONDAY, 11));
    expect(suite.mailsTo(account.owner)).toHaveLength(1);
    expect([...suite.mailsTo(unverified), ...suite.mailsTo(gone)]).toEqual([]);

    const test = await suite.owner
      .selectFrom('accounts')
      .select('id')
      .where('test_of', '=', account.accountId)
      .executeTakeFirstOrThrow();
    const { body } = await account.owner.person.call('/api/keys', { name: 'Test', mode: 'test' });
    const testLead = await suite.postLead({ ...account, key: body.data.key });
    await suite.announce({ ...account, accountId: test.id }, testLead, MONDAY);
    const later = await suite.postLead(account);
    await suite.announce(account, later, MONDAY);
    await suite.owner
      .updateTable('accounts')
      .set({ deletion_requested_at: new Date(), delete_at: new Date('2040-01-01') })
      .where('id', '=', account.accountId)
      .execute();
    await suite.runSender(after(MONDAY, 60));
    expect(suite.mailsTo(account.owner)).toHaveLength(1);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    await suite.runSender(after(MONDAY, 120));
    expect(suite.mailsTo(account.owner)).toHaveLength(1);
  });

  test('is not sent once the lead is erased, decided or no longer wanted', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    const [erased, lost, kept] = [
      await suite.postLead(account),
      await suite.postLead(account),
      await suite.postLead(account),
    ];
    for (const leadId of [erased, lost, kept]) await suite.announce(account, leadId, MONDAY);
    const { person } = account.owner;
    expect((await person.call(`/api/leads/lead_${erased}`, undefined, { method: 'DELETE' })).status).toBe(
      200,
    );
    await person.call(`/api/leads/lead_${lost}/outcome`, { outcome: 'lost' });
    const left = await suite.owner
      .selectFrom('alerts')
      .select('lead_id')
      .where('account_id', '=', account.accountId)
      .execute();
    expect(left).toHaveLength(2);
    await suite.runSender(after(MONDAY, 11));
    expect(subjects(suite.mailsTo(account.owner))).toEqual([expect.stringMatching(/^Hot lead/)]);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    await suite.choose(account.owner, { email: { new_leads: 'none', assigned: false } });
    expect(await suite.runSender(after(MONDAY, 60))).toEqual(['dropped']);
    expect(suite.mailsTo(account.owner)).toHaveLength(1);
  });
});

describe('an assignment', () => {
  test('by someone else is emailed; taking a lead oneself is not', async () => {
    const account = await suite.newAccount();
    const rep = await suite.addMember(account);
    await suite.choose(rep, { email: { new_leads: 'none', assigned: true } });
    const [own, given, bulk] = [
      await suite.postLead(account),
      await suite.postLead(account, { name: 'Given Gina' }),
      await suite.postLead(account, { name: 'Bulk Bo' }),
    ];
    const assign = (by: typeof rep, path: string, body: object) =>
      by.person.call(path, { assignee: rep.person.email, ...body }, { method: 'PATCH' });
    expect((await assign(rep, `/api/leads/lead_${own}`, {})).status).toBe(200);
    expect((await assign(account.owner, `/api/leads/lead_${given}`, {})).status).toBe(200);
    await suite.runSender(after(new Date(), 11));
    expect(subjects(suite.mailsTo(rep))).toEqual([expect.stringMatching(/^Assigned to you: Given Gina/)]);
    await assign(account.owner, '/api/leads', { lead_ids: [`lead_${bulk}`, `lead_${given}`] });
    await suite.runSender(after(new Date(), 60));
    expect(subjects(suite.mailsTo(rep)).slice(1)).toEqual([
      expect.stringMatching(/^Assigned to you: Bulk Bo/),
    ]);
  });

  test('that is taken back before the email goes out is not emailed', async () => {
    const account = await suite.newAccount();
    const rep = await suite.addMember(account);
    await suite.choose(rep, { email: { new_leads: 'none', assigned: true } });
    const leadId = await suite.postLead(account);
    for (const assignee of [rep.person.email, null])
      await account.owner.person.call(`/api/leads/lead_${leadId}`, { assignee }, { method: 'PATCH' });
    expect(await suite.runSender(after(new Date(), 11))).toEqual(['dropped']);
    expect(suite.mailsTo(rep)).toEqual([]);
  });
});

describe('quiet hours', () => {
  const setProfile = async (account: Awaited<ReturnType<typeof suite.newAccount>>): Promise<void> => {
    const { status } = await account.owner.person.call(
      '/api/account/profile',
      {
        currency: 'EUR',
        time_zone: 'Europe/Berlin',
        office_days: [1, 2, 3, 4, 5],
        opens_at: '09:00',
        closes_at: '17:00',
        typical_deal: null,
      },
      { method: 'PUT' },
    );
    expect(status).toBe(200);
  };

  test('hold back alerts, which come as one email when they end', async () => {
    const account = await suite.newAccount();
    await setProfile(account);
    await suite.choose(account.owner, { hours: 'office' });
    // Friday 17:00 in Berlin to Monday 09:00.
    const friday = new Date('2031-01-03T16:00:00Z');
    for (const hours of [0, 5, 20, 40])
      await suite.announce(account, await suite.postLead(account), after(friday, hours * 3_600));
    const monday = new Date('2031-01-06T08:00:00Z');
    for (let at = friday; at < monday; at = after(at, 1_800)) expect(await suite.runSender(at)).toEqual([]);
    expect(await suite.runSender(after(monday, 1))).toEqual(['sent']);
    expect(subjects(suite.mailsTo(account.owner))).toEqual(['4 new Hot leads · Acme']);
  });

  test('can be chosen by a person, every day of the week', async () => {
    const account = await suite.newAccount();
    await setProfile(account);
    await suite.choose(account.owner, { hours: 'chosen', opens_at: '07:30', closes_at: '20:00' });
    const saturday = new Date('2031-01-04T19:00:00Z');
    await suite.announce(account, await suite.postLead(account), saturday);
    expect(await suite.runSender(after(saturday, 60))).toEqual([]);
    expect(await suite.runSender(new Date('2031-01-05T06:29:59Z'))).toEqual([]);
    expect(await suite.runSender(new Date('2031-01-05T06:30:01Z'))).toEqual(['sent']);
  });

  test('also hold back an email that could not be sent before they began', async () => {
    const account = await suite.newAccount();
    await setProfile(account);
    await suite.choose(account.owner, { hours: 'office' });
    const closing = new Date('2031-01-06T15:59:00Z');
    await suite.announce(account, await suite.postLead(account), closing);
    suite.sink.rejection = '451 try again later';
    expect(await suite.runSender(after(closing, 30))).toEqual(['failed']);
    suite.sink.rejection = null;
    expect(await suite.runSender(after(closing, 200))).toEqual([]);
    expect(await suite.runSender(new Date('2031-01-07T08:00:01Z'))).toEqual(['sent']);
  });
});

describe('a flood of Hot leads', () => {
  test('becomes a few emails that count the rest', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    const limits = { perPerson: 2, perAccount: 100 };
    let at = MONDAY;
    for (let index = 0; index < 2; index++, at = after(at, 60)) {
      await suite.announce(account, await suite.postLead(account), at);
      expect(await suite.runSender(after(at, 11), { limits })).toEqual(['sent']);
    }
    for (let index = 0; index < 37; index++)
      await suite.announce(account, await suite.postLead(account, { name: `Lead ${index} Doe` }), at);
    expect(await suite.runSender(after(at, 11), { limits })).toEqual([]);
    expect(await suite.runSender(after(MONDAY, 3_600), { limits })).toEqual([]);
    expect(await suite.runSender(after(MONDAY, 3_700), { limits })).toEqual(['sent']);
    const mails = suite.mailsTo(account.owner);
    expect(subjects(mails).slice(2)).toEqual(['37 new Hot leads · Acme']);
    expect(mails.at(-1)?.text.match(/Open the lead/g)).toHaveLength(10);
    expect(mails.at(-1)?.text).toContain('And 27 more in the inbox');
  });

  test('counts toward the limit of the account, for all members together', async () => {
    const account = await suite.newAccount();
    const rep = await suite.addMember(account);
    for (const member of [account.owner, rep]) await suite.choose(member);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    const limits = { perPerson: 10, perAccount: 1 };
    expect(await suite.runSender(after(MONDAY, 11), { limits })).toEqual(['sent']);
    expect(await suite.runSender(after(MONDAY, 3_000), { limits })).toEqual([]);
    expect(await suite.runSender(after(MONDAY, 3_700), { limits })).toEqual(['sent']);
    expect([suite.mailsTo(account.owner).length, suite.mailsTo(rep).length]).toEqual([1, 1]);
  });
});

describe('a mail server that fails', () => {
  test('gets the same email again, later and later, and is then given up', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    suite.sink.rejection = '451 try again later';
    const results = [];
    let at = after(MONDAY, 11);
    for (let attempt = 0; attempt < 10; attempt++, at = after(at, 60 * 2 ** attempt))
      results.push(...(await suite.runSender(at)));
    expect(results).toEqual([...Array.from({ length: 9 }, () => 'failed'), 'given_up']);
    suite.sink.rejection = null;
    expect(await suite.runSender(after(at, 1_000_000))).toEqual([]);
  });

  test('is logged without what it answered', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    suite.sink.rejection = `451 no room for ${account.owner.person.email}`;
    const lines: unknown[] = [];
    await suite.runSender(after(MONDAY, 11), { logger: { warn: (...line: unknown[]) => lines.push(line) } });
    suite.sink.rejection = null;
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(account.owner.person.email);
    expect(JSON.stringify(lines)).not.toContain('Marta');
    expect(await suite.runSender(after(MONDAY, 120))).toEqual(['sent']);
  });
});

describe('an email that was sent', () => {
  test('is not sent again by the same worker if the database could not record it', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    await sql`
      create function leadline.refuse() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
      create trigger refuse before update of sent_at on leadline.alert_emails
        for each row execute function leadline.refuse()`.execute(suite.owner);
    const sender = suite.openSender(after(MONDAY, 11));
    try {
      for (let round = 0; round < 3; round++) await expect(sender.runOnce()).rejects.toThrow('no space left');
    } finally {
      await sql`drop trigger refuse on leadline.alert_emails; drop function leadline.refuse()`.execute(
        suite.owner,
      );
    }
    expect(await sender.runOnce()).toBe(false);
    await sender.stop();
    expect(suite.mailsTo(account.owner)).toHaveLength(1);
    expect(await suite.runSender(after(MONDAY, 3_600))).toEqual([]);
  });

  test('is recorded before the next one is claimed', async () => {
    const account = await suite.newAccount();
    const reps = [account.owner, await suite.addMember(account), await suite.addMember(account)];
    for (const member of reps) await suite.choose(member);
    await suite.announce(account, await suite.postLead(account), MONDAY);
    const now = after(MONDAY, 11);
    const sender = suite.openSender(now);
    const sizes: unknown[] = [];
    while (await sender.runOnce()) {
      const { rows } = await sql`
        select count(*) filter (where sent_at is not null)::integer as sent,
          count(*) filter (where sent_at is null and next_attempt_at > ${now})::integer as claimed
        from leadline.alert_emails where account_id = ${account.accountId}`.execute(suite.owner);
      sizes.push(rows[0]);
    }
    await sender.stop();
    expect(sizes).toEqual([1, 2, 3].map((sent) => ({ sent, claimed: 0 })));
  });
});

describe('what strangers write', () => {
  test.each<[string, string]>([
    ['a script', '<script>alert(1)</script> Bo'],
    ['an attribute', '" onmouseover="alert(1)'],
    ['a header', 'Bo\r\nBcc: victim@example.org\r\n\r\nSpam'],
    ['a reversed text', 'Bo \u202egpj.exe'],
  ])('in a name stays text: %s', async (_, name) => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    await suite.announce(account, await suite.postLead(account, { name }), MONDAY);
    await suite.owner
      .updateTable('leads')
      .set({ grade: 'Hot' })
      .where('account_id', '=', account.accountId)
      .execute();
    await suite.announce(account, (await leadsOf(account.accountId))[0] ?? '', MONDAY);
    expect(await suite.runSender(after(MONDAY, 11))).toEqual(['sent']);
    const [mail] = suite.mailsTo(account.owner);
    expect(mail?.html).not.toMatch(/<script|" onmouseover/);
    expect(mail?.headers).not.toMatch(/^Bcc:/im);
    expect(mail?.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail?.text).not.toContain('\u202e');
    expect(suite.sink.mails.some(({ to }) => to === 'victim@example.org')).toBe(false);
  });

  test('never becomes a link in the subject', async () => {
    const account = await suite.newAccount();
    await suite.choose(account.owner);
    await suite.announce(
      account,
      await suite.postLead(account, { name: 'See https://evil.example/login now' }),
      MONDAY,
    );
    await suite.runSender(after(MONDAY, 11));
    const [mail] = suite.mailsTo(account.owner);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });
});

const leadsOf = async (accountId: string): Promise<string[]> =>
  (await suite.owner.selectFrom('leads').select('id').where('account_id', '=', accountId).execute()).map(
    ({ id }) => id,
  );

test('a killed worker’s email is sent again with the same Message-ID and content', async () => {
  const account = await suite.newAccount();
  await suite.choose(account.owner);
  await suite.announce(account, await suite.postLead(account), MONDAY);
  await suite.runSender(after(MONDAY, 11));
  // As if the process had ended before it marked the email as sent.
  await suite.owner
    .updateTable('alert_emails')
    .set({ sent_at: null, next_attempt_at: after(MONDAY, 40) })
    .where('account_id', '=', account.accountId)
    .execute();
  await suite.announce(account, await suite.postLead(account), after(MONDAY, 35));
  await suite.runSender(after(MONDAY, 41));
  const [first, second] = suite.mailsTo(account.owner);
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.text).toBe(first?.text);
  expect(suite.mailsTo(account.owner)).toHaveLength(2);
});

test('choices that nobody made are off, except for changes in the leads', async () => {
  const account = await suite.newAccount();
  const { body } = await account.owner.person.call('/api/alerts');
  expect(body.data).toEqual({
    ...CHOICES,
    email: { new_leads: 'none', assigned: false },
  });
});
