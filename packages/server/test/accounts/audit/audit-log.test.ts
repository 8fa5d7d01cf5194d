// The audit log records everything that changes an account or exports personal data, and who did it, without personal data.

import { Canaries } from '@leadline/testkit/canary/canaries';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFile, uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { call } from '@leadline/testkit/http/call';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { waitFor } from '@leadline/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditAction } from '../../../src/accounts/audit/record-audit.ts';
import { createKey, type NewKey } from '../../../src/accounts/keys/create-key.ts';
import { revokeKey, rotateKey } from '../../../src/accounts/keys/revoke-key.ts';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { setPlan } from '../../../src/operations/commands/set-plan.ts';
import { runMaintenance } from '../../../src/operations/maintenance/run-maintenance.ts';
import { showId } from '../../../src/platform/base/ids.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import type { RunningWorker } from '../../../src/processes/worker-process.ts';
import { type EchoReceiver, startEchoReceiver } from '../../support/echo-receiver.ts';

const suite = useApi({ inOneCell: true });
const canaries = new Canaries();

interface Entry {
  readonly entry_id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

/** All actions, by who can perform them. */
const BY_KEY: readonly AuditAction[] = [
  'import.cancelled',
  'import.started',
  'lead.deleted',
  'person.erased',
  'person.exported',
  'retention.changed',
  'webhook.changed',
  'webhook.created',
  'webhook.deleted',
  'webhook.secret_rotated',
];
const BY_WORKER: readonly AuditAction[] = ['import.finished', 'retention.applied', 'webhook.disabled'];
const BY_OPERATOR: readonly AuditAction[] = [
  'account.created',
  'account.plan_changed',
  'key.created',
  'key.revoked',
  'key.rotated',
];

const makeCanaryLead = (): Record<string, string> => ({
  name: `Ana ${canaries.make('name')}`,
  email: `${canaries.make('e-mail')}@example.org`,
  phone: canaries.makePhone(),
  message: canaries.make('message'),
});

let account: NewAccount;
let key: NewKey;
let caller: Caller;
let receiver: EchoReceiver;
let worker: RunningWorker;
let entries: readonly Entry[];
const subjects = new Map<AuditAction, string>();

beforeAll(async () => {
  account = await makeAccount(suite.owner);
  key = await createKey(suite.owner, asOperator(account.accountId), 'live', canaries.make('name of a key'));
  caller = callAs(suite, { ...account, liveKey: key.key });
  receiver = await startEchoReceiver();
  worker = await startTestWorker(suite.databaseUrl);
  await doEverything();
  entries = (await caller('/api/audit?limit=100')).body.data;
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
});

/** Roughly in the order of the lists above. */
async function doEverything(): Promise<void> {
  const post = async (path: string, body?: object): Promise<Record<string, string>> => {
    const answer = await caller(path, body, { method: 'POST' });
    expect(answer, path).toMatchObject({ status: 200 });
    return answer.body.data ?? answer.body;
  };
  await doWithWebhooks(post);

  const leads: Record<string, string>[] = [];
  for (let round = 0; round < 2; round++) {
    const lead = makeCanaryLead();
    leads.push({ ...lead, ...(await caller('/api/webhook.php', lead)).body });
  }
  await post(`/api/leads/${leads[0]?.lead_id}/outcome`, { outcome: 'won', reason: canaries.make('reason') });
  await caller(`/api/leads/${leads[0]?.lead_id}`, undefined, { method: 'DELETE' });
  subjects.set('lead.deleted', leads[0]?.lead_id ?? '');

  const file = toCsv([
    { ...makeCanaryLead(), received_at: '2020-01-01' },
    { ...makeCanaryLead(), outcome: canaries.make('outcome') },
  ]);
  const imported = await importFile(caller, file);
  subjects.set('import.started', imported);
  subjects.set('import.finished', imported);
  const cancelled = await uploadFile(caller, toCsv([makeCanaryLead()]));
  await post(`/api/imports/${cancelled}/cancel`);
  subjects.set('import.cancelled', cancelled);

  await caller(`/api/people?email=${leads[1]?.email}`);
  await post('/api/people/erase', { email: leads[1]?.email });
  await caller('/api/people?email=nobody@example.org');

  await caller('/api/retention', { days: 365 }, { method: 'PUT' });
  const db = openInstallation(openWorkerPool(suite.accountUrl));
  await runMaintenance(db, new Date(), new AbortController().signal);
  await db.destroy();
  const ofAccount = showId('acct', account.accountId);
  for (const action of [
    'retention.changed',
    'retention.applied',
    'account.created',
    'account.plan_changed',
  ] as const) {
    subjects.set(action, ofAccount);
  }
  await doAsOperator();
}

async function doWithWebhooks(
  post: (path: string, body?: object) => Promise<Record<string, string>>,
): Promise<void> {
  const { webhook_id: gone } = await post('/api/webhooks', {
    url: `${receiver.url}/410`,
    description: canaries.make('description'),
  });
  await post(`/api/webhooks/${gone}/test`);
  subjects.set('webhook.disabled', gone ?? '');
  await waitFor(async () => (await caller(`/api/webhooks/${gone}`)).body.data.enabled, false);
  const { webhook_id: hook } = await post('/api/webhooks', { url: `${receiver.url}/200` });
  const path = `/api/webhooks/${hook}`;
  await caller(
    path,
    { url: `${receiver.url}/200?${canaries.make('url')}`, enabled: true },
    { method: 'PATCH' },
  );
  await post(`${path}/rotate-secret`);
  await caller(path, undefined, { method: 'DELETE' });
  for (const what of ['created', 'changed', 'secret_rotated', 'deleted'] as const)
    subjects.set(`webhook.${what}`, hook ?? '');
}

async function doAsOperator(): Promise<void> {
  const spare = await createKey(suite.owner, asOperator(account.accountId), 'live', 'Spare', 'intake');
  const next = await rotateKey(suite.owner, spare.keyId, 1);
  await revokeKey(suite.owner, next.keyId);
  await setPlan(suite.owner, account.accountId, 'scale');
  subjects.set('key.created', showId('key', spare.keyId));
  subjects.set('key.rotated', showId('key', spare.keyId));
  subjects.set('key.revoked', showId('key', next.keyId));
}

test('the log contains every known action and no other', () => {
  expect([...new Set(entries.map(({ action }) => action))].toSorted()).toEqual(
    [...BY_KEY, ...BY_WORKER, ...BY_OPERATOR].toSorted(),
  );
});

test.each(BY_KEY)('%s is logged with the key that did it', (action) => {
  const found = entries.filter((entry) => entry.action === action);
  for (const { actor } of found) expect(actor).toBe(showId('key', key.keyId));
  expect(found.length).toBeGreaterThan(0);
});

test.each(BY_WORKER)('%s is logged with the worker as the actor', (action) => {
  for (const { actor } of entries.filter((entry) => entry.action === action)) expect(actor).toBe('worker');
});

test.each(BY_OPERATOR)('%s is logged with the operator as the actor', (action) => {
  for (const { actor } of entries.filter((entry) => entry.action === action)) expect(actor).toBe('operator');
});

test('entries have the ID of what was changed', () => {
  for (const [action, subject] of subjects) {
    const found = entries.filter((entry) => entry.action === action).map((entry) => entry.subject);
    expect(found, action).toContain(subject);
  }
});

test('entries have counts but no personal data', () => {
  const find = (action: AuditAction): Entry[] => entries.filter((entry) => entry.action === action);
  expect(find('person.erased')).toMatchObject([
    { subject: expect.stringMatching(/^person_[0-9a-f]{32}$/), details: { leads: 1, contacts: 1 } },
  ]);
  expect(find('person.exported')).toMatchObject([
    { subject: 'nobody', details: { leads: 0 } },
    { subject: find('person.erased')[0]?.subject, details: { leads: 1 } },
  ]);
  expect(find('import.finished')).toMatchObject([{ details: { status: 'finished', stored: 1, refused: 1 } }]);
  expect(find('retention.changed')).toMatchObject([{ details: { days: 365 } }]);
  expect(find('retention.applied')).toMatchObject([{ details: { leads: 1 } }]);
  expect(canaries.findLeaks(JSON.stringify(entries))).toEqual([]);
});

test('the log contains no secrets', () => {
  const text = JSON.stringify(entries);
  expect(text).not.toMatch(/whsec_|ll_(?:live|test|intake)_/);
  expect(text).not.toContain(receiver.url);
});

test('rejected requests and requests without effect are not logged', async () => {
  const nowhere = '0'.repeat(32);
  for (const [path, method, body] of [
    [`/api/leads/lead_${nowhere}`, 'DELETE', undefined],
    [`/api/webhooks/hook_${nowhere}`, 'DELETE', undefined],
    [`/api/webhooks/hook_${nowhere}`, 'PATCH', { enabled: false }],
    [`/api/webhooks/hook_${nowhere}/rotate-secret`, 'POST', undefined],
    [`/api/imports/imp_${nowhere}/start`, 'POST', undefined],
    [`/api/imports/imp_${nowhere}/cancel`, 'POST', undefined],
    ['/api/people/erase', 'POST', { email: 'no address' }],
    ['/api/retention', 'PUT', { days: 0 }],
    ['/api/webhooks', 'POST', { url: 'nonsense' }],
  ] as const) {
    expect((await caller(path, body, { method })).status, path).toBeGreaterThanOrEqual(400);
  }
  expect((await caller('/api/audit?limit=100')).body.data).toEqual(entries);
});

describe('pages of the audit log', () => {
  test('contain every entry once, newest first', async () => {
    const paged: Entry[] = [];
    let query = '?limit=4';
    for (let pages = 0; ; pages++) {
      const { body } = await caller(`/api/audit${query}`);
      paged.push(...body.data);
      expect(body.data.length).toBeLessThanOrEqual(4);
      if (body.next_cursor === null) {
        expect(pages).toBe(Math.ceil(entries.length / 4) - 1);
        break;
      }
      query = `?limit=4&cursor=${body.next_cursor}`;
    }
    expect(paged).toEqual(entries);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('have no next cursor when the last page is exactly full', async () => {
    const { body } = await caller(`/api/audit?limit=${entries.length}`);
    expect(body).toEqual({ success: true, data: entries, next_cursor: null });
  });

  test('are not affected by new entries', async () => {
    const { body } = await caller('/api/audit?limit=3');
    await caller('/api/retention', { days: 366 }, { method: 'PUT' });
    const next = await caller(`/api/audit?limit=3&cursor=${body.next_cursor}`);
    expect(next.body.data).toEqual(entries.slice(3, 6));
  });
});

test('neither another account nor the test account sees the log', async () => {
  const other = await makeAccount(suite.owner);
  const own = new Set(entries.map(({ entry_id }) => entry_id));
  for (const theirs of [other.liveKey, account.testKey]) {
    for (const query of ['', `?cursor=${entries[0]?.entry_id}`]) {
      const { body } = await call(suite.api.url, `/api/audit${query}`, undefined, { key: theirs });
      expect(body.success).toBe(true);
      for (const { entry_id } of body.data) expect(own.has(entry_id)).toBe(false);
    }
  }
  // Test keys are logged in the live account, where their owner can see them.
  const { body } = await call(suite.api.url, '/api/audit', undefined, { key: account.testKey });
  expect(body.data).toEqual([]);
});
