// The email to owners about keys that are about to expire.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queueKeyEmails } from '../../../src/notifications/alerts/key-emails.ts';
import { type Member, PUBLIC_URL, type TestAccount, useAlerts } from './suite.ts';

const suite = useAlerts();
const DAY_MS = 24 * 60 * 60 * 1000;

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const makeKey = async (
  { owner }: TestAccount,
  days: number,
  name = 'Website',
  mode = 'live',
): Promise<string> => {
  const { body } = await owner.person.call('/api/keys', {
    name,
    mode,
    expires_at: inDays(days).toISOString(),
  });
  return body.data.key_id;
};
const subjects = (member: Member): string[] =>
  suite
    .mailsTo(member)
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('expire'));

async function look(now: Date): Promise<void> {
  await queueKeyEmails(suite.db, now);
  await suite.runSender(now);
}

test('owners are told a week before a key expires, once', async () => {
  const account = await suite.newAccount();
  const { owner } = account;
  const second = await suite.addMember(account, 'owner');
  const rep = await suite.addMember(account, 'rep');
  const keyId = await makeKey(account, 90, 'Shop at evil.example');
  await look(inDays(82));
  expect(subjects(owner)).toEqual([]);
  for (const days of [83.5, 84, 85]) await look(inDays(days));
  const day = inDays(90).toISOString().slice(0, 10);
  for (const member of [owner, second])
    expect(subjects(member)).toEqual([expect.stringContaining(`An API key expires on ${day}`)]);
  expect(subjects(rep)).toEqual([]);
  const mail = suite.mailsTo(owner).find(({ subject }) => subject.includes('expires'));
  expect(mail?.text).toContain(`${PUBLIC_URL}/settings/keys`);
  expect(mail?.text).toMatch(/Shop at evil\[\.\]example \(….{4}\): \d{4}-\d\d-\d\d at \d\d:\d\d UTC/);
  expect(mail?.text).not.toContain('ll_live_');
  expect(keyId).toMatch(/^key_/);
});

test('keys that expire on the same day come in one email, also those for test leads', async () => {
  const account = await suite.newAccount();
  await makeKey(account, 30, 'One');
  await makeKey(account, 30, 'Two', 'test');
  await look(inDays(25));
  expect(subjects(account.owner)).toEqual([expect.stringContaining('2 API keys expire on')]);
  expect(suite.mailsTo(account.owner).at(-1)?.text).toMatch(/Two \(….{4}, for test leads\)/);
});

test('nobody is told about keys that are revoked, replaced, short-lived or of a closed account', async () => {
  const account = await suite.newAccount();
  const { owner } = account;
  const revoked = await makeKey(account, 30);
  const replaced = await makeKey(account, 30);
  await makeKey(account, 6);
  await owner.person.call(`/api/keys/${revoked}`, undefined, { method: 'DELETE' });
  await owner.person.call(`/api/keys/${replaced}/rotate`, { grace_hours: 168 });
  await look(inDays(2));
  await look(inDays(24));
  const successor = subjects(owner);
  expect(successor, 'of the successor').toHaveLength(1);

  const closed = await suite.newAccount();
  await makeKey(closed, 30);
  await sql`update leadline.accounts set delete_at = now() + interval '60 days', deletion_requested_at = now()
    where id = ${closed.accountId}`.execute(suite.owner);
  await look(inDays(25));
  expect(subjects(closed.owner)).toEqual([]);
});

test('an owner can turn these emails off', async () => {
  const account = await suite.newAccount();
  await suite.choose(account.owner, { key_emails: false });
  await makeKey(account, 30);
  await look(inDays(25));
  expect(subjects(account.owner)).toEqual([]);
});
