// The same cases for every CRM, through the whole sync: from a lead in the API to a record in the CRM, and back.

import type { FakeCrm } from '@leadline/testkit/crm/fake-crm';
import { FakeHubSpot } from '@leadline/testkit/crm/fake-hubspot';
import { FakeOdoo } from '@leadline/testkit/crm/fake-odoo';
import { FakePipedrive } from '@leadline/testkit/crm/fake-pipedrive';
import { FakeSalesforce } from '@leadline/testkit/crm/fake-salesforce';
import type { Fault } from '@leadline/testkit/crm/fake-server';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { waitFor } from '@leadline/testkit/wait-for';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type CrmAccount, queueAll, useCrm } from './use-crm.ts';

const suite = useCrm({ timeoutMs: 1_000 });

const VENDORS: readonly (readonly [string, () => Promise<FakeCrm>])[] = [
  ['Odoo', FakeOdoo.start],
  ['HubSpot', FakeHubSpot.start],
  ['Pipedrive', FakePipedrive.start],
  ['Salesforce', FakeSalesforce.start],
];

type Account = CrmAccount<FakeCrm>;

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['limits requests', { status: 429, headers: { 'Retry-After': '7' } }],
  ['limits requests without saying for how long', { status: 429 }],
  ['is down', { status: 502 }],
  ['never answers', 'hang'],
  ['loses an answer', 'lost answer'],
];

const only = ({ crm }: Account, email: string) => {
  const found = crm.people().filter((person) => person.email === email);
  expect(found).toHaveLength(1);
  return found[0] as NonNullable<(typeof found)[0]>;
};

