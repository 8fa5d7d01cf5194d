// Reps who only see their own leads and those that are nobody's: what they can't see on any route, and what they can still do.

import { once } from 'node:events';
import { request } from 'node:http';
import type { Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addAlerts } from '../../src/notifications/alerts/add-alerts.ts';
import { buildTestApp } from '../support/app.ts';
import { listRoutes } from '../support/list-routes.ts';

const suite = useAuthSuite({ withoutCells: true });
let owner: Person;
let rep: Person;
let colleague: Person;
let key: string;
let accountId: string;
let own: string;
let free: string;
let foreign: string;
let added = 0;

/** In everything that is stored about the colleague's lead. */
const SECRET = 'zanzibar';

beforeAll(async () => {
  owner = suite.person();
  accountId = (await owner.createAccount()).slice('acct_'.length);
  await suite.owner.deleteFrom('sign_in_attempts').execute();
  rep = await join('rep');
  colleague = await join('rep');
  key = (await owner.call('/api/keys', { name: 'Website' })).body.data.key;
  own = await addLead('mine', rep);
  free = await addLead('nobodys', null);
  foreign = await addLead(SECRET, colleague);
  await owner.call(`/api/leads/${foreign}`, { note: SECRET }, { method: 'PATCH' });
  await owner.call(`/api/leads/${foreign}/outcome`, { outcome: 'won', amount: 7_654_321, reason: SECRET });
  await owner.call(`/api/leads/${foreign}/outcome`, { outcome: 'open' });
  const seen = await owner.call('/api/account/security', { rep_leads: 'own' }, { method: 'PUT' });
  expect(seen.body.data.rep_leads).toBe('own');
});
beforeEach(() => suite.owner.deleteFrom('sign_in_attempts').execute());

async function join(role: string): Promise<Person> {
  const person = suite.person();
  const { body } = await owner.call('/api/auth/organization/invite-member', { email: person.email, role });
  await person.signUp();
  await person.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  return person;
}

const idOf = async (person: Person): Promise<string> =>
  (await person.call('/api/session')).body.data.user.user_id;

async function addLead(word: string, assignee: Person | null, email = `ana@${word}.com`): Promise<string> {
  const lead = makeLead({
    name: `Ana ${word}`,
    email,
    phone: '',
    message: `Please send us ${++added} quotes for ${word} by Friday, our budget is approved`,
    source: word,
  });
  const { body } = await suite.person().call('/api/webhook.php', lead, { key });
  if (assignee !== null) await assign(owner, body.lead_id, await idOf(assignee));
  return body.lead_id;
}

const assign = (by: Person, leadId: string, user: string | null) =>
  by.call(`/api/leads/${leadId}`, { assignee: user }, { method: 'PATCH' });

const listed = async (person: Person, path = '/api/leads'): Promise<string[]> =>
  (await person.call(path)).body.data.map(({ lead_id }: { lead_id: string }) => lead_id).toSorted();

/** Everything that the database has about the colleague's lead. */
async function stored(): Promise<string> {
  const id = foreign.slice('lead_'.length);
  const { rows } = await sql`
    select (select json_agg(l) from leadline.leads l where l.id = ${id}::uuid) as leads,
      (select json_agg(a order by a.id) from leadline.activities a where a.lead_id = ${id}::uuid) as activities,
      (select json_agg(o order by o.id) from leadline.outcomes o where o.lead_id = ${id}::uuid) as outcomes,
      (select json_agg(c) from leadline.contacts c where c.email like ${`%${SECRET}%`}) as contacts`.execute(
    suite.owner,
  );
  return JSON.stringify(rows);
}

