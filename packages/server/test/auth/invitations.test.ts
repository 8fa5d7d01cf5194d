// Accepting invitations, and that removed members cannot rejoin with one.

import { setTimeout } from 'node:timers/promises';
import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { beforeEach, expect, test } from 'vitest';
import { MAX_MEMBERS } from '../../src/accounts/team/member-limit.ts';
import { isInvited } from '../../src/auth/users/sign-up-policy.ts';
import { addMember } from '../../src/operations/commands/add-member.ts';
import { makeId } from '../../src/platform/base/ids.ts';

const suite = useAuthSuite();

beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

const invite = (by: Person, email: string, role = 'owner'): Promise<ApiResponse> =>
  by.call('/api/auth/organization/invite-member', { email, role });
const accept = (person: Person, invitationId: string): Promise<ApiResponse> =>
  person.call('/api/auth/organization/accept-invitation', { invitationId });
const signUpWith = (person: Person, invitationId: string): Promise<ApiResponse> =>
  person.call('/api/auth/sign-up/email', {
    name: 'Bo Berg',
    email: person.email,
    password: PASSWORD,
    invitationId,
  });
const accountsOf = async (person: Person): Promise<unknown[]> =>
  (await person.call('/api/session')).body.data.accounts;
const userIdOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.user.user_id;
const statusOf = async (id: string): Promise<string | undefined> =>
  (await suite.owner.selectFrom('invitations').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

async function join(owner: Person, role = 'owner'): Promise<Person> {
  const person = suite.person();
  const { body } = await invite(owner, person.email, role);
  await person.signUp();
  const { status, text } = await accept(person, body.id);
  expect(status, text).toBe(200);
  return person;
}

test('invitations sent by an owner who is being removed let nobody in', async () => {
  const owner = suite.person();
  await owner.createAccount();
  for (let round = 0; round < 10; round++) {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const gone = await join(owner);
    const goneId = await userIdOf(gone);
    const friend = suite.person();
    await friend.signUp();
    const before = await invite(gone, friend.email);
    const sending = Array.from({ length: 9 }, () => invite(gone, friend.email));
    await setTimeout(round * 5); // vary the moment of removal
    const removed = await owner.call(`/api/members/${goneId}`, undefined, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    const sent = [before, ...(await Promise.all(sending))].filter(({ status }) => status === 200);
    expect(sent).toContain(before);
    // Pretend that all were stored just after the removal, which cancels those it finds.
    if (round % 2 === 0) {
      const ids = sent.map(({ body }) => body.id);
      await suite.owner
        .updateTable('invitations')
        .set({ status: 'pending' })
        .where('id', 'in', ids)
        .execute();
    }
    for (const { body } of sent) {
      expectError(await accept(friend, body.id), 'invitation_expired');
      expect(await statusOf(body.id)).toBe('canceled');
    }
    expect(await accountsOf(friend)).toEqual([]);
  }
});

test('accepting an invitation while its sender is being removed either works or fails cleanly', async () => {
  const owner = suite.person();
  await owner.createAccount();
  for (let round = 0; round < 10; round++) {
    await suite.owner.deleteFrom('sign_in_attempts').execute();
    const gone = await join(owner);
    const goneId = await userIdOf(gone);
    const friend = suite.person();
    await friend.signUp();
    const { body } = await invite(gone, friend.email);
    const [accepted] = await Promise.all([
      accept(friend, body.id),
      owner.call(`/api/members/${goneId}`, undefined, { method: 'DELETE' }),
    ]);
    // Depending on which came first, the friend is a member or not.
    expect([200, 404]).toContain(accepted.status);
    expect(await accountsOf(friend)).toHaveLength(accepted.status === 200 ? 1 : 0);
  }
});

test.each<[string, (owner: Person, member: Person) => Promise<ApiResponse>]>([
  [
    'is removed',
    async (owner, member) =>
      owner.call(`/api/members/${await userIdOf(member)}`, undefined, { method: 'DELETE' }),
  ],
  ['leaves', (_, member) => member.call('/api/members/me', undefined, { method: 'DELETE' })],
])('an older invitation expires when a member who joined in another way %s', async (_, go) => {
  const owner = suite.person();
  const accountId = (await owner.createAccount()).slice('acct_'.length);
  const bo = suite.person();
  const { body } = await invite(owner, bo.email);
  const { password } = await addMember(suite.owner, accountId, bo.email, 'rep');
  await bo.signIn(password ?? '');
  await bo.call('/api/session');
  expect((await go(owner, bo)).status).toBe(200);
  expect(await statusOf(body.id)).toBe('canceled');
  expectError(await accept(bo, body.id), 'invitation_expired');
  expect(await accountsOf(bo)).toEqual([]);
  // A new invitation works.
  const again = await invite(owner, bo.email, 'viewer');
  expect((await accept(bo, again.body.id)).status).toBe(200);
  expect(await accountsOf(bo)).toMatchObject([{ role: 'viewer' }]);
});

test('accepting an invitation as a member fails, keeps the role and expires the invitation', async () => {
  const owner = suite.person();
  const accountId = (await owner.createAccount()).slice('acct_'.length);
  const bo = suite.person();
  const { body } = await invite(owner, bo.email);
  const { password } = await addMember(suite.owner, accountId, bo.email, 'rep');
  await bo.signIn(password ?? '');
  expectError(await accept(bo, body.id), 'already_member');
  expect(await accountsOf(bo)).toMatchObject([{ role: 'rep' }]);
  expectError(await accept(bo, body.id), 'invitation_expired');
});

test('an invitation accepted many times at once adds one member and switches the session to the account', async () => {
  const owner = suite.person();
  const accountId = await owner.createAccount();
  const bo = suite.person();
  const { body } = await invite(owner, bo.email, 'rep');
  await bo.signUp();
  const tries = Array.from({ length: 8 }, () => new Person(() => suite.api.url, bo.email, bo.cookies));
  const statuses = (await Promise.all(tries.map((person) => accept(person, body.id)))).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(404)]);
  expect((await bo.call('/api/session')).body.data.account).toMatchObject({
    account_id: accountId,
    role: 'rep',
  });
  const { body: log } = await owner.call('/api/audit');
  const joined = log.data.filter(
    ({ action, details }: { action: string; details: { role?: string } }) =>
      action === 'member.joined' && details.role === 'rep',
  );
  expect(joined).toHaveLength(1);
});