async function listOutcomes({ accountId }: Account): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select l.lead ->> 'email' || ' ' || o.outcome || coalesce(' ' || o.amount, '') as text
    from leadline.outcomes o join leadline.leads l on l.account_id = o.account_id and l.id = o.lead_id
    where o.account_id = ${accountId} order by o.id`.execute(suite.owner);
  return rows.map(({ text }) => text);
}

const summaryOf = async (account: Account): Promise<string> => (await account.lastRun()).summary;

describe.each(VENDORS)('%s', (_, start) => {
  const newAccount = (): Promise<Account> => suite.newAccountWith(start);

  async function connectedWith(...names: readonly string[]): Promise<Account> {
    const account = await newAccount();
    for (const name of names) await account.send(makeLead({ email: `${name}@acme.com` }));
    await account.connect();
    await account.sync();
    expect((await account.call('/api/crm')).body.data).toMatchObject({ error: null, records: names.length });
    return account;
  }

  test('connecting adds our fields, and a lead becomes a record with its score and link', async () => {
    const account = await newAccount();
    const leadId = await account.send(makeLead({ email: 'Ana@Acme.com' }));
    await account.connect();
    await account.sync();
    const [person] = account.crm.people();
    expect(person).toMatchObject({
      name: 'Ana Lopez',
      phone: '+12125550123',
      score: expect.any(Number),
      link: `https://leads.example.org/leads/${leadId}`,
    });
    expect(person?.email.toLowerCase()).toBe('ana@acme.com');
    const { data } = (await account.call('/api/crm')).body;
    expect(data).toMatchObject({ records: 1, waiting: 0, skipped: 0, error: null });
    const names = data.fields.map(({ name }: { name: string }) => name);
    for (const field of Object.values(data.mapping)) if (field !== null) expect(names).toContain(field);
    expect(names).not.toContain('leadline_key');
    // Connecting again finds what is there, and nothing is taken for somebody's edit.
    await account.connect();
    await queueAll(suite, account);
    await account.sync();
    expect(account.crm.people()).toHaveLength(1);
    expect(await summaryOf(account)).toBe('1 unchanged');
  });

  test('a record with the same email is updated, and what people edit stays', async () => {
    const account = await newAccount();
    const id = account.crm.addPerson({ email: 'Ana@acme.com', name: 'Ann Lopes' });
    const leadId = await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect();
    await account.sync();
    expect(account.crm.people()).toMatchObject([{ id, name: 'Ann Lopes', phone: '+12125550123' }]);
    expect(account.crm.people()[0]?.score).toBeGreaterThan(0);
    account.crm.editPerson(id, { phone: '+12125550177' });
    const changes = { name: 'Ana Lopez', phone: '+12125550199', rescore: true };
    await account.call(`/api/leads/${leadId}/contact`, changes, { method: 'PATCH' });
    await account.sync();
    expect(account.crm.people()).toMatchObject([{ name: 'Ann Lopes', phone: '+12125550177' }]);
    // Emptied fields are ours again.
    account.crm.editPerson(id, { phone: '' });
    await queueAll(suite, account);
    await account.sync();
    expect(account.crm.people()).toMatchObject([{ name: 'Ann Lopes', phone: '+12125550199' }]);
  });

  test('leads without an email, and with long texts, are stored', async () => {
    const account = await newAccount();
    const message = `We need laptops. ${'Many of them. '.repeat(900)}`;
    await account.send({ phone: '+12125550123', name: 'Bo', message });
    await account.send(makeLead({ email: 'ana@acme.com', name: `Ana ${'x'.repeat(150)}` }));
    await account.connect();
    await account.sync();
    expect(await summaryOf(account)).toBe('2 added');
    await queueAll(suite, account);
    await account.sync();
    expect(await summaryOf(account)).toBe('2 unchanged');
  });

  test('an email is sent in lower case and in full, or not at all', async () => {
    const account = await newAccount();
    const long = `${'a'.repeat(60)}@${'b'.repeat(50)}.com`;
    for (const [index, email] of ['ana at acme', 'Bo@Acme.com', long].entries())
      await account.send(makeLead({ email, phone: `+1212555014${index}` }));
    await account.connect();
    await account.sync();
    expect(await summaryOf(account)).toBe('3 added');
    const inOrder = account.crm.people().toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
    const emails = inOrder.map(({ email }) => email);
    expect(emails.slice(0, 2)).toEqual(['', 'bo@acme.com']);
    expect(['', long]).toContain(emails[2]);
  });

  test('a name that was missing is added, whatever the CRM needed in its place', async () => {
    const account = await newAccount();
    const leadId = await account.send({ email: 'ana@acme.com', message: 'We need 40 laptops by Friday' });
    await account.connect();
    await account.sync();
    const changes = { name: 'Ana Lopez', rescore: false };
    await account.call(`/api/leads/${leadId}/contact`, changes, { method: 'PATCH' });
    await account.sync();
    expect(only(account, 'ana@acme.com').name).toBe('Ana Lopez');
  });

  test.each(FAULTS)(
    'a CRM that %s while leads are pushed gets each lead exactly once',
    async (_name, fault) => {
      const account = await newAccount();
      for (const name of ['ana', 'bo', 'cy']) await account.send(makeLead({ email: `${name}@acme.com` }));
      await account.connect();
      account.crm.fail(account.crm.steps.create, fault);
      await account.sync();
      expect((await account.call('/api/crm')).body.data.failing_since).not.toBeNull();
      await account.syncNow();
      expect(
        account.crm
          .people()
          .map(({ email }) => email)
          .toSorted(),
      ).toEqual(['ana@acme.com', 'bo@acme.com', 'cy@acme.com']);
      expect((await account.call('/api/crm')).body.data).toMatchObject({
        records: 3,
        waiting: 0,
        error: null,
      });
    },
  );

  test('an edit made after an answer got lost is kept', async () => {
    const account = await newAccount();
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect();
    account.crm.fail(account.crm.steps.create, 'lost answer');
    await account.sync();
    account.crm.editPerson(only(account, 'ana@acme.com').id, { name: 'Edited Name' });
    await account.syncNow();
    expect(only(account, 'ana@acme.com').name).toBe('Edited Name');
  });

  test('a record that the CRM refuses doesn’t stop the others', async () => {
    const account = await newAccount();
    account.crm.reject('Badname');
    await account.send(makeLead({ email: 'bad@acme.com', name: 'Badname' }));
    for (const name of ['ana', 'bo', 'cy']) await account.send(makeLead({ email: `${name}@acme.com` }));
    await account.connect();
    await account.sync();
    expect(account.crm.people().map(({ email }) => email)).not.toContain('bad@acme.com');
    expect(await summaryOf(account)).toBe('3 added, 1 skipped: the CRM rejected the values');
  });

  test('records that were deleted are not added again, and merged ones are found', async () => {
    const account = await connectedWith('ana', 'bo', 'cy');
    account.crm.deletePerson(only(account, 'ana@acme.com').id);
    // The user has entered Bo a second time, and merges both. Some CRMs keep both emails then.
    const keepsBoth = account.crm instanceof FakeHubSpot || account.crm instanceof FakePipedrive;
    const bo = only(account, 'bo@acme.com').id;
    const other = account.crm.addPerson({ email: keepsBoth ? 'bo2@acme.com' : 'bo@acme.com', name: 'Bo' });
    const kept = account.crm.mergePersons(bo, other);
    await queueAll(suite, account);
    await account.sync();
    expect(await summaryOf(account)).toContain('1 skipped: deleted in the CRM');
    expect(account.crm.people().filter(({ email }) => email === 'ana@acme.com')).toEqual([]);
    expect(account.crm.people().find(({ id }) => id === kept)?.score).toBeGreaterThan(0);
    const { data } = (await account.call('/api/crm')).body;
    expect(data).toMatchObject({ waiting: 0, skipped: 0, error: null });
    await queueAll(suite, account);
    await account.sync();
    expect(account.crm.people().filter(({ email }) => email === 'ana@acme.com')).toEqual([]);
  });

  test('each outcome is recorded exactly once, with its amount', async () => {
    const account = await connectedWith('ana', 'bo', 'cy');
    const deals = ['ana', 'bo', 'cy'].map((name) =>
      account.crm.addDeal(only(account, `${name}@acme.com`).id),
    );
    const [ana = '', bo = ''] = deals;
    account.crm.win(ana, 4_000);
    account.crm.lose(bo);
    for (let pass = 0; pass < 3; pass++) await account.syncNow();
    expect((await listOutcomes(account)).toSorted()).toEqual([
      'ana@acme.com won 4000.00',
      'bo@acme.com lost',
    ]);
    account.crm.win(ana, 5_000);
    await account.syncNow();
    account.crm.reopen(ana);
    for (let pass = 0; pass < 2; pass++) await account.syncNow();
    account.crm.win(ana, 6_000);
    for (let pass = 0; pass < 2; pass++) await account.syncNow();
    expect((await listOutcomes(account)).filter((text) => text.startsWith('ana'))).toEqual([
      'ana@acme.com won 4000.00',
      'ana@acme.com won 5000.00',
      'ana@acme.com open',
      'ana@acme.com won 6000.00',
    ]);
  });

  test('of several deals of a person, the one closed last decides their lead', async () => {
    const account = await connectedWith('ana');
    const { id } = only(account, 'ana@acme.com');
    account.crm.lose(account.crm.addDeal(id), new Date(Date.now() - 30_000));
    await account.syncNow();
    const second = account.crm.addDeal(id);
    account.crm.win(second, 700);
    for (let pass = 0; pass < 2; pass++) await account.syncNow();
    expect(await listOutcomes(account)).toEqual(['ana@acme.com lost', 'ana@acme.com won 700.00']);
    // What is left is the first.
    account.crm.reopen(second);
    for (let pass = 0; pass < 2; pass++) await account.syncNow();
    expect((await listOutcomes(account)).at(-1)).toBe('ana@acme.com lost');
  });

  test('a deal that was closed before the lead came neither decides it nor is linked to it', async () => {
    const account = await newAccount();
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect({ pushes: false });
    const person = account.crm.addPerson({ email: 'ana@acme.com', name: 'Ana Lopez' });
    // Salesforce only knows the day.
    const hours = account.crm instanceof FakeSalesforce ? 49 : 1;
    account.crm.lose(account.crm.addDeal(person), new Date(Date.now() - hours * 3_600_000));
    await account.sync();
    await account.syncNow();
    expect(await listOutcomes(account)).toEqual([]);
    expect((await account.call('/api/crm')).body.data).toMatchObject({ error: null, records: 0 });
  });

  test('a score is written even if nobody remembers writing the last one', async () => {
    const account = await connectedWith('ana');
    await account.call('/api/crm', undefined, { method: 'DELETE' });
    await account.send(makeLead({ email: 'ana@acme.com' }));
    const newest = await account.send(makeLead({ email: 'ana@acme.com', name: 'Other Name' }));
    await account.connect();
    await account.sync();
    expect(only(account, 'ana@acme.com')).toMatchObject({
      name: 'Ana Lopez',
      link: `https://leads.example.org/leads/${newest}`,
    });
  });

  test('nothing is recorded after disconnecting, even if the CRM answers later', async () => {
    const account = await newAccount();
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect({ pushes: false });
    await account.sync();
    const person = account.crm.addPerson({ email: 'ana@acme.com', name: 'Ana Lopez' });
    account.crm.lose(account.crm.addDeal(person));
    const calls = account.crm.calls.length;
    account.crm.fail(account.crm.steps.pull, { delayMs: 500 });
    const syncing = account.syncNow();
    await waitFor(async () => account.crm.calls.slice(calls).includes(account.crm.steps.pull), true);
    expect((await account.call('/api/crm', undefined, { method: 'DELETE' })).status).toBe(200);
    await syncing;
    expect(await listOutcomes(account)).toEqual([]);
    const { rows } = await sql`
      select from leadline.crm_records where account_id = ${account.accountId}
      union all select from leadline.crm_deals where account_id = ${account.accountId}`.execute(suite.owner);
    expect(rows).toEqual([]);
  });

  test('leads of a new connection stay queued when the former one ends its last push', async () => {
    const account = await newAccount();
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect();
    await account.turn();
    account.crm.fail(account.crm.steps.create, { delayMs: 500 });
    const syncing = account.turn();
    await waitFor(async () => account.crm.calls.includes(account.crm.steps.create), true);
    await account.call('/api/crm', undefined, { method: 'DELETE' });
    await account.connect();
    await syncing;
    expect((await account.call('/api/crm')).body.data).toMatchObject({ waiting: 1, records: 0 });
    await account.sync();
    expect((await account.call('/api/crm')).body.data).toMatchObject({ waiting: 0, records: 1 });
    expect(account.crm.people()).toHaveLength(1);
  });

  test('a pass that fails in the middle goes on where it was', async () => {
    const account = await connectedWith('ana');
    for (let index = 0; index < 120; index++) {
      const person = account.crm.addPerson({ email: `other-${index}@example.org`, name: 'Other Person' });
      account.crm.addDeal(person);
    }
    account.crm.win(account.crm.addDeal(only(account, 'ana@acme.com').id), 900);
    await account.syncNow(); // a pass of two pages
    account.crm.lose(account.crm.addDeal(account.crm.addPerson({ email: 'zoe@acme.com', name: 'Zoe' })));
    account.crm.fail(account.crm.steps.pull, { status: 502 });
    await account.syncNow();
    expect((await account.call('/api/crm')).body.data.error).toBe('the CRM returned 502');
    await account.syncNow();
    expect(await listOutcomes(account)).toEqual(['ana@acme.com won 900.00']);
  });

  test('a login that the CRM rejects is reported, and a 401 in mid-run loses nothing', async () => {
    const account = await newAccount();
    await account.connect({ api_key: 'wrong' });
    await account.sync();
    expect(await account.lastRun()).toMatchObject({ kind: 'connect', status: 'failed' });
    expect((await account.call('/api/crm')).body.data.error).toMatch(/rejected/);
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.connect();
    account.crm.fail(account.crm.steps.create, { status: 401 }, { status: 401 });
    await account.sync();
    for (let attempt = 0; attempt < 2; attempt++) await account.syncNow();
    expect(only(account, 'ana@acme.com').score).toBeGreaterThan(0);
  });
});

