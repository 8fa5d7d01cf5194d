// The security log: what users see of their own sign-in, what owners see of their members, and how much is kept.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { describeClient, shortenAddress } from '../../src/auth/security/client.ts';
import { MAX_EVENTS_PER_HOUR, recordFailedSignIn } from '../../src/auth/security/security-log.ts';
import { runMaintenance } from '../../src/operations/maintenance/run-maintenance.ts';
import { idAt } from '../../src/platform/base/ids.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

const suite = useAuthSuite();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const userIdOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.user.user_id;
const actionsOf = async (person: Person): Promise<string[]> =>
  (await person.call('/api/activity?limit=100')).body.data.map(({ action }: { action: string }) => action);

async function join(owner: Person, role: string): Promise<Person> {
  const person = suite.person();
  const { body } = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  return person;
}

async function turnOnTwoFactor(person: Person): Promise<{ totpURI: string; backupCodes: string[] }> {
  const { body } = await person.call('/api/auth/two-factor/enable', { password: PASSWORD });
  const verified = await person.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  expect(verified.status, verified.text).toBe(200);
  return body;
}

test('a user sees their own sign-ins and changes, newest first', async () => {
  const ana = suite.person();
  await ana.signUp();
  await ana.call('/api/auth/sign-out', {});
  const signedIn = await ana.call(
    '/api/auth/sign-in/email',
    { email: ana.email, password: PASSWORD },
    { headers: { 'user-agent': FIREFOX } },
  );
  expect(signedIn.status).toBe(200);
  const other = new Person(() => suite.api.url, ana.email);
  await other.signIn();
  await ana.call('/api/auth/revoke-other-sessions', {});
  const newPassword = 'another horse battery';
  await ana.call('/api/auth/change-password', { currentPassword: PASSWORD, newPassword });
  expect(await actionsOf(ana)).toEqual([
    'user.password_changed',
    'user.sessions_revoked',
    'user.signed_in',
    'user.signed_in',
    'user.signed_out',
    'user.signed_up',
  ]);
  const { body } = await ana.call('/api/activity?limit=100');
  expect(body.data[3]).toMatchObject({
    device: 'Firefox on Linux',
    network: '127.0.0.0/24',
    details: { method: 'password' },
  });
});