test('accepting an invitation requires signing in', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const { body } = await invite(owner, 'cy@example.org');
  expect((await accept(suite.person(), body.id)).status).toBe(401);
  expect(await statusOf(body.id)).toBe('pending');
});

test('with sign-up closed, an invitation from a former owner does not allow signing up', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const { body } = await invite(owner, 'dee@example.org');
  expect(await isInvited(suite.owner, 'dee@example.org', body.id)).toBe(true);
  const { inviter_id } = await suite.owner
    .selectFrom('invitations')
    .select('inviter_id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  await suite.owner.updateTable('members').set({ role: 'rep' }).where('user_id', '=', inviter_id).execute();
  expect(await isInvited(suite.owner, 'dee@example.org', body.id)).toBe(false);
});

test('a full account rejects both inviting and accepting', async () => {
  const owner = suite.person();
  const account_id = (await owner.createAccount()).slice('acct_'.length);
  const bo = suite.person();
  const { body } = await invite(owner, bo.email);
  const users = Array.from({ length: MAX_MEMBERS - 1 }, (_, index) => ({
    id: makeId(),
    email: `crowd${index}@example.org`,
    name: 'Crowd',
    email_verified: false,
    two_factor_enabled: false,
  }));
  await suite.owner.insertInto('users').values(users).execute();
  await suite.owner
    .insertInto('members')
    .values(users.map(({ id }) => ({ id: makeId(), account_id, user_id: id, role: 'viewer' as const })))
    .execute();
  expectError(await invite(owner, 'cy@example.org'), 'limit_reached', '1000 members');
  await bo.signUp();
  expectError(await accept(bo, body.id), 'limit_reached', '1000 members');
  const { body: listed } = await owner.call('/api/auth/organization/list-members');
  expect(listed.members).toHaveLength(MAX_MEMBERS);
  // It still works once there is room.
  await suite.owner
    .deleteFrom('members')
    .where('user_id', '=', users[0]?.id ?? '')
    .execute();
  expect((await accept(bo, body.id)).status).toBe(200);
});