test('two open records with one email are left alone in CRMs that allow them', async () => {
  for (const start of [FakePipedrive.start, FakeSalesforce.start]) {
    const account = await suite.newAccountWith<FakeCrm>(start);
    for (const name of ['One Ana', 'Two Ana']) account.crm.addPerson({ email: 'ana@acme.com', name });
    await account.send(makeLead({ email: 'ana@acme.com' }));
    await account.send(makeLead({ email: 'bo@acme.com' }));
    await account.connect();
    await account.sync();
    expect(await summaryOf(account)).toBe('1 added, 1 skipped: several open deals have the same email');
  }
});

test('a portal of HubSpot with 2,000 properties connects, and more deals than a search may return are pulled', async () => {
  const account = await suite.newAccountWith(FakeHubSpot.start);
  for (let index = 0; index < 2_000; index++) {
    const name = `custom_property_${index}`;
    const description = 'What this property is for. '.repeat(40);
    account.crm.properties.set(name, { name, label: name, type: 'string', fieldType: 'text', description });
  }
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  const other = account.crm.addPerson({ email: 'other@example.org', name: 'Other' });
  for (let index = 0; index < 10_200; index++) account.crm.addDeal(other);
  account.crm.win(account.crm.addDeal(account.crm.people()[0]?.id as string), 800);
  await account.syncNow();
  expect(await listOutcomes(account)).toEqual(['ana@acme.com won 800.00']);
});

