// Erasure is complete: a person is sent in through every channel with unique words in every field, and delivered to webhook
// receivers that accept, fail, hang or are gone. After erasing the person, none of the words is left in the database, and
// none was ever logged.

import { Canaries } from '@leadline/testkit/canary/canaries';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { readDatabase, type StoredRow, toLines } from '@leadline/testkit/database/read-database';
import { importFile, uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import type { Caller } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { type EchoReceiver, startEchoReceiver } from '../support/echo-receiver.ts';
import { type Service, spawnService } from './spawn-service.ts';

/** A failed delivery has been retried by then. */
const RETRIED_AFTER_MS = 6_000;

const canaries = new Canaries();
/** Keyed by description. */
const words = new Map<string, string>();
const canary = (what: string): string => {
  const word = canaries.make(what);
  words.set(what, word);
  return word;
};
/** Belong to a bystander who is not erased. */
const others = new Canaries();

let databaseUrl: string;
let owner: pg.Pool;
let account: NewAccount;
let service: Service;
let receiver: EchoReceiver;
let caller: Caller;

beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = openPool(databaseUrl, { size: 2 });
  account = await makeAccount(openInstallation(owner));
  receiver = await startEchoReceiver();
  service = await spawnService(databaseUrl);
  caller = (path, body, options) => call(service.url, path, body, { key: account.liveKey, ...options });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await owner.end();
});

const person = {
  name: `Ana ${canary('name')}`,
  email: `${canary('email')}@example.org`,
  phone: canaries.makePhone(),
};
const bystander = {
  name: `Bob ${others.make('name')}`,
  email: `${others.make('email')}@example.org`,
  phone: others.makePhone(),
  message: others.make('message'),
};

const makeCanaryLead = (way: string): Record<string, unknown> => ({
  ...person,
  message: `We need 40 laptops for ${canary(`message by ${way}`)} by Friday`,
  budget: `$20k ${canary(`budget by ${way}`)}`,
  source: canary(`source by ${way}`),
  custom_fields: { [`Which ${canary(`question by ${way}`)}?`]: canary(`answer by ${way}`) },
  [`field_${canary(`field by ${way}`)}`]: canary(`value by ${way}`),
});

/** Sends valid leads of the person through every channel. */
async function sendEverything(): Promise<string[]> {
  const ids: string[] = [];
  const send = async (way: string, path: string, headers: Record<string, string> = {}): Promise<void> => {
    const answer = await caller(path, makeCanaryLead(way), { headers });
    expect(answer, way).toMatchObject({ status: 200 });
    ids.push(answer.body.lead_id);
  };
  const { key } = await createKey(
    openInstallation(owner),
    asOperator(account.accountId),
    'live',
    'Form',
    'intake',
  );
  await send('webhook', '/api/webhook.php', { 'Idempotency-Key': canary('Idempotency-Key') });
  for (const name of [
    'Webhook-Id',
    'Svix-Id',
    'X-Webhook-Id',
    'X-Webhook-Delivery',
    'X-Delivery-Id',
    'X-Event-Id',
  ]) {
    await send(name, '/api/webhook.php', { [name]: canary(`header ${name}`) });
  }
  await send('legacy', '/api/score.php', { 'User-Agent': canary('User-Agent') });
  await send('intake', `/api/intake/${key}`);
  const batch = await caller(
    '/api/batch',
    { leads: [makeCanaryLead('batch'), makeLead(bystander)] },
    { headers: { 'Idempotency-Key': canary('Idempotency-Key of a batch') } },
  );
  ids.push(batch.body.data[0].lead_id);
  // Without an email: linked to her by the phone number.
  const { email: _, ...unnamed } = makeCanaryLead('no address');
  ids.push((await caller('/api/webhook.php', unnamed)).body.lead_id);
  const outcome = { outcome: 'lost', reason: canary('outcome reason') };
  expect(await caller(`/api/leads/${ids[0]}/outcome`, outcome)).toMatchObject({ status: 200 });
  const note = { note: canary('note') };
  expect(await caller(`/api/leads/${ids[0]}`, note, { method: 'PATCH' })).toMatchObject({ status: 200 });
  return ids;
}

const REJECTED = 3;
/** Sends requests of hers that are rejected before any field is parsed, and one of the bystander. */
async function sendRejected(): Promise<void> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const note = `Write to ${person.email}, ${person.name}`;
  for (const [body, headers] of [
    [`{"email":"${person.email}","name":"${person.name}","x":"${canary('broken JSON')}"`, {}],
    [{ ...person, message: { text: canary('wrong type') } }, {}],
    [new URLSearchParams({ note, y: canary('form without contact') }).toString(), form],
    [{ ...bystander, phone: {} }, {}],
  ] as const) {
    expect(await caller('/api/webhook.php', body, { headers })).toMatchObject({ status: 400 });
  }
}