test('a link shows who invited whom to what without signing in, and nothing once it no longer works', async () => {
  const owner = suite.person();
  const accountId = (await owner.createAccount()).slice('acct_'.length);
  const { name } = await suite.owner
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const bo = suite.person();
  const { body } = await invite(owner, bo.email, 'rep');
  const look = (id: string): Promise<ApiResponse> => suite.person().call(`/api/invitations/${id}`);
  const seen = await look(body.id);
  expect(seen.body).toEqual({
    success: true,
    data: {
      invitation_id: body.id,
      account_name: name,
      inviter_name: expect.any(String),
      inviter_email: owner.email,
      role: 'rep',
      email: bo.email,
    },
  });
  expect(seen.headers.get('cache-control')).toBe('no-store');
  const unknown = await look('019a0000-0000-7000-8000-000000000000');
  expectError(unknown, 'not_found');
  expect((await look('not-an-id')).text).toBe(unknown.text);
  await bo.signUp();
  expect((await accept(bo, body.id)).status).toBe(200);
  expect((await look(body.id)).text).toBe(unknown.text);
  const expired = await invite(owner, suite.person().email);
  await suite.owner
    .updateTable('invitations')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.body.id)
    .execute();
  expect((await look(expired.body.id)).text).toBe(unknown.text);
});

test('signing up with the link of an invitation accepts it', async () => {
  const owner = suite.person();
  const accountId = await owner.createAccount();
  const bo = suite.person();
  const { body } = await invite(owner, bo.email, 'rep');
  const signedUp = await signUpWith(bo, body.id);
  expect(signedUp.status, signedUp.text).toBe(200);
  expect((await bo.call('/api/session')).body.data.account).toMatchObject({
    account_id: accountId,
    role: 'rep',
  });
  expect(await statusOf(body.id)).toBe('accepted');
});

test('signing up with the link of someone else’s invitation creates the user but lets nobody in', async () => {
  const owner = suite.person();
  await owner.createAccount();
  const { body } = await invite(owner, suite.person().email, 'owner');
  const eve = suite.person();
  expect((await signUpWith(eve, body.id)).status).toBe(200);
  expect(await accountsOf(eve)).toEqual([]);
  expect(await statusOf(body.id)).toBe('pending');
});

test('invitations are listed only to people who have verified the invited email', async () => {
  const owner = suite.person();
  await owner.createAccount('Berg & Sons');
  const bo = suite.person();
  const { body } = await invite(owner, bo.email, 'rep');
  await bo.signUp();
  expect((await bo.call('/api/invitations')).body.data).toEqual([]);
  await suite.owner
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', bo.email)
    .execute();
  expect((await bo.call('/api/invitations')).body.data).toEqual([
    {
      invitation_id: body.id,
      account_name: 'Berg & Sons',
      inviter_name: 'Ana Lopez',
      inviter_email: owner.email,
      role: 'rep',
      email: bo.email,
    },
  ]);
  expect((await accept(bo, body.id)).status).toBe(200);
  expect((await bo.call('/api/invitations')).body.data).toEqual([]);
  expectError(await suite.person().call('/api/invitations'), 'not_signed_in');
});
