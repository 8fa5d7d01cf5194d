// Attacks of somebody who knows the password, or reads the mailbox, of a person with two-factor sign-in.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { type MailSink, startMailSink } from '@leadline/testkit/mail/mail-sink';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RunningApi } from '../../src/processes/api.ts';

const suite = useAuthSuite();
let sink: MailSink;
/** Sends real mail, and requests can come from any address. */
let api: RunningApi;

beforeAll(async () => {
  sink = await startMailSink();
  api = await startTestApi(suite.databaseUrl, {
    mail: { smtpUrl: sink.url, from: 'leads@example.org' },
    publicUrl: 'http://localhost:8080',
    trustedProxies: '127.0.0.1',
  });
});
afterAll(async () => {
  await api.stop();
  sink.close();
});
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const browserOf = ({ email }: Person): Person => new Person(() => api.url, email);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const guess = (person: Person, code: number, address = '127.0.0.1') =>
  person.call('/api/auth/two-factor/verify-totp', { code: String(code).padStart(6, '0') }, from(address));

/** Returns the next code. */
async function turnOn(person: Person): Promise<{ nextCode: () => string; backupCodes: string[] }> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const on = await person.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  expect(on.status, on.text).toBe(200);
  return { nextCode: () => computeTotp(body.totpURI, Date.now() + 30_000), backupCodes: body.backupCodes };
}

async function resetPassword(person: Person, newPassword: string): Promise<void> {
  const findToken = () =>
    sink.mails
      .filter(({ to }) => to === person.email)
      .map(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1])
      .findLast((token) => token !== undefined);
  const browser = browserOf(person);
  await browser.call('/api/auth/request-password-reset', { email: person.email });
  await vi.waitFor(() => expect(findToken()).toBeDefined(), 5_000);
  const reset = await browser.call('/api/auth/reset-password', { newPassword, token: findToken() });
  expect(reset.status, reset.text).toBe(200);
}

test('sessions opened before two-factor was turned on share one limit of wrong codes', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const thieves = Array.from({ length: 8 }, () => browserOf(ana));
  for (const thief of thieves) await thief.signIn();
  const { nextCode } = await turnOn(ana);
  const statuses: number[] = [];
  for (const [index, thief] of thieves.slice(0, 4).entries())
    for (let i = 0; i < 10; i++) statuses.push((await guess(thief, index * 10 + i, '198.51.100.1')).status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);

  // Also from many networks, however many sessions and known browsers they have.
  const spread: number[] = [];
  for (const [index, thief] of thieves.slice(4).entries())
    for (let i = 0; i < 10; i++)
      spread.push((await guess(thief, 500 + index * 10 + i, `203.0.113.${index}`)).status);
  expect(spread.filter((status) => status !== 429)).toHaveLength(20);

  // Their owner still can, with the browser that turned it on.
  const off = { password: PASSWORD, code: nextCode() };
  const turnedOff = await ana.call('/api/auth/two-factor/disable', off);
  expect(turnedOff.status, turnedOff.text).toBe(200);
});

test('a session without the second factor can neither change the password nor end other sessions', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const thief = browserOf(ana);
  await thief.signIn();
  await turnOn(ana);
  const newPassword = 'another horse battery';
  for (const [path, body] of [
    ['change-password', { currentPassword: PASSWORD, newPassword, revokeOtherSessions: true }],
    ['revoke-other-sessions', {}],
    ['revoke-session', { sessionId: (await ana.call('/api/session')).body.data.session_id }],
    ['update-user', { name: 'Eve' }],
  ] as const)
    expectError(await thief.call(`/api/auth/${path}`, body), 'two_factor_required');
  expect((await ana.call('/api/session')).body.data.user).toMatchObject({ name: 'Ana Lopez' });
  expect((await browserOf(ana).signIn()).body.twoFactorRedirect).toBe(true);
});

test('a member who reads the mailbox of another cannot get around their second factor', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const bo = suite.person();
  const { body: invited } = await owner.call('/api/auth/organization/invite-member', {
    email: bo.email,
    role: 'rep',
  });
  await bo.signUp();
  // Joining by the link doesn't verify the email.
  await bo.call('/api/auth/organization/accept-invitation', { invitationId: invited.id });
  expect((await bo.call('/api/session')).body.data.user.email_verified).toBe(false);
  const { backupCodes } = await turnOn(bo);

  const newPassword = 'another horse battery';
  await resetPassword(bo, newPassword);
  const thief = browserOf(bo);
  expect((await thief.signIn(newPassword)).body.twoFactorRedirect).toBe(true);
  expect((await thief.call('/api/session')).body.data.user).toBeNull();
  await bo.signIn(newPassword);
  const code = backupCodes[0];
  expect((await bo.call('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(200);
});

test('an owner who is kept out by wrong codes gets in from a new browser after resetting the password', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { nextCode } = await turnOn(ana);
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'])
    for (let round = 0; round < 2; round++) {
      const thief = browserOf(ana);
      await thief.signIn();
      for (let i = 0; i < 5; i++) await guess(thief, Math.floor(Math.random() * 1_000_000), address);
    }
  const fresh = browserOf(ana);
  await fresh.signIn();
  expect((await guess(fresh, Number(nextCode()), '192.0.2.7')).status).toBe(429);

  const newPassword = 'another horse battery';
  await resetPassword(ana, newPassword);
  await fresh.signIn(newPassword);
  const known = await guess(fresh, Number(nextCode()), '192.0.2.7');
  expect(known.status, known.text).toBe(200);
});