const file = toCsv([
  {
    ...person,
    message: canary('imported message'),
    role: canary('imported answer'),
    outcome: 'lost',
    lost_reason: canary('imported reason'),
    date: '2024-03-01',
  },
  { ...person, message: canary('rejected message'), outcome: canary('rejected outcome') },
  { ...person, email: person.email.toUpperCase(), message: canary('rejected again'), outcome: 'perhaps' },
  { ...bystander, message: others.make('imported'), outcome: 'won' },
  { ...bystander, message: others.make('rejected'), outcome: 'perhaps' },
]);

const deliveriesAt = async (path: string): Promise<Record<string, unknown>[]> => {
  const hooks = (await caller('/api/webhooks')).body.data as { webhook_id: string; url: string }[];
  const id = hooks.find(({ url }) => url.endsWith(path))?.webhook_id;
  return (await caller(`/api/webhooks/${id}/deliveries?limit=100`)).body.data;
};

const leaksIn = (rows: readonly StoredRow[]): string[] => [
  ...new Set(canaries.findLeaks(toLines(rows)).map(({ what, line }) => `${what} in ${line.split(' ')[0]}`)),
];

const tablesWith = (rows: readonly StoredRow[], what: string): string[] => {
  const word = words.get(what) ?? '';
  return [...new Set(rows.filter(({ text }) => text.includes(word)).map(({ table }) => table))];
};

const rowsOfOthers = (rows: readonly StoredRow[]): StoredRow[] =>
  rows.filter(({ table, text }) => others.findLeaks(toLines([{ table, text }])).length > 0);

test('erasing a person leaves nothing of them behind and does not affect anyone else', async () => {
  const subscribed = ['lead.scored', 'lead.outcome'];
  const receivers = ['/200', '/500', '/410', '/hold'];
  for (const path of receivers) {
    expect(await caller('/api/webhooks', { url: receiver.url + path, events: subscribed })).toMatchObject({
      status: 200,
    });
  }

  // 410 disables the webhook, so its first delivery fails permanently.
  const first = await caller('/api/webhook.php', makeCanaryLead('first'));
  await waitFor(async () => (await deliveriesAt('/410')).map(({ status }) => status), ['failed']);
  const ids = [first.body.lead_id, ...(await sendEverything())];
  const personId = (await caller(`/api/leads/${ids[0]}`)).body.data.person.person_id;

  await sendRejected();
  const kept = async (): Promise<number> => (await caller('/api/received?limit=100')).body.data.length;
  await waitFor(kept, ids.length - 1 + REJECTED + 1); // without the batch, but with the bystander's request

  // While the file is uploaded but not imported, the search finds it in the database.
  await uploadFile(caller, file);
  expect(tablesWith(await readDatabase(owner), 'imported message')).toContain('leadline.import_chunks');
  await importFile(caller, file);

  // Deliveries are now delivered, waiting for a retry, failed permanently, and in progress.
  const events = ids.length + 2; // plus the outcome and the bystander's lead
  await waitFor(
    async () => (await deliveriesAt('/200')).filter((d) => d.status === 'delivered').length,
    events,
  );
  await waitFor(async () => (await deliveriesAt('/500')).every((d) => d.response_status === 500), true);
  await waitFor(async () => receiver.received.filter((text) => text.startsWith('/hold')).length, events);

  // The test only proves something if everything was stored before.
  const before = await readDatabase(owner);
  for (const what of words.keys()) {
    if (/Idempotency-Key|header|User-Agent/.test(what)) continue; // stored as hashes or not at all
    expect(tablesWith(before, what).length, what).toBeGreaterThan(0);
  }
  expect(tablesWith(before, 'name')).toEqual(
    expect.arrayContaining([
      'leadline.contacts',
      'leadline.deliveries',
      'leadline.import_refusals',
      'leadline.received',
    ]),
  );
  expect(tablesWith(before, 'outcome reason')).toContain('leadline.outcomes');
  expect(tablesWith(before, 'note')).toContain('leadline.activities');

  const counted = await countBefore(personId);
  const erased = await caller('/api/people/erase', { email: person.email });
  expect(erased).toMatchObject({ status: 200 });
  expect(erased.body.data).toEqual({ ...counted, crm_records: 0 });
  expect(counted).toMatchObject({
    leads: ids.length + 1,
    refused_rows: 2,
    received: ids.length - 1 + REJECTED,
  });

  // The pending responses arrive now, with her data in them.
  receiver.release();
  await waitFor(async () => (await deliveriesAt('/hold')).map(({ status }) => status), ['delivered']);
  const after = await readDatabase(owner);
  expect(leaksIn(after)).toEqual([]);
  for (const id of ids) expect(await caller(`/api/leads/${id}`)).toMatchObject({ status: 404 });
  await expectOthersUntouched(before, after);
  await expectAnonymousAuditEntry(personId);

  // No more data about her is sent, and none comes back.
  const sent = receiver.received.length;
  await new Promise((resolve) => setTimeout(resolve, RETRIED_AFTER_MS + 1_000));
  const later = receiver.received.slice(sent);
  expect(canaries.findLeaks(later.join('\n'))).toEqual([]);
  for (const id of ids) expect(later.join('\n')).not.toContain(id);
  expect(leaksIn(await readDatabase(owner))).toEqual([]);

  const again = await caller('/api/people/erase', { email: person.email });
  expect(again.body.data).toEqual({
    leads: 0,
    contacts: 0,
    deliveries: 0,
    refused_rows: 0,
    received: 0,
    crm_records: 0,
  });

  await expectNewPerson(personId);
  await expectCleanLogs();
});

