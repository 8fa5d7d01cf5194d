// What happens to leads, rules and names when a member leaves or becomes a viewer.

import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { beforeEach, expect, test } from 'vitest';

const suite = useAuthSuite();
let owner: Person;
let key: string;

beforeEach(async () => {
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  owner = suite.person();
  await owner.createAccount();
  key = (await owner.call('/api/keys', { name: 'Website' })).body.data.key;
});

async function join(role: string): Promise<{ person: Person; id: string }> {
  const person = suite.person();
  const { body } = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  return { person, id: (await person.call('/api/session')).body.data.user.user_id };
}

const ownerId = async (): Promise<string> => (await owner.call('/api/session')).body.data.user.user_id;

async function addLead(assignee: string): Promise<string> {
  const { body } = await suite
    .person()
    .call('/api/webhook.php', makeLead({ email: newEmail(), phone: '' }), { key });
  const changed = await owner.call(`/api/leads/${body.lead_id}`, { assignee }, { method: 'PATCH' });
  expect(changed.status, changed.text).toBe(200);
  return body.lead_id;
}

const assigneeOf = async (leadId: string): Promise<string | null> =>
  (await owner.call(`/api/leads/${leadId}`)).body.data.assignee;

async function saveRules(rules: readonly { name: string; assign_to: string[] }[]) {
  const { version } = (await owner.call('/api/routing')).body.data;
  const body = { version, rules: rules.map((rule) => ({ ...rule, when: {} })) };
  return owner.call('/api/routing', body, { method: 'PUT' });
}

test('what depends on a member is listed before they are removed', async () => {
  const { person, id } = await join('owner');
  await addLead(id);
  await person.call('/api/keys', { name: 'Landing page' });
  await saveRules([
    { name: 'Only they', assign_to: [id] },
    { name: 'Everyone', assign_to: [id, await ownerId()] },
    { name: 'Others', assign_to: [await ownerId()] },
  ]);
  expect((await owner.call(`/api/members/${id}/duties`)).body.data).toEqual({
    open_leads: 1,
    is_capped: false,
    rules: [
      { name: 'Only they', is_only_person: true },
      { name: 'Everyone', is_only_person: false },
    ],
    keys: [{ key_id: expect.stringMatching(/^key_/), name: 'Landing page' }],
  });
});

test('only owners see what depends on a member, and only of their own account', async () => {
  const { person, id } = await join('rep');
  expectError(await person.call(`/api/members/${id}/duties`), 'role_required');
  const stranger = suite.person();
  await stranger.createAccount('Other');
  expectError(await stranger.call(`/api/members/${id}/duties`), 'not_found');
});

test('open leads of a removed member go to the person who takes over, or to nobody', async () => {
  const [first, second, heir] = [await join('rep'), await join('rep'), await join('rep')];
  const [handedOver, freed] = [await addLead(first.id), await addLead(second.id)];
  const path = `/api/members/${first.id}?hand_over_to=${heir.id}`;
  expect((await owner.call(path, undefined, { method: 'DELETE' })).status).toBe(200);
  await owner.call(`/api/members/${second.id}`, undefined, { method: 'DELETE' });
  expect(await assigneeOf(handedOver)).toBe(heir.id);
  expect(await assigneeOf(freed)).toBeNull();
  const { timeline } = (await owner.call(`/api/leads/${handedOver}`)).body.data;
  expect(JSON.stringify(timeline)).toContain(heir.id);
});

test('leads are only handed over to another owner or rep, or nothing happens', async () => {
  const [rep, viewer] = [await join('rep'), await join('viewer')];
  const lead = await addLead(rep.id);
  for (const heir of [viewer.id, rep.id, `user_${'0'.repeat(32)}`, 'nobody']) {
    const path = `/api/members/${rep.id}?hand_over_to=${heir}`;
    expectError(await owner.call(path, undefined, { method: 'DELETE' }), 'invalid_input');
  }
  expect(await assigneeOf(lead)).toBe(rep.id);
});

test('a member who becomes a viewer keeps no open leads', async () => {
  const [rep, other] = [await join('rep'), await join('rep')];
  const lead = await addLead(rep.id);
  await owner.call(`/api/members/${rep.id}`, { role: 'viewer', hand_over_to: other.id }, { method: 'PATCH' });
  expect(await assigneeOf(lead)).toBe(other.id);
  await owner.call(`/api/members/${other.id}`, { role: 'viewer' }, { method: 'PATCH' });
  expect(await assigneeOf(lead)).toBeNull();
});