test('a token of Salesforce that expires in mid-run is refreshed once, however many calls find it expired', async () => {
  const account = await suite.newAccountWith(FakeSalesforce.start);
  account.crm.refreshTokens.add('refresh-first');
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect({ refresh_token: 'refresh-first' });
  await account.sync();
  for (const name of ['bo', 'cy']) await account.send(makeLead({ email: `${name}@acme.com` }));
  await queueAll(suite, account);
  account.crm.expireTokens();
  const before = account.crm.calls.filter((name) => name.includes('oauth2')).length;
  await Promise.all([account.sync(), account.sync()]);
  expect(account.crm.calls.filter((name) => name.includes('oauth2'))).toHaveLength(before + 1);
  await account.syncNow();
  expect((await account.call('/api/crm')).body.data).toMatchObject({ error: null, waiting: 0 });
  expect(account.crm.people()).toHaveLength(3);
});

test('settings can be changed and the CRM disconnected while Salesforce is asked for a token', async () => {
  const account = await suite.newAccountWith(FakeSalesforce.start);
  await account.connect();
  await account.sync();
  const calls = account.crm.calls.length;
  account.crm.expireTokens();
  account.crm.fail('POST /services/oauth2/token', 'hang');
  let isSyncing = true;
  const syncing = account.syncNow().finally(() => {
    isSyncing = false;
  });
  await waitFor(async () => account.crm.calls.slice(calls).some((name) => name.includes('oauth2')), true);
  expect((await account.call('/api/crm', { min_grade: 'Warm' }, { method: 'PATCH' })).status).toBe(200);
  expect((await account.call('/api/crm', undefined, { method: 'DELETE' })).status).toBe(200);
  expect(isSyncing).toBe(true);
  await syncing;
});