test('no route shows or changes a lead of a colleague', async () => {
  const pool = () => new pg.Pool({ connectionString: suite.databaseUrl, max: 1 });
  const { app, close } = await buildTestApp(pool(), pool());
  const routes = listRoutes(app).filter(
    ({ path }) => path.startsWith('/api/') && !/^\/api\/(?:auth\/|docs|live$)/.test(path),
  );
  await close();
  expect(routes.length).toBeGreaterThan(80);
  expect(routes).toContainEqual({ method: 'PATCH', path: '/api/leads/:id/contact' });
  const before = await stored();
  const period = 'from=2020-01-01T00:00:00Z&to=2024-01-01T00:00:00Z';
  const bodies = [
    {},
    { note: 'x' },
    { status: 'contacted' },
    { assignee: 'me' },
    { assignee: await idOf(rep) },
    { outcome: 'lost', reason: 'Price' },
    { verdict: 'right' },
    { name: 'Eve', rescore: true },
    { lead_ids: [foreign], status: 'lost' },
    { lead_ids: [foreign], assignee: await idOf(rep) },
    { lead_ids: [foreign], outcome: 'lost' },
  ];
  for (const { method, path } of routes) {
    if (method === 'DELETE' && path === '/api/members/me') continue;
    const filled = path.replace(/:(\w+)/g, (_all, name: string) =>
      name === 'id' ? foreign : `x_${'0'.repeat(32)}`,
    );
    const queries = method === 'GET' ? ['', `?q=${SECRET}`, `?${period}`, `?email=ana@${SECRET}.com`] : [''];
    for (const query of queries)
      for (const body of method === 'GET' || method === 'HEAD' || method === 'DELETE'
        ? [undefined]
        : bodies) {
        const answer = await rep.call(`${filled}${query}`, body, { method });
        const where = `${method} ${filled}${query} ${JSON.stringify(body)}`;
        expect(answer.status, `${where}: ${answer.text}`).toBeLessThan(500);
        // What they have sent themselves may come back.
        if (!JSON.stringify([query, body ?? null]).includes(SECRET))
          expect(answer.text, where).not.toMatch(new RegExp(`${SECRET}|7654321`, 'i'));
        expect(answer.text.split(foreign).length, where).toBeLessThanOrEqual(2); // at most in `unknown`
      }
  }
  expect(await stored()).toBe(before);
}, 120_000);

test('a limited rep finds, counts and exports their own and unassigned leads, and everybody else sees all', async () => {
  const visible = [own, free].toSorted();
  const all = [own, free, foreign].toSorted();
  expect(await listed(rep)).toEqual(visible);
  expect(await listed(owner)).toEqual(all);
  expect(await listed(await join('manager'))).toEqual(all);
  expect(await listed(await join('viewer'))).toEqual(all);
  // As the worker indexes them.
  await sql`insert into leadline.search_texts (account_id, id, text, country)
    select account_id, id, lower(lead ->> 'message'), '' from leadline.leads on conflict do nothing`.execute(
    suite.owner,
  );
  for (const q of [SECRET, `ana@${SECRET}.com`, `Ana ${SECRET}`, 'quotes']) {
    const path = `/api/leads?q=${encodeURIComponent(q)}`;
    expect(await listed(rep, path), q).toEqual(q === 'quotes' ? visible : []);
    expect(await listed(owner, path), q).toContain(foreign);
  }
  for (const sort of ['newest', 'priority', 'score'])
    expect(await listed(rep, `/api/leads?sort=${sort}&work=todo`), sort).toEqual(visible);
  const { data } = (await rep.call('/api/leads/counts')).body;
  expect(data.total.count).toBe(2);
  expect(data.tabs.all.count).toBe(2);
  expect(data.sources.map(({ value }: { value: string }) => value).toSorted()).toEqual(['mine', 'nobodys']);
  const exported = await rep.call('/api/leads/export');
  expect(exported.text).toContain('ana@mine.com');
  expect(exported.text).not.toContain(SECRET);
  expect((await rep.call(`/api/leads/${own}`)).status).toBe(200);
  expectError(await rep.call(`/api/leads/${foreign}`), 'not_found');
});

test('a lead page lists only those leads of the same person that the rep may see', async () => {
  const another = await addLead('mine', colleague);
  const { body } = await rep.call(`/api/leads/${own}`);
  expect(body.data.person.lead_ids).toEqual([own]);
  expect((await owner.call(`/api/leads/${own}`)).body.data.person.lead_ids.toSorted()).toEqual(
    [own, another].toSorted(),
  );
  // The other lead keeps its contact, although the rep who corrects this one doesn't see it.
  const corrected = await rep.call(
    `/api/leads/${own}/contact`,
    { email: 'new@mine.com', rescore: true },
    { method: 'PATCH' },
  );
  expect(corrected.status, corrected.text).toBe(200);
  expect(await listed(owner, '/api/leads?q=ana@mine.com')).toContain(another);
});

test('a limited rep works on leads, takes one that is free and hands one over', async () => {
  const lead = await addLead('passed', null);
  const taken = await rep.call(
    `/api/leads/${lead}`,
    { status: 'contacted', note: 'Called' },
    { method: 'PATCH' },
  );
  expect(taken.body.data, taken.text).toMatchObject({ assignee: await idOf(rep), status: 'contacted' });
  const rated = await rep.call(`/api/leads/${lead}/feedback`, {
    verdict: 'too_low',
    reason: 'Regular customer',
  });
  expect(rated.status, rated.text).toBe(200);
  const won = await rep.call(`/api/leads/${lead}/outcome`, { outcome: 'won', amount: 100 });
  expect(won.status, won.text).toBe(200);
  const mate = await idOf(colleague);
  const given = await assign(rep, lead, mate);
  expect(given.body.data, given.text).toMatchObject({ assignee: mate });
  expectError(await rep.call(`/api/leads/${lead}`), 'not_found');
  expect((await colleague.call(`/api/leads/${lead}`)).status).toBe(200);
  const several = [await addLead('several', null), await addLead('several', rep)];
  const body = { lead_ids: [...several, foreign], assignee: mate };
  const bulk = await rep.call('/api/leads', body, { method: 'PATCH' });
  expect(bulk.body.data, bulk.text).toMatchObject({ changed: 2, unknown: [foreign] });
  expect(await listed(rep, '/api/leads?q=several')).toEqual([]);
});