test('leads cannot be assigned to a viewer, by hand or by a rule', async () => {
  const [viewer, rep] = [await join('viewer'), await join('rep')];
  const lead = await addLead(rep.id);
  const assigned = await owner.call(`/api/leads/${lead}`, { assignee: viewer.id }, { method: 'PATCH' });
  expectError(assigned, 'invalid_input', 'viewer');
  expectError(await saveRules([{ name: 'All', assign_to: [viewer.id] }]), 'invalid_input');
  const rules = [{ name: 'All', when: {}, assign_to: [viewer.id] }];
  expectError(await owner.call('/api/routing/preview', { rules }), 'invalid_input');
});

test('a rep in a rule who becomes a viewer is skipped, but stays in it', async () => {
  const { id } = await join('rep');
  await saveRules([{ name: 'All', assign_to: [id] }]);
  await owner.call(`/api/members/${id}`, { role: 'viewer' }, { method: 'PATCH' });
  expect((await owner.call('/api/routing')).body.data.rules).toMatchObject([{ assign_to: [id], left: [id] }]);
});

interface Entry {
  readonly actor: string;
  readonly actor_name: string | null;
  readonly action: string;
  readonly subject: string;
  readonly subject_name: string | null;
  readonly details: unknown;
}
const readLog = async (query = ''): Promise<Entry[]> => (await owner.call(`/api/audit${query}`)).body.data;

test('the audit log still names a removed member, until they delete their profile', async () => {
  const { person, id } = await join('owner');
  await person.call('/api/account/name', { name: 'Acme & Sons' }, { method: 'PUT' });
  await owner.call(`/api/members/${id}`, undefined, { method: 'DELETE' });
  const name = `Ana Lopez (${person.email})`;
  const [removed, renamed] = await readLog();
  expect(removed).toMatchObject({ action: 'member.removed', subject: id, subject_name: name });
  expect(renamed).toMatchObject({
    action: 'account.renamed',
    actor: id,
    actor_name: name,
    details: { name: { from: 'Acme', to: 'Acme & Sons' } },
  });
  const stranger = suite.person();
  await stranger.createAccount('Other');
  expect((await stranger.call('/api/audit')).text).not.toContain(person.email);

  const deleted = await person.call('/api/user/deletion', { password: 'correct horse battery' });
  expect(deleted.status, deleted.text).toBe(200);
  for (const entry of await readLog()) {
    if (entry.actor === id) expect(entry.actor_name).toBeNull();
    if (entry.subject === id) expect(entry.subject_name).toBeNull();
  }
  const left = await suite.owner
    .selectFrom('former_members')
    .select('user_id')
    .where('user_id', '=', id.slice('user_'.length))
    .execute();
  expect(left).toEqual([]);
});

test('the audit log says what changed, from the first name of the account', async () => {
  const { person } = await join('rep');
  const profile = (await owner.call('/api/account/profile')).body.data;
  const changed = { ...profile, currency: 'EUR', office_days: [1, 2] };
  await owner.call('/api/account/profile', changed, { method: 'PUT' });
  await owner.call('/api/account/profile', changed, { method: 'PUT' });
  const log = await readLog();
  expect(log.filter(({ action }) => action === 'account.profile_changed')).toMatchObject([
    {
      details: {
        currency: { from: 'USD', to: 'EUR' },
        office_days: { from: [1, 2, 3, 4, 5], to: [1, 2] },
      },
    },
  ]);
  expect(log.find(({ action }) => action === 'account.renamed')).toMatchObject({
    details: { name: { from: null, to: 'Acme' } },
  });
  expect(log.find(({ action }) => action === 'member.invited')).toMatchObject({ subject_name: person.email });
});

test('each export of leads is in the audit log, without the text of a search', async () => {
  const { person, id } = await join('rep');
  await addLead(await ownerId());
  expect((await person.call('/api/leads/export?grade=Hot,Warm&q=secret')).status).toBe(200);
  expect((await person.call('/api/leads/export')).status).toBe(200);
  const [all, filtered] = await readLog();
  expect(all).toMatchObject({ action: 'leads.exported', actor: id, details: { leads: 1 } });
  expect(filtered?.details).toEqual({ leads: 0, grade: ['Hot', 'Warm'], search: true });
});

test('the audit log can be filtered by person and time', async () => {
  const { person, id } = await join('owner');
  await person.call('/api/account/name', { name: 'Acme & Sons' }, { method: 'PUT' });
  for (const { actor } of await readLog(`?actor=${id}`)) expect(actor).toBe(id);
  expect(await readLog(`?actor=${id}&category=security`)).not.toEqual([]);
  for (const { actor } of await readLog(`?actor=${id}&category=security`)) expect(actor).toBe(id);
  expect(await readLog('?from=2100-01-01')).toEqual([]);
  expect(await readLog('?to=2000-01-01')).toEqual([]);
  expect((await readLog('?from=2000-01-01&to=2100-01-01')).length).toBeGreaterThan(3);
  for (const query of ['?actor=ana', '?from=someday'])
    expectError(await owner.call(`/api/audit${query}`), 'invalid_input');
});