test('two-factor sign-in, wrong codes and backup codes are recorded', async () => {
  const ana = suite.person();
  await ana.signUp();
  const { backupCodes } = await turnOnTwoFactor(ana);
  await ana.call('/api/auth/sign-out', {});
  await ana.signIn();
  expectError(await ana.call('/api/auth/two-factor/verify-totp', { code: '000000' }), 'wrong_code');
  const used = await ana.call('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
  expect(used.status, used.text).toBe(200);
  const proof = { password: PASSWORD, code: backupCodes[1] };
  const { body } = await ana.call('/api/auth/two-factor/generate-backup-codes', proof);
  await ana.call('/api/auth/two-factor/disable', { password: PASSWORD, code: body.backupCodes[0] });
  expect(await actionsOf(ana)).toEqual([
    'user.two_factor_off',
    'user.backup_codes_renewed',
    'user.signed_in',
    'user.backup_code_used',
    'user.sign_in_failed',
    'user.signed_out',
    'user.two_factor_on',
    'user.signed_up',
  ]);
});

test('a wrong code while turning on two-factor sign-in is no failed sign-in', async () => {
  const ana = suite.person();
  await ana.signUp();
  await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  expectError(await ana.call('/api/auth/two-factor/verify-totp', { code: '000000' }), 'wrong_code');
  expect(await actionsOf(ana)).toEqual(['user.wrong_code', 'user.signed_up']);
});

test('a password reset is recorded', async () => {
  const ana = suite.person();
  await ana.signUp();
  await ana.call('/api/auth/request-password-reset', { email: ana.email });
  const mail = await vi.waitFor(() => {
    const found = suite.mails.find((text) => text.includes(`to ${ana.email} `) && text.includes('token='));
    expect(found).toBeDefined();
    return found ?? '';
  });
  const token = decodeURIComponent(/token=(\S+)/.exec(mail)?.[1] ?? '');
  const newPassword = 'another horse battery';
  await suite.person().call('/api/auth/reset-password', { newPassword, token });
  await ana.signIn(newPassword);
  expect(await actionsOf(ana)).toContain('user.password_reset');
  await vi.waitFor(() =>
    expect(
      suite.mails.some((text) => text.includes(`to ${ana.email} `) && text.includes('password was changed')),
    ).toBe(true),
  );
});

test('failed sign-ins are recorded for users, limited per hour, and never for unknown emails', async () => {
  const ana = suite.person();
  await ana.signUp();
  const stranger = suite.person();
  await new Person(() => suite.api.url, ana.email).signIn('wrong password 1');
  await stranger.signIn('wrong password 1');
  await vi.waitFor(async () => expect(await actionsOf(ana)).toContain('user.sign_in_failed'));
  const client = describeClient('192.0.2.7', FIREFOX);
  for (let count = 0; count < 3 * MAX_EVENTS_PER_HOUR; count++)
    await recordFailedSignIn(suite.owner, ana.email, client);
  const failed = (await actionsOf(ana)).filter((action) => action === 'user.sign_in_failed');
  expect(failed).toHaveLength(MAX_EVENTS_PER_HOUR);
  const { rows } = await sql`select * from leadline.security_events e
    where not exists (select from leadline.users u where u.id = e.user_id) or e::text like '%@%'`.execute(
    suite.owner,
  );
  expect(rows).toEqual([]);
  // A flood of failures leaves room for other events.
  await ana.call('/api/auth/sign-out', {});
  await ana.signIn();
  expect((await actionsOf(ana))[0]).toBe('user.signed_in');
});

test('an owner sees keys, team changes and the sign-ins of members since they joined', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const bo = suite.person();
  await bo.signUp(); // before joining: none of the owner's business
  const { body: invited } = await owner.call('/api/auth/organization/invite-member', {
    email: bo.email,
    role: 'rep',
  });
  await bo.call('/api/auth/organization/accept-invitation', { invitationId: invited.id });
  await bo.call('/api/auth/sign-out', {});
  await bo.signIn();
  const { body: created } = await owner.call('/api/keys', { name: 'Website' });
  const log = await owner.call('/api/audit?category=security');
  const bosId = await userIdOf(bo);
  const shown = log.body.data.map(({ action, actor }: { action: string; actor: string }) =>
    actor === bosId ? `${action} by bo` : action,
  );
  expect(shown).toEqual([
    'key.created',
    'user.signed_in by bo',
    'user.signed_out by bo',
    'member.joined by bo',
    'member.invited',
    'member.joined',
    'account.created',
  ]);
  expect(log.text).not.toContain('127.0.0');
  // The same pages for a key, one entry at a time.
  const paged: string[] = [];
  let cursor = '';
  do {
    const { body } = await suite
      .person()
      .call(`/api/audit?category=security&limit=1${cursor}`, undefined, { key: created.data.key });
    paged.push(...body.data.map(({ entry_id }: { entry_id: string }) => entry_id));
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  expect(paged).toEqual(log.body.data.map(({ entry_id }: { entry_id: string }) => entry_id));
  const changes = await owner.call('/api/audit');
  expect(changes.text).not.toContain('user.signed_in');
});

test('the events of other accounts’ members and of former members are not shown', async () => {
  const [owner, eve] = [suite.person(), suite.person()];
  await owner.createAccount();
  await eve.createAccount('Evil');
  const bo = await join(owner, 'viewer');
  await bo.call('/api/auth/sign-out', {});
  await bo.signIn();
  expect((await eve.call('/api/audit?category=security')).text).not.toContain(await userIdOf(bo));
  expectError(await bo.call('/api/audit?category=security'), 'role_required');
  await owner.call(`/api/members/${await userIdOf(bo)}`, undefined, { method: 'DELETE' });
  expect((await owner.call('/api/audit?category=security')).text).not.toContain('user.signed_in');
});

test('nobody else can read a user’s activity, and other sites cannot either', async () => {
  const ana = suite.person();
  await ana.signUp();
  expectError(await suite.person().call('/api/activity'), 'not_signed_in');
  const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };
  expectError(await ana.call('/api/activity', undefined, elsewhere), 'cross_site_request');
  expectError(await ana.call('/api/activity?cursor=x'), 'invalid_cursor');
});

test('events are deleted after 90 days, and with the user', async () => {
  const ana = suite.person();
  await ana.signUp();
  const userId = (await userIdOf(ana)).slice('user_'.length);
  const old = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000);
  await suite.owner
    .insertInto('security_events')
    .values({
      user_id: userId,
      id: idAt(old),
      action: 'user.signed_in',
      details: '{}',
      device: '',
      network: '',
    })
    .execute();
  expect(await actionsOf(ana)).toEqual(['user.signed_up', 'user.signed_in']);
  const worker = openInstallation(openPool(suite.databaseUrl, { size: 1, role: 'leadline_worker' }));
  await runMaintenance(worker, new Date(), new AbortController().signal);
  await worker.destroy();
  expect(await actionsOf(ana)).toEqual(['user.signed_up']);
  await suite.owner.deleteFrom('users').where('id', '=', userId).execute();
  for (const table of ['security_events', 'known_devices'] as const) {
    const left = await suite.owner.selectFrom(table).selectAll().where('user_id', '=', userId).execute();
    expect(left, table).toEqual([]);
  }
});

test('network addresses are shortened', () => {
  expect(shortenAddress('192.0.2.77')).toBe('192.0.2.0/24');
  expect(shortenAddress('::ffff:192.0.2.77')).toBe('192.0.2.0/24');
  expect(shortenAddress('2001:db8:1234:5678::9')).toBe('2001:db8:1234::/48');
  expect(shortenAddress('garbage')).toBe('');
});
