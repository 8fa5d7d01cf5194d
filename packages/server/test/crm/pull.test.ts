// What is won and lost in the CRM becomes an outcome of the lead, exactly once.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type CrmAccount, useCrm } from './use-crm.ts';

const suite = useCrm();

async function listOutcomes({ accountId }: CrmAccount): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select l.lead ->> 'email' || ' ' || o.outcome || coalesce(' ' || o.amount, '') as text
    from leadline.outcomes o join leadline.leads l on l.account_id = o.account_id and l.id = o.lead_id
    where o.account_id = ${accountId} order by o.id`.execute(suite.owner);
  return rows.map(({ text }) => text);
}

async function connected(...names: readonly string[]): Promise<CrmAccount> {
  const account = await suite.newAccount();
  for (const name of names) await account.send(makeLead({ email: `${name}@acme.com` }));
  await account.connect();
  await account.sync();
  await account.call('/api/crm/runs', { kind: 'sync' });
  await account.sync();
  return account;
}

const idOf = ({ crm }: CrmAccount, name: string): number => crm.find(`${name}@acme.com`)[0]?.id as number;

async function syncNow(account: CrmAccount): Promise<void> {
  await account.call('/api/crm/runs', { kind: 'sync' });
  await account.sync();
}

test('each outcome is recorded exactly once, however often it is pulled', async () => {
  const account = await connected('ana', 'bo', 'cy');
  account.crm.win(idOf(account, 'ana'), 4_000);
  account.crm.lose(idOf(account, 'bo'));
  for (let pass = 0; pass < 3; pass++) await syncNow(account);
  expect(await listOutcomes(account)).toEqual(['ana@acme.com won 4000.00', 'bo@acme.com lost']);
  const { rows } = await sql`
    select from leadline.activities where account_id = ${account.accountId}
    union all select from leadline.leads where account_id = ${account.accountId} and outcome = 'won'`.execute(
    suite.owner,
  );
  expect(rows).toHaveLength(1);
});

test('a deal that is reopened, or whose amount is corrected, gets another outcome', async () => {
  const account = await connected('ana');
  account.crm.win(idOf(account, 'ana'), 4_000);
  await syncNow(account);
  account.crm.edit(idOf(account, 'ana'), { expected_revenue: 5_000 });
  await syncNow(account);
  account.crm.edit(idOf(account, 'ana'), { stage_id: [1, 'New'], probability: 20 });
  await syncNow(account);
  expect(await listOutcomes(account)).toEqual([
    'ana@acme.com won 4000.00',
    'ana@acme.com won 5000.00',
    'ana@acme.com open',
  ]);
});

test('a change that became visible late is found by the overlap', async () => {
  const account = await connected('ana');
  account.crm.win(idOf(account, 'ana'), 4_000);
  // Stamped ten minutes before the pass that has just ended.
  const late = new Date(Date.now() - 600_000).toISOString().slice(0, 19).replace('T', ' ');
  Object.assign(account.crm.records.get(idOf(account, 'ana')) as object, { write_date: late });
  await syncNow(account);
  expect(await listOutcomes(account)).toEqual(['ana@acme.com won 4000.00']);
});

test('250 records that changed in the same second are all pulled', async () => {
  const account = await connected('ana');
  for (let index = 0; index < 250; index++) account.crm.add({ email_from: `other-${index}@example.org` });
  account.crm.win(idOf(account, 'ana'), 4_000);
  const last = account.crm.add({ email_from: 'nobody@example.org' });
  account.crm.win(last.id, 1);
  const calls = account.crm.calls.length;
  await syncNow(account);
  const pages = account.crm.calls.slice(calls).filter((name) => name === 'crm.lead.search_read');
  expect(pages.length).toBeGreaterThanOrEqual(3);
  expect(await listOutcomes(account)).toEqual(['ana@acme.com won 4000.00']);
});

test('a pass that fails in the middle goes on where it was', async () => {
  const account = await connected('ana');
  for (let index = 0; index < 150; index++) account.crm.add({ email_from: `other-${index}@example.org` });
  account.crm.add({ email_from: 'ana@acme.com', name: 'Another' });
  account.crm.win(idOf(account, 'ana'), 4_000);
  account.crm.fail('crm.stage.search_read', { status: 502 });
  await syncNow(account);
  expect((await account.call('/api/crm')).body.data.error).toBe('the CRM returned 502');
  await syncNow(account);
  expect(await listOutcomes(account)).toEqual(['ana@acme.com won 4000.00']);
});

test('a deal that the team entered itself decides the newest open lead of that email', async () => {
  const account = await suite.newAccount();
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect({ pushes: false });
  await account.sync();
  const { id } = account.crm.add({ email_from: 'Ana@acme.com' });
  account.crm.win(id, 700);
  for (let pass = 0; pass < 2; pass++) await syncNow(account);
  expect(await listOutcomes(account)).toEqual(['ana@acme.com won 700.00']);
});