test('Pipedrive is searched no faster than it allows, and keeps what was done before it refuses', async () => {
  const account = await suite.newAccountWith(FakePipedrive.start);
  for (let index = 0; index < 12; index++) await account.send(makeLead({ email: `ana${index}@acme.com` }));
  await account.connect();
  account.crm.fail(account.crm.steps.find, ...Array(11).fill({ delayMs: 0 }), { status: 429 });
  await account.sync();
  expect((await account.call('/api/crm')).body.data).toMatchObject({
    failing_since: expect.any(String),
    records: 10,
  });
  await account.syncNow();
  expect((await account.call('/api/crm')).body.data).toMatchObject({ error: null, records: 12, waiting: 0 });
});

test('an email that the CRM refuses to look for doesn’t stop the others', async () => {
  for (const [start, refusals] of [
    [FakePipedrive.start, 1],
    [FakeHubSpot.start, 2], // both together, and then the first
  ] as const) {
    const account = await suite.newAccountWith<FakeCrm>(start);
    for (const name of ['ana', 'bo']) await account.send(makeLead({ email: `${name}@acme.com` }));
    await account.connect();
    account.crm.fail(account.crm.steps.find, ...Array(refusals).fill({ status: 400, body: {} }));
    await account.sync();
    expect(await summaryOf(account)).toBe('1 added, 1 skipped: the CRM rejected the values');
    expect((await account.call('/api/crm')).body.data).toMatchObject({ error: null, skipped: 1 });
  }
});

test('requirements of each CRM are checked before anything is stored', async () => {
  const account = await suite.newAccount();
  const connect = (body: object) => account.call('/api/crm', body, { method: 'PUT' });
  const answer = await connect({ vendor: 'salesforce', url: account.crm.url, api_key: 'secret' });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: 'Salesforce requires login', field: 'login' });
  expect((await connect({ vendor: 'pipedrive', api_key: 'secret' })).body.field).toBe('url');
  expect((await account.call('/api/crm')).body.data).toBeNull();
});

describe.each(VENDORS.slice(1))('a server that claims to be %s', (_, start) => {
  const ANSWERS: Readonly<Record<string, unknown>> = {
    null: null,
    'a number': 1e300,
    'lists of nulls': { results: [null], records: [null], data: [null], fields: [null] },
    'other types': {
      results: [{ id: {}, properties: 1 }],
      records: [{ Id: [] }],
      data: [{ id: 'x' }],
      fields: {},
    },
    'the same page forever': {
      results: Array(100).fill({ id: '7', properties: {} }),
      records: Array(100).fill({ Id: '7' }),
      data: [],
      additional_data: { next_cursor: 'again' },
      nextRecordsUrl: '/services/data/v60.0/query/again',
    },
  };

  test.each(Object.keys(ANSWERS))(
    'and answers with %s is an error of the CRM, after few calls',
    async (name) => {
      const account = await suite.newAccountWith<FakeCrm>(start);
      await account.send(makeLead({ email: 'ana@acme.com' }));
      await account.connect();
      await account.sync();
      const steps = ['create', 'find', 'pull', 'read'] as const;
      for (const step of steps) {
        const fault: Fault = { status: 200, body: ANSWERS[name] };
        account.crm.fail(account.crm.steps[step], ...Array(40).fill(fault));
        await queueAll(suite, account);
        await account.send(makeLead({ email: `${step}@acme.com` }));
        const calls = account.crm.calls.length;
        await account.call('/api/crm/runs', { kind: 'sync' });
        // Errors that aren't the CRM's would fail here.
        await account.turn();
        expect(account.crm.calls.length - calls).toBeLessThan(80);
      }
    },
  );
});