/** Counts what there is to erase, independently of the code under test. */
async function countBefore(personId: string): Promise<Record<string, number>> {
  const mine = `lead::text like '%${words.get('name')}%'`;
  const id = personId.replace('person_', '');
  const { rows } = await owner.query<Record<string, number>>(
    `select
       (select count(*)::int from leadline.leads where ${mine}) as leads,
       (select count(*)::int from leadline.contacts where name like '%${words.get('name')}%') as contacts,
       (select count(*)::int from leadline.deliveries where lead_id in (select id from leadline.leads where ${mine})) as deliveries,
       (select count(*)::int from leadline.import_refusals where content like '%${words.get('name')}%') as refused_rows,
       (select count(*)::int from leadline.received where body ilike '%${words.get('name')}%') as received,
       (select count(*)::int from leadline.leads where ${mine} and person_id not in ($1, id)) as strangers`,
    [id],
  );
  const { strangers, ...counted } = rows[0] ?? {};
  expect(strangers).toBe(0);
  return counted;
}

async function expectOthersUntouched(
  before: readonly StoredRow[],
  after: readonly StoredRow[],
): Promise<void> {
  const stored = (rows: readonly StoredRow[]): string[] =>
    rowsOfOthers(rows)
      // The worker may add search texts at any moment.
      .filter(({ table }) => !['leadline.deliveries', 'leadline.search_texts'].includes(table))
      .map(({ table, text }) => `${table} ${text}`)
      .toSorted();
  expect(stored(before)).toHaveLength(5); // two leads, a contact, a rejected row, a rejected request
  expect(stored(after)).toEqual(stored(before));
}

async function expectAnonymousAuditEntry(personId: string): Promise<void> {
  const { text, body } = await caller('/api/audit?limit=100');
  expect(canaries.findLeaks(text)).toEqual([]);
  expect(body.data[0]).toMatchObject({
    action: 'person.erased',
    actor: expect.stringMatching(/^key_/),
    details: { leads: expect.any(Number), refused_rows: 2 },
  });
  expect(body.data[0].subject).toContain(personId);
}

/** If she sends another lead she is a new person, and a repeated request is not mistaken for the erased one. */
async function expectNewPerson(personId: string): Promise<void> {
  const headers = { 'Idempotency-Key': words.get('Idempotency-Key') ?? '' };
  const answer: ApiResponse = await caller('/api/webhook.php', makeLead(person), { headers });
  expect(answer).toMatchObject({ status: 200 });
  const { person: newPerson } = (await caller(`/api/leads/${answer.body.lead_id}`)).body.data;
  expect(newPerson.person_id).not.toBe(personId);
  expect(newPerson.lead_ids).toEqual([answer.body.lead_id]);
}

async function expectCleanLogs(): Promise<void> {
  const metrics = await Promise.all(service.metricsUrls.map(async (url) => (await fetch(url)).text()));
  const output = await service.stop();
  expect(output).toContain('/api/people/erase');
  expect(output).toContain('worker started');
  for (const text of [output, ...metrics]) {
    expect(text.length).toBeGreaterThan(100);
    expect(canaries.findLeaks(text)).toEqual([]);
    expect(others.findLeaks(text)).toEqual([]);
  }
}
