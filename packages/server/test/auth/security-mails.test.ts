// Emails about new devices and changed sign-ins, over real SMTP.

import type { RunningApi } from '@leadline/server';
import { addFirstUser } from '@leadline/testkit/auth/first-user';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { type MailSink, startMailSink } from '@leadline/testkit/mail/mail-sink';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let sink: MailSink;
let api: RunningApi;
let people = 0;
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

beforeAll(async () => {
  sink = await startMailSink();
  const databaseUrl = await cloneDatabase();
  const owner = openOwner(databaseUrl);
  await addFirstUser(owner);
  await owner.destroy();
  api = await startTestApi(databaseUrl, {
    mail: { smtpUrl: sink.url, from: 'leads@example.org' },
    publicUrl: 'http://leads.example.org',
  });
});
afterAll(async () => {
  await api.stop();
  await sink.close();
});

const newPerson = (): Person => new Person(() => api.url, `person${++people}@example.org`);
const subjectsTo = ({ email }: Person): string[] =>
  sink.mails
    .filter(({ to, subject }) => to === email && subject !== 'Verify your email for Leadline')
    .map(({ subject }) => subject);
const waitForSubjects = (person: Person, subjects: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(subjectsTo(person)).toEqual(subjects));
/** Sends an email of another kind and waits for it, so that an unwanted one would have arrived before. */
const settle = async (person: Person): Promise<void> => {
  const before = subjectsTo(person).length;
  await person.call('/api/auth/request-password-reset', { email: person.email });
  await vi.waitFor(() => expect(subjectsTo(person).length).toBeGreaterThan(before));
};

test('a sign-in from a new device sends an email that says when, where and what to do', async () => {
  const ana = newPerson();
  await ana.signUp();
  const elsewhere = new Person(() => api.url, ana.email);
  const body = { email: ana.email, password: PASSWORD };
  expect((await elsewhere.call('/api/auth/sign-in/email', body, { headers: FIREFOX })).status).toBe(200);
  await waitForSubjects(ana, ['New sign-in to Leadline']);
  const text = sink.mails.findLast(({ to }) => to === ana.email)?.text ?? '';
  expect(text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(text).toContain('Browser: Firefox on Linux');
  expect(text).toContain('Network: 127.0.0.0/24');
  expect(text).toContain('http://leads.example.org/settings/profile');
});

test('neither signing up nor signing in again with the same browser sends an email', async () => {
  const ana = newPerson();
  await ana.signUp();
  for (let count = 0; count < 2; count++) {
    await ana.call('/api/auth/sign-out', {});
    expect((await ana.signIn()).status).toBe(200);
  }
  await settle(ana);
  expect(subjectsTo(ana)).not.toContain('New sign-in to Leadline');
});

test('a browser that another user signed in with is still new for this user', async () => {
  const [ana, eve] = [newPerson(), newPerson()];
  await ana.signUp();
  await eve.signUp();
  const shared = new Person(() => api.url, ana.email, eve.cookies);
  await shared.signIn();
  await waitForSubjects(ana, ['New sign-in to Leadline']);
});

test('an invented device cookie does not make a device known', async () => {
  const ana = newPerson();
  await ana.signUp();
  for (const value of ['a'.repeat(43), 'x', 'a'.repeat(5_000)]) {
    const cookies = new Map([['leadline.device', value]]);
    await new Person(() => api.url, ana.email, cookies).signIn();
  }
  await waitForSubjects(
    ana,
    Array.from({ length: 3 }, () => 'New sign-in to Leadline'),
  );
});

test('a browser never keeps a token that was not known for this user', async () => {
  const ana = newPerson();
  await ana.signUp();
  const planted = new Person(() => api.url, ana.email, new Map([['leadline.device', 'a'.repeat(43)]]));
  await planted.signIn();
  expect(planted.cookies.get('leadline.device')).toMatch(/^(?!a{43})[\w-]{43}$/);
  const known = ana.cookies.get('leadline.device');
  await ana.signIn();
  expect(ana.cookies.get('leadline.device')).toBe(known);
});

test.each([
  ['a changed password', 'change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }],
  ['signing out everywhere else', 'revoke-other-sessions', {}],
])('after %s, other browsers are no longer known', async (_what, path, body) => {
  const ana = newPerson();
  await ana.signUp();
  const other = new Person(() => api.url, ana.email);
  await other.signIn();
  await waitForSubjects(ana, ['New sign-in to Leadline']);
  expect((await ana.call(`/api/auth/${path}`, body)).status).toBe(200);
  const news = () => subjectsTo(ana).filter((subject) => subject === 'New sign-in to Leadline');
  await ana.signIn();
  await other.signIn();
  await vi.waitFor(() => expect(news()).toHaveLength(2));
});

test('after a password reset, only the browser that reset it is still known', async () => {
  const ana = newPerson();
  await ana.signUp();
  const other = new Person(() => api.url, ana.email);
  await other.signIn();
  await ana.call('/api/auth/request-password-reset', { email: ana.email });
  const token = await vi.waitFor(() => {
    const mail = sink.mails.find(
      ({ to, text, subject }) =>
        to === ana.email && text.includes('token=') && subject !== 'Verify your email for Leadline',
    );
    expect(mail).toBeDefined();
    return decodeURIComponent(/token=([^\s&]+)/.exec(mail?.text ?? '')?.[1] ?? '');
  });
  const newPassword = 'another horse battery';
  const reset = await ana.call('/api/auth/reset-password', { newPassword, token });
  expect(reset.status, reset.text).toBe(200);
  const [known, forgotten] = [ana, other].map(({ cookies }) => cookies.get('leadline.device'));
  await ana.signIn(newPassword);
  await other.signIn(newPassword);
  expect(ana.cookies.get('leadline.device')).toBe(known);
  expect(other.cookies.get('leadline.device')).not.toBe(forgotten);
});

test('emails about new devices are limited', async () => {
  const ana = newPerson();
  await ana.signUp();
  for (let count = 0; count < 7; count++) await new Person(() => api.url, ana.email).signIn();
  await vi.waitFor(() => expect(subjectsTo(ana).length).toBeGreaterThanOrEqual(5));
  await settle(ana);
  expect(subjectsTo(ana).filter((subject) => subject === 'New sign-in to Leadline')).toHaveLength(5);
});

test('the device cookie is long-lived and out of reach for scripts', async () => {
  const { headers } = await newPerson().signUp();
  const cookie = headers.getSetCookie().find((value) => value.startsWith('leadline.device=')) ?? '';
  expect(cookie).toMatch(/Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
});

test('changes of password and second factor send an email each', async () => {
  const ana = newPerson();
  await ana.signUp();
  const { body } = await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await ana.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  await waitForSubjects(ana, ['Two-factor sign-in was turned on']);
  await ana.call('/api/auth/two-factor/disable', { password: PASSWORD, code: body.backupCodes[0] });
  await vi.waitFor(() => expect(subjectsTo(ana)).toContain('Two-factor sign-in was turned off'));
  const newPassword = 'another horse battery';
  await ana.call('/api/auth/change-password', { currentPassword: PASSWORD, newPassword });
  await vi.waitFor(() => expect(subjectsTo(ana)).toContain('Your Leadline password was changed'));
});
