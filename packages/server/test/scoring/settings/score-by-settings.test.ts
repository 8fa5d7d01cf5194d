// New leads are scored by the live version, however they arrive, and replay to the same number.

import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess } from '@leadline/testkit/files/import-file';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';
import { type Caller, useApi } from '@leadline/testkit/service/use-api';
import { sizeOf } from '@leadline/testkit/size';
import { expect, test } from 'vitest';
import { makeSettingsAccount, readLead, waitUntilScoredBy } from './suite.ts';

const suite = useApi({ inOneCell: true });

const MANY = { source: { search: 40 }, questions: { 'Team?': 'size' } };
const resultOf = async (caller: Caller, leadId: string) => (await readLead(caller, leadId)).result;

test('single, large, batched and imported leads and those of test keys use the live version', async () => {
  const account = await makeSettingsAccount(suite);
  await account.publish(MANY);
  const single = await account.send();
  const large = await account.send({ message: 'We need 40 laptops by Friday. '.repeat(200) });
  const { body } = await account.call('/api/batch', { leads: [makeLead({ email: newEmail() })] });
  const worker = openWorkerPool(suite.accountUrl);
  await importFileInProcess(account.call, worker, account.accountId, `email,source\n${newEmail()},google\n`);
  await worker.end();
  const [imported] = (await account.call('/api/leads?limit=1')).body.data;
  for (const leadId of [single, large, body.data[0].lead_id, imported.lead_id]) {
    const { settings_version, ledger } = await resultOf(account.call, leadId);
    expect(settings_version).toBe('v1');
    expect(ledger).toContainEqual(expect.objectContaining({ code: 'source-search', points: 40 }));
  }
  const byTestKey: Caller = (path, sent, options) =>
    account.call(path, sent, { key: account.testKey, ...options });
  await waitUntilScoredBy(byTestKey, 'v1');
});

test('explanations and previews of files use the live version', async () => {
  const account = await makeSettingsAccount(suite);
  const lead = makeLead({ email: newEmail(), message: 'We need laptops', phone: '' });
  const preview = async () => {
    const headers = { 'Content-Type': 'text/csv' };
    const file = `email,message,source\n${lead.email},We need laptops ${newEmail()},google\n`;
    return (await account.call('/api/imports?file_name=a.csv', file, { headers })).body.data.preview.rows[0];
  };
  const before = await preview();
  const explained = (await account.call('/api/explain.php', { lead })).body.data.headline;
  await account.publish({ source: { search: 30 } });
  expect((await preview()).score).toBeGreaterThan(before.score);
  expect((await account.call('/api/explain.php', { lead })).body.data.headline).not.toBe(explained);
});

/** For each of five versions. */
const LEADS = sizeOf(40, { inFull: 200 });

test(`${5 * LEADS} leads over five versions replay to the same result`, async () => {
  const account = await makeSettingsAccount(suite);
  const versions: readonly object[] = [
    { grades: { hot: 70, warm: 50 } },
    { typicalDeal: { amount: 90_000, currency: 'INR' }, budget: { huge: 30, large: 20 } },
    { answers: { when: { present: 1, strong: 40 }, what: { present: 0 } }, aiInfluence: 5, topFrom: 70 },
    {
      questions: { 'Team size': 'size', 'Your role': 'role', 'When do you want to start?': 'other' },
      words: [{ text: 'laptops', means: 'scope' }],
    },
    {
      exclusions: [
        { reason: 'Not our region', cap: 15, words: [], countries: ['IN', 'DE'] },
        { reason: 'Not our business', cap: 30, words: ['website', 'app'], countries: [] },
      ],
    },
  ];
  const leadIds = new Map<string, string[]>();
  for (const [index, changes] of versions.entries()) {
    await account.publish(changes);
    const leads = Array.from({ length: LEADS }, (_, place) => ({
      ...sampleLeads[(index * 37 + place) % sampleLeads.length]?.lead,
      email: newEmail(),
    }));
    const { status, body } = await account.call('/api/batch', { leads });
    expect(status).toBe(200);
    leadIds.set(
      `v${index + 1}`,
      body.data.map(({ lead_id }: { lead_id: string }) => lead_id),
    );
  }
  await account.call('/api/settings/rollback', { version: 5, to: 0 });
  await waitUntilScoredBy(account.call, 'v6');
  let replayed = 0;
  for (const [version, ids] of leadIds) {
    for (let from = 0; from < ids.length; from += 10) {
      const answers = await Promise.all(
        ids.slice(from, from + 10).map((leadId) => account.call(`/api/leads/${leadId}/replay`, {})),
      );
      for (const { body } of answers)
        expect(body.data).toMatchObject({ identical: true, stored: { settings_version: version } });
      replayed += answers.length;
    }
  }
  expect(replayed).toBe(5 * LEADS);
}, 180_000);
