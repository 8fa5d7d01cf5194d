// Leads are pushed to the CRM: each becomes one record, and what people edit there stays.

import { makeLead } from '@leadline/testkit/leads/make-lead';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type CrmAccount, queueAll, useCrm } from './use-crm.ts';

const suite = useCrm();

const only = ({ crm }: CrmAccount, email: string) => {
  const found = crm.find(email);
  expect(found).toHaveLength(1);
  return found[0] as NonNullable<(typeof found)[0]>;
};

test('a lead becomes a record with its score, reasons, next step and link', async () => {
  const account = await suite.newAccount();
  const leadId = await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  expect(only(account, 'ana@acme.com')).toMatchObject({
    contact_name: 'Ana Lopez',
    phone: '+12125550123',
    description: 'We need 40 laptops by Friday',
    x_leadline_score: expect.any(Number),
    x_leadline_grade: expect.stringMatching(/Hot|Warm/),
    x_leadline_reasons: expect.stringMatching(/^.+\n.+/),
    x_leadline_next_step: expect.stringMatching(/\w+/),
    x_leadline_link: `https://leads.example.org/leads/${leadId}`,
  });
  const { body } = await account.call('/api/crm');
  expect(body.data).toMatchObject({ records: 1, waiting: 0, skipped: 0, error: null });
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('an open record with the same email is updated instead of adding another', async () => {
  const account = await suite.newAccount();
  const { id } = account.crm.add({ name: 'Big deal', email_from: 'Ana@Acme.com', contact_name: 'Ana L.' });
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  expect(account.crm.records.size).toBe(1);
  expect(account.crm.records.get(id)).toMatchObject({ name: 'Big deal', contact_name: 'Ana L.' });
  expect(account.crm.records.get(id)?.x_leadline_score).toBeGreaterThan(0);
});

test('a field that somebody edited in the CRM is never overwritten', async () => {
  const account = await suite.newAccount();
  const leadId = await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  const { id } = only(account, 'ana@acme.com');
  account.crm.edit(id, { contact_name: 'Ana Maria Lopez', phone: false });
  const corrected = { name: 'Anna Lopes', phone: '+12125550199', rescore: true };
  await account.call(`/api/leads/${leadId}/contact`, corrected, { method: 'PATCH' });
  await account.sync();
  expect(account.crm.records.get(id)).toMatchObject({
    contact_name: 'Ana Maria Lopez',
    phone: '+12125550199', // was empty
    name: 'Anna Lopes', // was what we had written
  });
  expect((await account.lastRun()).summary).toBe('1 updated, 1 fields kept as edited in the CRM');
});

test('a lead whose answer got lost is added exactly once', async () => {
  const account = await suite.newAccount();
  for (const name of ['ana', 'bo']) await account.send(makeLead({ email: `${name}@acme.com` }));
  await account.send({ phone: '+12125550123', message: 'No email' });
  await account.connect();
  account.crm.fail('crm.lead.load', 'lost answer', 'lost answer');
  await account.sync();
  expect((await account.call('/api/crm')).body.data.failing_since).not.toBeNull();
  // Meanwhile, somebody edits one of them, and closes another.
  const { id } = only(account, 'ana@acme.com');
  account.crm.edit(id, { contact_name: 'Edited' });
  account.crm.win(only(account, 'bo@acme.com').id, 500);
  for (let attempt = 0; attempt < 2; attempt++) {
    await account.call('/api/crm/runs', { kind: 'sync' });
    await account.sync();
  }
  expect(account.crm.records.size).toBe(3);
  expect(account.crm.records.get(id)?.contact_name).toBe('Edited');
  const { body } = await account.call('/api/leads?outcome=won');
  expect(body.data).toHaveLength(1);
});

test('an update whose answer got lost is still ours to change', async () => {
  const account = await suite.newAccount();
  const leadId = await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  const rename = (name: string) =>
    account.call(`/api/leads/${leadId}/contact`, { name, rescore: false }, { method: 'PATCH' });
  await rename('First');
  account.crm.fail('crm.lead.write', 'lost answer');
  await account.sync();
  expect(only(account, 'ana@acme.com').contact_name).toBe('First');
  await rename('Second');
  await account.call('/api/crm/runs', { kind: 'sync' });
  await account.sync();
  expect(only(account, 'ana@acme.com').contact_name).toBe('Second');
});

test('two open records with one email are left alone, and the others are pushed', async () => {
  const account = await suite.newAccount();
  for (const name of ['One', 'Two']) account.crm.add({ name, email_from: 'ana@acme.com' });
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.send(makeLead({ email: 'bo@acme.com', name: 'Bo' }));
  await account.connect();
  await account.sync();
  expect(account.crm.records.size).toBe(3);
  const { summary, notes } = await account.lastRun();
  expect(summary).toBe('1 added, 1 skipped: several open deals have the same email');
  expect(notes).toMatchObject([{ code: 'duplicate_email', writes: [] }]);
  // Tried again once somebody has merged them and asks for a sync.
  account.crm.records.delete(1);
  await account.call('/api/crm/runs', { kind: 'sync' });
  await account.sync();
  expect(account.crm.records.get(2)?.x_leadline_score).toBeGreaterThan(0);
});

test('a record that the CRM rejects doesn’t stop the others', async () => {
  const account = await suite.newAccount();
  account.crm.rejected.add('Bad Name');
  await account.send(makeLead({ email: 'bad@acme.com', name: 'Bad Name' }));
  for (const name of ['ana', 'bo']) await account.send(makeLead({ email: `${name}@acme.com` }));
  await account.connect();
  await account.sync();
  expect(account.crm.records.size).toBe(2);
  expect((await account.lastRun()).summary).toBe('2 added, 1 skipped: the CRM rejected the values');
});

test('a record that was deleted in the CRM is not added again', async () => {
  const account = await suite.newAccount();
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  account.crm.records.clear();
  await queueAll(suite, account);
  await account.sync();
  await queueAll(suite, account);
  await account.sync();
  expect(account.crm.records.size).toBe(0);
});

test('several leads of one person are one record, with the newest score', async () => {
  const account = await suite.newAccount();
  await account.send(makeLead({ email: 'ana@acme.com', message: 'Just looking around' }));
  await account.connect();
  await account.sync();
  const second = await account.send(makeLead({ email: 'ana@acme.com' }));
  await queueAll(suite, account);
  await account.sync();
  expect(only(account, 'ana@acme.com').x_leadline_link).toBe(`https://leads.example.org/leads/${second}`);
});

test('spam, leads below the grade and test leads are never sent', async () => {
  const account = await suite.newAccount();
  await account.send({
    email: 'x@mailinator.com',
    message: 'Buy cheap SEO backlinks now!!! http://spam.example',
  });
  await account.send({ email: 'someone@gmail.com' });
  await account.call('/api/score.php', makeLead({ email: 'test@acme.com' }), { key: account.testKey });
  const good = await account.send(
    makeLead({
      email: 'ana@acme.com',
      message: 'Our board approved $40,000. Please send a quote for 40 laptops by Friday.',
    }),
  );
  await account.connect({ min_grade: 'Warm' });
  await queueAll(suite, account);
  await account.sync();
  expect([...account.crm.records.values()].map(({ x_leadline_link: link }) => link)).toEqual([
    `https://leads.example.org/leads/${good}`,
  ]);
  const { status } = await account.call('/api/crm', undefined, { key: account.testKey });
  expect(status).toBe(403);
});

test('a preview says what a sync would do, and changes nothing', async () => {
  const account = await suite.newAccount();
  account.crm.add({ name: 'Big deal', email_from: 'bo@acme.com' });
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.send(makeLead({ email: 'bo@acme.com', name: 'Bo' }));
  await account.connect({ pushes: false });
  await account.sync();
  await account.call('/api/crm/runs', { kind: 'preview' });
  await account.sync();
  expect((await account.lastRun()).notes).toMatchObject([
    { code: 'create', keeps: [] },
    { code: 'update', record_id: '1', keeps: ['name'] },
  ]);
  expect(account.crm.records.size).toBe(1);
  expect(account.crm.calls).not.toContain('crm.lead.load');
});

test('disconnecting deletes the login and the links, and nothing in the CRM', async () => {
  const account = await suite.newAccount();
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  expect((await account.call('/api/crm', undefined, { method: 'DELETE' })).status).toBe(200);
  const { rows } = await sql`
    select from leadline.crm_connections where account_id = ${account.accountId}
    union all select from leadline.crm_records where account_id = ${account.accountId}
    union all select from leadline.crm_queue where account_id = ${account.accountId}
    union all select from leadline.crm_runs where account_id = ${account.accountId}`.execute(suite.owner);
  expect(rows).toEqual([]);
  expect(account.crm.records.size).toBe(1);
  const { body } = await account.call('/api/audit');
  expect(body.data.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
    'crm.disconnected',
    'crm.connected',
  ]);
});
