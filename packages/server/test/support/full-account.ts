// An account with rows in every table, filled by using the service, with a unique word in everything that people write.

import type { Person } from '@leadline/testkit/auth/person';
import type { AuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import type { Canaries } from '@leadline/testkit/canary/canaries';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { call } from '@leadline/testkit/http/call';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { waitFor } from '@leadline/testkit/wait-for';
import type { Receiver } from '@leadline/testkit/webhooks/receiver';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { fromUuid, readId } from '../../src/platform/base/ids.ts';

export interface FullAccount {
  readonly person: Person;
  readonly company: string;
  readonly accountId: string;
  /** The account and its test account. */
  readonly ids: readonly string[];
  readonly keys: Readonly<Record<'live' | 'test', string>>;
  readonly intakeKey: string;
}

/** Starts and stops a worker of its own. */
export async function fillAccount(
  suite: AuthSuite,
  receiver: Receiver,
  canaries: Canaries,
): Promise<FullAccount> {
  const person = suite.person();
  const company = `Acme ${canaries.make('company')}`;
  const accountId = readId('acct', await person.createAccount(company)) ?? '';
  const test = await suite.owner
    .selectFrom('accounts')
    .select('id')
    .where('test_of', '=', accountId)
    .executeTakeFirstOrThrow();
  const ids = [accountId, fromUuid(test.id)];
  const make = async (mode: string, scope: string): Promise<string> => {
    const name = `Key ${canaries.make('key name')}`;
    const { body } = await person.call('/api/keys', { name, mode, scope });
    canaries.watch('key', body.data.key.slice(8));
    return body.data.key;
  };
  const keys = { live: await make('live', 'api'), test: await make('test', 'api') };
  const intakeKey = await make('live', 'intake');
  await person.call('/api/auth/organization/invite-member', {
    email: `${canaries.make('invited')}@example.org`,
    role: 'viewer',
  });
  await haveLeft(person, suite.person());
  const { body: profile } = await person.call('/api/account/profile');
  await person.call('/api/account/profile', { ...profile.data, currency: 'EUR' }, { method: 'PUT' });
  const { body: session } = await person.call('/api/session');
  const rule = {
    name: canaries.make('rule'),
    when: { answer: { question: canaries.make('question'), contains: canaries.make('condition') } },
    assign_to: [session.data.user.user_id],
  };
  await person.call('/api/routing', { version: 0, rules: [rule] }, { method: 'PUT' });
  const settings = { words: [{ text: canaries.make('important word'), means: 'scope' }] };
  await person.call('/api/settings/draft', { revision: 0, changes: settings }, { method: 'PUT' });
  await person.call('/api/settings/backtest', { draft_revision: 1 });
  const note = canaries.make('settings note');
  await person.call('/api/settings/publish', { version: 0, changes: settings, note });
  await person.call('/api/model', { version: 0, mode: 'on', point_limit: 20 }, { method: 'PUT' });
  const { body: alerts } = await person.call('/api/alerts');
  const channel = { new_leads: 'warm', assigned: true };
  await person.call('/api/alerts', { ...alerts.data, email: channel, digest_hour: 8 }, { method: 'PUT' });
  await person.call('/api/alerts/test', {});
  const worker = await startTestWorker(suite.databaseUrl);
  for (const key of Object.values(keys)) await fill(suite, receiver, canaries, key, person.email);
  await person.call('/api/model/train', {});
  await waitFor(async () => {
    const { rows } = await sql<{ ready: boolean }>`
      select (select count(*) from leadline.imports where account_id = any (${ids}::uuid[]) and status = 'finished') = 2
        and (select count(distinct account_id) from leadline.deliveries
          where account_id = any (${ids}::uuid[]) and attempts > 0) = 2
        and exists (select from leadline.trained_models where account_id = any (${ids}::uuid[]))
        and not exists (select from leadline.search_queue where account_id = any (${ids}::uuid[])) as ready`.execute(
      suite.owner,
    );
    return rows[0]?.ready;
  }, true);
  await worker.stop();
  await sql`
    insert into leadline.import_rows (account_id, import_id, hash)
    select account_id, id, gen_random_uuid() from leadline.imports where account_id = any (${ids}::uuid[])`.execute(
    suite.owner,
  );
  // Of a day without leads, so that nothing that happens to a lead removes it.
  const day = '00000000-0000-7000-8000-000000000000';
  await sql`
    insert into leadline.lead_sums (account_id, from_id, to_id, sums)
    select id, ${day}::uuid, ${day}::uuid, '{}' from unnest(${ids}::uuid[]) as account (id)`.execute(
    suite.owner,
  );
  await sql`
    insert into leadline.drifts (account_id, id, kind, figures, since, status, raised_at)
    values (${accountId}, uuidv7(), 'win_rate', '{}', now(), 'open', now())`.execute(suite.owner);
  await person.call('/api/crm', CRM, { method: 'PUT' });
  await sql`
    insert into leadline.crm_records (account_id, record_id, lead_id, written)
    select account_id, '1', id, json_build_object('name', lead ->> 'name') from leadline.leads
    where account_id = ${accountId} limit 1`.execute(suite.owner);
  await sql`
    insert into leadline.crm_deals (account_id, deal_id, lead_id, outcome, amount, closed_at)
    select account_id, '2', id, 'won', 1200, now() from leadline.leads
    where account_id = ${accountId} limit 1`.execute(suite.owner);
  await sql`
    insert into leadline.crm_queue (account_id, lead_id)
    select account_id, id from leadline.leads where account_id = ${accountId} limit 1`.execute(suite.owner);
  for (const id of ids)
    await sql`insert into leadline.ai_spending values (${id}, '2026-11-01', 1, 1, 1, 0.1)`.execute(
      suite.owner,
    );
  await waitFor(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct account_id) from leadline.received where account_id = any (${ids}::uuid[])`.execute(
      suite.owner,
    );
    return rows[0]?.count;
  }, 2);
  return { person, company, accountId, ids, keys, intakeKey };
}

/** Nothing answers there. */
const CRM = {
  vendor: 'odoo',
  url: 'http://127.0.0.1:9',
  database: 'company',
  login: 'sales@example.com',
  api_key: 'secret',
};

/** Sends leads whose events wait for a worker. */
export async function leaveEvents(
  suite: AuthSuite,
  { keys }: FullAccount,
  canaries: Canaries,
): Promise<void> {
  for (const key of Object.values(keys)) await sendLead(suite, canaries, key);
}

async function sendLead(suite: AuthSuite, canaries: Canaries, key: string): Promise<string> {
  const lead = {
    name: `Bo ${canaries.make('name')}`,
    email: `${canaries.make('email')}@example.com`,
    phone: canaries.makePhone(),
    message: `We need 40 laptops for ${canaries.make('message')}`,
    custom_fields: { Product: canaries.make('answer') },
  };
  const headers = { 'Idempotency-Key': canaries.make('idempotency key') };
  const { status, body } = await call(suite.api.url, '/api/webhook.php', lead, { key, headers });
  expect(status).toBe(200);
  return body.lead_id;
}

async function fill(
  suite: AuthSuite,
  receiver: Receiver,
  canaries: Canaries,
  key: string,
  assignee: string,
): Promise<void> {
  const send = async (path: string, body: unknown, method = 'POST') => {
    const answer = await call(suite.api.url, path, body, { key, method });
    expect(answer, path).toMatchObject({ status: 200 });
    return answer.body;
  };
  await send('/api/webhooks', {
    url: `${receiver.url}/${canaries.make('webhook URL')}`,
    description: canaries.make('webhook'),
    events: ['lead.scored', 'lead.outcome'],
  });
  const leadId = await sendLead(suite, canaries, key);
  await send(`/api/leads/${leadId}`, { status: 'contacted', assignee, note: canaries.make('note') }, 'PATCH');
  await send(`/api/leads/${leadId}/feedback`, { verdict: 'too_low', reason: canaries.make('feedback') });
  await send(`/api/leads/${leadId}/outcome`, { outcome: 'won', reason: canaries.make('reason') });
  await send('/api/views', { name: canaries.make('view'), query: canaries.make('query') });
  await send('/api/retention', { days: 1_000 }, 'PUT');
  const caller = (path: string, body?: unknown, options = {}) =>
    call(suite.api.url, path, body, { key, ...options });
  const email = `${canaries.make('imported')}@example.com`;
  const rows = `email,message\n${email},${canaries.make('row')}\n,${canaries.make('rejected row')}\n`;
  const imported = await uploadFile(caller, rows);
  await send(`/api/imports/${imported}/start`, {});
  await uploadFile(caller, `email,message\n${email},${canaries.make('waiting row')}\n`);
}

/** Somebody joins the account and leaves it again. */
async function haveLeft(owner: Person, guest: Person): Promise<void> {
  const { body } = await owner.call('/api/auth/organization/invite-member', {
    email: guest.email,
    role: 'rep',
  });
  await guest.signUp();
  await guest.call('/api/auth/organization/accept-invitation', { invitationId: body.id });
  const { status } = await guest.call('/api/members/me', undefined, { method: 'DELETE' });
  expect(status).toBe(200);
}
