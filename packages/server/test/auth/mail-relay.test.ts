// Nobody can use Leadline to send email to strangers: invitations, verification and password resets, over real SMTP.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { type MailSink, startMailSink } from '@leadline/testkit/mail/mail-sink';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RunningApi } from '../../src/processes/api.ts';

const suite = useAuthSuite();
let sink: MailSink;
let api: RunningApi;

beforeAll(async () => {
  sink = await startMailSink();
  const mail = { smtpUrl: sink.url, from: 'leads@example.org' };
  api = await startTestApi(suite.databaseUrl, { mail, publicUrl: 'http://localhost:8080' });
});
afterAll(async () => {
  await api.stop();
  sink.close();
});
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const person = (): Person => new Person(() => api.url, suite.person().email);
const mailsTo = (email: string) => sink.mails.filter(({ to }) => to === email);
const waitForMails = (email: string, count: number) =>
  vi.waitFor(() => expect(mailsTo(email)).toHaveLength(count), { timeout: 5_000 });
const invite = (by: Person, email: string): Promise<ApiResponse> =>
  by.call('/api/auth/organization/invite-member', { email, role: 'viewer' });

async function findToken(email: string): Promise<string> {
  const find = (): string | undefined =>
    mailsTo(email)
      .map(({ text }) => /\/verify-email#token=(\S+)/.exec(text)?.[1])
      .findLast((token) => token !== undefined);
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 5_000 });
  return find() ?? '';
}

const verify = async (who: Person): Promise<ApiResponse> =>
  who.call(`/api/auth/verify-email?token=${await findToken(who.email)}`);

/** A person with a verified email and an account. */
async function verifiedOwner(name = 'Acme'): Promise<Person> {
  const owner = person();
  await owner.signUp();
  expect((await verify(owner)).status).toBe(200);
  const opened = await owner.call('/api/accounts', { name });
  expect(opened.status, opened.text).toBe(200);
  return owner;
}

/** As an owner whom the operator added: nobody has verified the email. */
async function unverifiedOwner(): Promise<Person> {
  const owner = await verifiedOwner();
  await suite.owner
    .updateTable('users')
    .set({ email_verified: false })
    .where('email', '=', owner.email)
    .execute();
  return owner;
}

test('throwaway users who cannot read their mail send no invitation', async () => {
  const before = sink.mails.length;
  for (let user = 0; user < 4; user++) {
    const eve = await unverifiedOwner();
    for (let i = 0; i < 5; i++)
      expectError(
        await invite(eve, `victim${user}-${i}@example.org`),
        'email_not_verified',
        'verify your email',
      );
  }
  expect(sink.mails.slice(before).filter(({ to }) => to.startsWith('victim'))).toEqual([]);
  expect(await suite.owner.selectFrom('invitations').select('id').execute()).toEqual([]);
});

test('with open sign-up, creating an account requires a verified email, and joining one does not', async () => {
  const eve = person();
  await eve.signUp();
  expect((await eve.call('/api/session')).body.data.user.email_verified).toBe(false);
  expectError(await eve.call('/api/accounts', { name: 'Acme' }), 'email_not_verified');
  const owner = await verifiedOwner();
  const { body } = await invite(owner, eve.email);
  const joined = await eve.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  expect(joined.status, joined.text).toBe(200);
  expect((await verify(eve)).status).toBe(200);
  expect((await eve.call('/api/session')).body.data.user.email_verified).toBe(true);
  expect((await eve.call('/api/accounts', { name: 'Own' })).status).toBe(200);
});

test('the link verifies an email only for the person who is signed in with it', async () => {
  // The attacker signs up with the address of a victim, who then opens the link that was mailed to them.
  const attacker = person();
  await attacker.signUp();
  const token = await findToken(attacker.email);
  const victim = await verifiedOwner();
  expectError(await person().call(`/api/auth/verify-email?token=${token}`), 'not_signed_in');
  expectError(await victim.call(`/api/auth/verify-email?token=${token}`), 'forbidden', victim.email);
  const forged = `${token.split('.').slice(0, 2).join('.')}.AAAA`;
  for (const wrong of ['x', 'x.y.z', forged])
    expectError(await attacker.call(`/api/auth/verify-email?token=${wrong}`), 'link_expired');
  expect((await attacker.call('/api/session')).body.data.user.email_verified).toBe(false);
});

test('a new verification link can be requested a few times a day, and only for the own email', async () => {
  const ana = person();
  await ana.signUp();
  await waitForMails(ana.email, 1);
  const resend = (email: unknown) => ana.call('/api/auth/send-verification-email', { email });
  expectError(await resend('victim@example.org'), 'forbidden');
  expectError(await resend('a\0b'), 'invalid_characters');
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await resend(ana.email)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await waitForMails(ana.email, 6);
  expect((await verify(ana)).status).toBe(200);
  expect(mailsTo('victim@example.org')).toEqual([]);
});