test('what is made of all leads is refused, with a reason', async () => {
  const period = 'from=2024-01-01T00:00:00Z&to=2025-01-01T00:00:00Z';
  for (const path of [
    `/api/insights?${period}`,
    `/api/insights/lost-reasons?${period}`,
    '/api/received',
    '/api/imports',
  ])
    expectError(await rep.call(path), 'role_required', 'their own and unassigned leads');
  for (const path of [
    '/api/settings',
    '/api/team',
    '/api/usage',
    '/api/views',
    '/api/alerts',
    '/api/account/profile',
  ])
    expect((await rep.call(path)).status, path).toBe(200);
});

test('the session says so, the audit log who decided it, and only owners decide', async () => {
  expect((await rep.call('/api/session')).body.data.account.sees_all_leads).toBe(false);
  expect((await owner.call('/api/session')).body.data.account.sees_all_leads).toBe(true);
  for (const person of [rep, await join('manager')])
    expectError(
      await person.call('/api/account/security', { rep_leads: 'all' }, { method: 'PUT' }),
      'role_required',
    );
  const { body } = await owner.call('/api/audit');
  expect(body.data).toContainEqual(
    expect.objectContaining({
      action: 'account.rep_leads_changed',
      details: { visible: { from: 'all', to: 'own' } },
    }),
  );
});

test('a limited rep isn’t told that a colleague has an earlier lead of the same person', async () => {
  const later = await addLead('later', null, `ana@${SECRET}.com`);
  const person = (await owner.call(`/api/leads/${later}`)).body.data.person.person_id;
  expect(person).toBe(foreign.replace('lead_', 'person_'));
  const shown = await rep.call(`/api/leads/${later}`);
  expect(shown.body.data.person).toEqual({ person_id: later.replace('lead_', 'person_'), lead_ids: [later] });
  expect(shown.text + (await rep.call('/api/leads')).text).not.toContain(person);
});

test('live, a limited rep hears of leads they see, and reloads when one is taken away', async () => {
  const cookie = [...rep.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const sent = request(`${suite.api.url}/api/live`, { headers, agent: false }).end();
  onTestFinished(() => void sent.destroy());
  const [response] = await once(sent, 'response');
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const mate = await idOf(colleague);
  await owner.call(`/api/leads/${foreign}`, { note: 'again' }, { method: 'PATCH' });
  const fresh = await addLead('fresh', null);
  await vi.waitFor(() => expect(text).toContain(fresh), 8_000);
  expect(text).not.toContain(foreign);
  const before = text.split('event: erasures').length;
  await assign(owner, fresh, mate);
  await vi.waitFor(() => expect(text.split('event: erasures').length).toBeGreaterThan(before), 8_000);
  // A rep who sees other leads than before gets another stream.
  const closed = once(response, 'close');
  await owner.call('/api/account/security', { rep_leads: 'all' }, { method: 'PUT' });
  await closed;
  await owner.call('/api/account/security', { rep_leads: 'own' }, { method: 'PUT' });
}, 30_000);

test('no alert is about a lead that its receiver may not see', async () => {
  const receiver = (await idOf(rep)).slice('user_'.length);
  const choices = {
    email: { new_leads: 'warm', assigned: true },
    browser: { new_leads: 'warm', assigned: true },
    hours: 'always',
    opens_at: '08:00',
    closes_at: '18:00',
    drift_emails: false,
    key_emails: false,
    digest_hour: null,
  };
  const saved = await rep.call('/api/alerts', choices, { method: 'PUT' });
  expect(saved.status, saved.text).toBe(200);
  const ids = [foreign, free].map((id) => id.slice('lead_'.length));
  await sql`update leadline.leads set grade = 'Hot' where id = any (${ids}::uuid[])`.execute(suite.owner);
  await sql`delete from leadline.alerts`.execute(suite.owner);
  const events = ids.map((leadId) => ({ accountId, leadId, isNew: true, assignee: null }));
  await addAlerts(suite.owner, events, new Date());
  const { rows } = await sql<{ lead_id: string }>`
    select lead_id from leadline.alerts where user_id = ${receiver}::uuid`.execute(suite.owner);
  expect(rows.map(({ lead_id }) => `lead_${lead_id.replaceAll('-', '')}`)).toEqual([free]);
});