test.each([
  ['Berg & Sons', 'Ana Lopez'],
  ['Your invoice is overdue! Call +1 800 555 0100', 'Security alert: your password expires today, act now'],
  ['Your invoice is overdue', 'Call us today'],
  ['Your-account-is-locked_call-us/now', '您的账户已被冻结请立即致电客服'],
])('an invitation has no words of its sender: %j, %j', async (account, name) => {
  const ana = await verifiedOwner(account);
  expect((await ana.call('/api/auth/update-user', { name })).status).toBe(200);
  const email = person().email;
  expect((await invite(ana, email)).body.emailed).toBe(true);
  await waitForMails(email, 1);
  const [mail] = mailsTo(email);
  expect(mail?.subject).toBe("You're invited to Leadline");
  expect(mail?.text).toMatch(
    new RegExp(
      `^${ana.email} invited you to join their account on Leadline\\.\n\nOpen this page within a week to accept:` +
        "\n\nhttp://localhost:8080/invitation/[0-9a-f-]{36}\n\nIf you don't know them, you can ignore this email\\.\\s*$",
    ),
  );
});

test('names cannot contain web addresses or line breaks', async () => {
  const ana = await verifiedOwner();
  for (const name of ['Win at evil.example', 'https://x', 'www.evil', 'a\nb', 'a\u202eb', 'evil。example']) {
    expectError(await ana.call('/api/auth/update-user', { name }), 'invalid_name', 'the name');
    expectError(await ana.call('/api/accounts', { name }), 'invalid_name', 'the name');
    const body = { name, email: 'new@example.org', password: PASSWORD };
    expectError(await person().call('/api/auth/sign-up/email', body), 'invalid_name');
  }
});

test('over a shared limit, an invitation is not emailed, and its link can still be shared', async () => {
  const email = 'popular@example.org';
  for (let sender = 0; sender < 2; sender++) {
    const mallory = await verifiedOwner();
    for (let i = 0; i < 4; i++) await invite(mallory, email);
  }
  await waitForMails(email, 5);
  const ana = await verifiedOwner();
  const answer = await invite(ana, email);
  expect(answer.body).toMatchObject({ emailed: false, email });
  expect(answer.status).toBe(200);
  // All accounts in their first week together.
  await sql`update leadline.sign_in_attempts set attempts = 200 where attempts = 5`.execute(suite.owner);
  expect((await invite(ana, 'other@example.org')).body.emailed).toBe(false);
  await sql`update leadline.accounts set created_at = now() - interval '8 days'`.execute(suite.owner);
  expect((await invite(ana, 'third@example.org')).body.emailed).toBe(true);
  await waitForMails('third@example.org', 1);
  expect(mailsTo(email)).toHaveLength(5);
  expect(mailsTo('other@example.org')).toEqual([]);
});

test('an invitation that is rejected does not count', async () => {
  const ana = await verifiedOwner();
  for (let i = 0; i < 4; i++) expectError(await invite(ana, ana.email), 'invalid_input', 'already a member');
});

test('a password reset by email verifies it', async () => {
  const ana = await unverifiedOwner();
  await ana.call('/api/auth/request-password-reset', { email: ana.email });
  await vi.waitFor(() => expect(mailsTo(ana.email).at(-1)?.text).toContain('reset-password?token='));
  const token = /reset-password\?token=(\S+)/.exec(mailsTo(ana.email).at(-1)?.text ?? '')?.[1];
  const reset = await person().call('/api/auth/reset-password', { newPassword: PASSWORD, token });
  expect(reset.status, reset.text).toBe(200);
  await ana.signIn();
  expect((await ana.call('/api/session')).body.data.user.email_verified).toBe(true);
});

test('someone who signed up with an invited email first keeps nothing of it, and joins nothing', async () => {
  const owner = await verifiedOwner();
  const victim = person();
  const squatter = new Person(() => suite.api.url, victim.email);
  await squatter.signUp();
  const { body } = await squatter.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await squatter.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  const invitation = (await invite(owner, victim.email)).body;
  expect((await squatter.call('/api/invitations')).body.data).toEqual([]);
  // The owner of the mailbox gets the email, and the reset link.
  await victim.call('/api/auth/request-password-reset', { email: victim.email });
  await vi.waitFor(() => expect(mailsTo(victim.email).at(-1)?.text).toContain('reset-password?token='));
  const token = /reset-password\?token=(\S+)/.exec(mailsTo(victim.email).at(-1)?.text ?? '')?.[1];
  const newPassword = 'another horse battery';
  expect((await victim.call('/api/auth/reset-password', { newPassword, token })).status).toBe(200);
  expect((await squatter.call('/api/session')).body.data.user).toBeNull();
  const signedIn = await victim.signIn(newPassword);
  expect(signedIn.body.twoFactorRedirect, 'the second factor of the stranger').toBeUndefined();
  const accepted = await victim.call('/api/auth/organization/accept-invitation', {
    invitationId: invitation.id,
  });
  expect(accepted.status, accepted.text).toBe(200);
});

test('without email, nothing is sent, so people can invite each other without verifying theirs', async () => {
  const none = await startTestApi(suite.databaseUrl, { mail: null });
  const ana = new Person(() => none.url, suite.person().email);
  await ana.createAccount();
  const answer = await invite(ana, 'dee@example.org');
  expect(answer.body).toMatchObject({ emailed: false, email: 'dee@example.org' });
  expectError(
    await ana.call('/api/auth/send-verification-email', { email: ana.email }),
    'not_available',
    'email is not set up',
  );
  await none.stop();
});
